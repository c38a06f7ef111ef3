import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { ChainFailureBody, FailureBody, NamedFailureBody, RpcFailureBody } from '../../src/contract/envelope.ts'
import { UdfFailureBody } from '../../src/contract/udf.ts'
import { describeApi } from '../../src/http/openapi.ts'
import type { Route } from '../../src/routes/define-route.ts'
import { ROUTES } from '../../src/routes/index.ts'
import { assertHonestSchema } from '../support/honest-schema.ts'
import { type SendOptions, startTestServer } from '../support/http-test-server.ts'

/** Generated from the declarations: what holds for every mounted route without any upstream behind it. Their successes
 *  are held against their schemas in conventions.test.ts, against the sandbox. */

const failure = Compile(FailureBody)
const named = Compile(NamedFailureBody)
const chain = Compile(ChainFailureBody)
const rpc = Compile(RpcFailureBody)
const udf = Compile(UdfFailureBody)
const failureOf = ({ path }: Route) => {
  if (path.startsWith('/udf/')) return udf
  if (/^\/api\/v2\/chains?(\/|$)/.test(path)) return chain
  return path === '/mcp' ? rpc : path.startsWith('/v1/') ? named : failure
}
// biome-ignore lint/suspicious/noExplicitAny: the description is walked by hand
const paths = (describeApi(ROUTES) as any).paths as Record<string, any>
const declaredStatuses = ({ method, path }: Route): readonly string[] =>
  Object.keys(paths[path][method.toLowerCase()].responses)

const MINT = 'So11111111111111111111111111111111111111112'
const JUNK = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'NaN',
  '%00',
  '%zz',
  '%F0%9F%92%A9',
  '..%2f',
  '\'"<>',
  'a,b,,c',
  'x'.repeat(600),
  MINT,
]
const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '{}',
  '"x"',
  '0',
  '{"mints":{}}',
  `{"mints":["${MINT}"]}`,
  '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  '[{"method":1}]',
  '{"method":"sendTransaction"}',
  '{"__proto__":{"mints":[1]}}',
]

/** Requests of all kinds that a route may see. */
function requestsOf(route: Route): SendOptions[] {
  const { method } = route
  const fill = (value: string) => route.path.replace(/\{\w+\}/g, value)
  const good = fill(MINT)
  const names = Object.entries(route.query).flatMap(([name, { aliases }]) => [name, ...aliases])
  return [
    ...(route.path.includes('{')
      ? JUNK.filter((junk) => junk !== '').map((junk) => ({ method, path: fill(junk.replaceAll(' ', '%20')) }))
      : []),
    ...names.flatMap((name) =>
      JUNK.map((junk) => ({ method, path: `${good}?${name}=${junk.replaceAll(' ', '%20')}` })),
    ),
    ...(route.body === null ? [{ method, path: good }] : BODIES.map((body) => ({ method, path: good, body }))),
  ]
}

test('every mounted route declares an honest reply', () => {
  for (const route of ROUTES) assertHonestSchema(route)
})

test('a reply that says nothing is recognised', () => {
  const of = (reply: TSchema) => () => assertHonestSchema({ method: 'GET', path: '/x', reply: reply as never })
  const closed = { additionalProperties: false }
  const ok = Type.Object(
    {
      a: Type.Array(Type.Object({ b: Type.Union([Type.String(), Type.Null()]) }, closed)),
      c: Type.Optional(Type.Record(Type.String(), Type.Number())),
      d: Type.Enum(['x']),
    },
    closed,
  )
  of(ok)()
  assert.throws(of(Type.Object({ a: Type.String() })), /GET \/x: not closed/)
  assert.throws(of(Type.Object({}, closed)), /no members/)
  assert.throws(of(Type.Object({ a: Type.Optional(Type.String()) }, closed)), /every member may be missing/)
  assert.throws(of(Type.Object({ a: Type.Unknown() }, closed)), /\.a: of any type/)
  assert.throws(of(Type.Object({ a: Type.Array(Type.Any()) }, closed)), /\.a\[\]: of any type/)
  assert.throws(of(Type.Object({ a: Type.Record(Type.String(), Type.Unknown()) }, closed)), /of any type/)
  assert.throws(of(Type.Object({ a: Type.Union([Type.Null(), Type.Object({})]) }, closed)), /\.a \|1: not closed/)
  assert.throws(of(Type.Object({ success: Type.Boolean() }, closed)), /belongs to the envelope/)
  assert.throws(of(Type.String()), /no object/)
  assertHonestSchema({ method: 'GET', path: '/x', reply: 'relay' })
})

test('with nothing configured every route answers in the envelope, whatever it is asked', async (t) => {
  const { send, logged } = await startTestServer(t, ROUTES)
  for (const route of ROUTES) {
    const declared = declaredStatuses(route)
    for (const request of requestsOf(route)) {
      const { status, json, headers } = await send(request)
      const asked = `${request.method} ${request.path} ${request.body ?? ''}`
      // A handler that reaches for a part the fake context does not have; the next test looks at its envelope.
      if (status === 500) continue
      assert(declared.includes(String(status)), `${asked}: ${status} is not declared (${declared.join(', ')})`)
      if (status >= 400) {
        assert(failureOf(route).Check(json), asked)
        assert.equal(headers.get('cache-control'), 'no-store', asked)
      }
    }
  }
  assert.deepEqual(
    logged.filter(({ msg }) => !['handler threw', 'answered', 'one turn blocked the event loop'].includes(String(msg))),
    [],
    'nothing outside a handler threw',
  )
})

test('every route answers a handler that throws, and one that fails, in the envelope', async (t) => {
  const thrown = new Error('the detail nobody may read')
  const broken = ROUTES.map(
    (route): Route => ({
      ...route,
      needs: [],
      handle: async () => {
        throw thrown
      },
    }),
  )
  const { send, logged } = await startTestServer(t, broken)
  let answered = 0
  for (const route of broken) {
    for (const request of requestsOf(route)) {
      const { status, json, text } = await send(request)
      if (status !== 500) continue
      const isRpc = route.path === '/mcp'
      const message = 'internal error'
      const said = isRpc ? json.error : { message: json.error ?? json.errmsg, code: json.code }
      assert.deepEqual(
        said,
        isRpc ? { code: -32_603, message, data: { code: 'internal' } } : { message, code: 'internal' },
      )
      assert.doesNotMatch(text, /detail/)
      answered++
    }
  }
  assert(answered >= ROUTES.length, 'each route was reached')
  assert.equal(logged.filter(({ msg }) => msg === 'handler threw').length, answered)
})
