import assert from 'node:assert/strict'
import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { FailureBody, NamedFailureBody, successBody } from '../../src/contract/envelope.ts'
import type { Route } from '../../src/routes/define-route.ts'
import { ROUTES } from '../../src/routes/index.ts'
import type { ApiReply } from './api-client.ts'

const failure = Compile(FailureBody)
const named = Compile(NamedFailureBody)

/** The declaration behind `GET /api/v2/...`. */
export function routeNamed(name: string): Route {
  const route = ROUTES.find(({ method, path }) => `${method} ${path}` === name)
  assert(route, `no route ${name}`)
  return route
}

/** A check that an answer has the success status and the closed shape that its route declares. Gives the body. */
export function successOf(name: string): (reply: ApiReply) => ApiReply['json'] {
  const { reply: schema, status = 200, otherStatus } = routeNamed(name)
  const check = Compile(successBody(schema as TObject))
  return (reply) => {
    if (reply.status !== otherStatus?.status) assert.equal(reply.status, status, reply.text.slice(0, 300))
    if (!check.Check(reply.json)) assert.fail(JSON.stringify([...check.Errors(reply.json)].slice(0, 3)))
    return reply.json
  }
}

/** The answer is a failure of this status and text, in the envelope, that no one may keep. */
export function assertFails(reply: ApiReply, status: number, error: string | RegExp): void {
  assert.equal(reply.status, status, reply.text.slice(0, 300))
  const isNamed = reply.json.stage !== undefined || !failure.Check(reply.json)
  assert((isNamed ? named : failure).Check(reply.json), reply.text)
  assert.equal(reply.json.requestId, reply.headers['x-request-id'])
  if (typeof error !== 'string') assert.match(reply.json.error, error)
  else if (error.startsWith('provider not configured: ')) {
    const [named, settings] = reply.json.error.split(/ (?=\()/)
    assert.equal(named, error)
    assert.match(settings ?? '', /^\(.*\b[A-Z_]+_(URL|MODE)\b.* is /)
  } else assert.equal(reply.json.error, error)
  assert.equal(reply.headers['cache-control'], 'no-store')
}
