import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import Type from 'typebox'
import { ok } from '../../src/contract/outcome.ts'
import { defineRoute, type Route } from '../../src/routes/define-route.ts'
import { anyBody } from '../support/any-body.ts'
import { requestText, startTestServer } from '../support/http-test-server.ts'
import { until } from '../support/until.ts'

const [OPEN, KEYED] = ['/api/open', '/api/v2/keyed'] as const
const BODY_BYTES = 1_000
const body = `{"pad":"${'x'.repeat(BODY_BYTES - 10)}"}`

function routes(hold: () => Promise<void>): readonly Route[] {
  const shared = {
    method: 'POST',
    needs: [],
    cache: 'none',
    summary: 'Takes a body.',
    body: anyBody('send'),
    reply: Type.Object({}),
  } as const
  return [
    defineRoute({
      ...shared,
      path: OPEN,
      auth: 'public',
      unlimited: true,
      openProxy: true,
      async handle() {
        await hold()
        return ok({})
      },
    }),
    defineRoute({ ...shared, path: KEYED, auth: 'apiKey', handle: async () => ok({}) }),
  ]
}

test('bodies of public proxies count against a bound of their own until they are answered', {
  timeout: 10_000,
}, async (t) => {
  const held: (() => void)[] = []
  // Before the server stops, which waits for them.
  t.after(() => {
    for (const letGo of held) letGo()
  })
  const tuning = { openBodyBytesInFlight: 2 * BODY_BYTES, bodyBytesInFlight: 2 * BODY_BYTES }
  const { send } = await startTestServer(
    t,
    routes(() => new Promise((resolve) => void held.push(resolve))),
    { tuning },
  )
  const waiting = [send({ method: 'POST', path: OPEN, body }), send({ method: 'POST', path: OPEN, body })]
  await until(() => held.length === 2, 'both wait for their answers')
  const refused = await soon(send({ method: 'POST', path: OPEN, body }))
  assert.deepEqual([refused.status, refused.json.error], [429, 'too busy'])
  assert.equal(refused.headers.get('retry-after'), '1')
  assert.equal(refused.headers.get('access-control-allow-origin'), '*')
  assert.equal((await send({ method: 'POST', path: KEYED, body })).status, 200, 'keyed calls have their own')
  for (const letGo of held.splice(0)) letGo()
  for (const reply of await Promise.all(waiting)) assert.equal(reply.status, 200)
  const again = send({ method: 'POST', path: OPEN, body })
  await until(() => held.length === 1, 'there is room again')
  held[0]!()
  assert.equal((await again).status, 200)
})

/** What is let in waits for ever; what is refused is refused at once. */
async function soon<T>(answer: Promise<T>): Promise<T> {
  const late = new AbortController()
  const waited = delay(60_000, undefined, { signal: late.signal }).then(() => assert.fail('no answer'))
  waited.catch(() => {})
  const first = await Promise.race([answer, waited])
  late.abort()
  return first as T
}

test('a caller of a public proxy who leaves gives its room back', async (t) => {
  let running = 0
  const hold = () => {
    running++
    return new Promise<void>(() => {})
  }
  const { port, send, server } = await startTestServer(t, routes(hold), {
    tuning: { openBodyBytesInFlight: BODY_BYTES },
  })
  const socket = connect(port, '127.0.0.1')
  socket.write(requestText({ method: 'POST', path: OPEN, body }))
  await until(() => running === 1, 'it waits')
  assert.equal((await send({ method: 'POST', path: OPEN, body })).status, 429)
  socket.destroy()
  const heldBytes = async () => {
    const text = await (await fetch(`http://127.0.0.1:${server.internalPort}/metrics`)).text()
    return Number(/^mintglass_http_body_bytes_in_flight\{kind="openProxies"\} (\d+)/m.exec(text)?.[1])
  }
  await until(async () => (await heldBytes()) === 0, 'it has left')
  const next = connect(port, '127.0.0.1')
  next.write(requestText({ method: 'POST', path: OPEN, body }))
  await until(() => running === 2, 'there is room again')
  next.destroy()
})

test('a route that knows its caller cannot be an open proxy', async (t) => {
  const keyed = defineRoute({
    method: 'POST',
    path: OPEN,
    auth: 'apiKey',
    openProxy: true,
    needs: [],
    cache: 'none',
    summary: 'x',
    reply: 'relay',
    handle: async () => ok({ status: 200, contentType: 'a/b', body: new Uint8Array() }),
  })
  await assert.rejects(async () => startTestServer(t, [keyed]), /an open proxy knows no caller/)
})
