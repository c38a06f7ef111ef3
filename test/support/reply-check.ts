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

/** A check that an answer is a 200 in the closed shape that its route declares. Gives the body. */
export function successOf(name: string): (reply: ApiReply) => ApiReply['json'] {
  const { reply: schema } = routeNamed(name)
  const check = Compile(successBody(schema as TObject))
  return (reply) => {
    assert.equal(reply.status, 200, reply.text.slice(0, 300))
    if (!check.Check(reply.json)) assert.fail(JSON.stringify([...check.Errors(reply.json)].slice(0, 3)))
    return reply.json
  }
}

/** The answer is a failure of this status and text, in the envelope, that no one may keep. */
export function assertFails(reply: ApiReply, status: number, error: string | RegExp): void {
  assert.equal(reply.status, status, reply.text.slice(0, 300))
  assert((reply.json.code === undefined ? failure : named).Check(reply.json), reply.text)
  if (typeof error === 'string') assert.equal(reply.json.error, error)
  else assert.match(reply.json.error, error)
  assert.equal(reply.headers['cache-control'], 'no-store')
}
