import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { UPSTREAM_BATCHES, UPSTREAM_TUNING } from '../../src/config/upstream-limits.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createJsonRpc, type JsonRpc } from '../../src/runtime/json-rpc.ts'
import { type LocalServer, sendJson, startLocalServer } from '../support/local-server.ts'
import { testClient } from '../support/test-client.ts'

type Call = { id: number; method: string; params: unknown }
const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

/** A node whose answers a function makes from the call; `Response` stands for a whole HTTP answer. */
async function node(
  answer: (body: Call | Call[], request: number) => unknown | HttpAnswer,
): Promise<{ rpc: JsonRpc; bodies: (Call | Call[])[]; lines: string[] }> {
  const bodies: (Call | Call[])[] = []
  const server = await startLocalServer(({ body }, response) => {
    bodies.push(JSON.parse(body))
    const made = answer(bodies.at(-1)!, bodies.length)
    if (made instanceof HttpAnswer) response.writeHead(made.status, { 'content-type': made.type }).end(made.body)
    else sendJson(response, made)
  })
  servers.push(server)
  const { client, lines } = testClient(server.url)
  return { rpc: createJsonRpc({ http: client, clock: systemClock(), random: () => 0 }), bodies, lines }
}
class HttpAnswer {
  readonly status: number
  readonly body: string
  readonly type: string
  constructor(status: number, body: string, type = 'application/json') {
    this.status = status
    this.body = body
    this.type = type
  }
}
const one = (body: Call | Call[]): Call => body as Call
const many = (body: Call | Call[]): Call[] => body as Call[]
const result = ({ id }: Call, value: unknown) => ({ jsonrpc: '2.0', id, result: value })
const error = ({ id }: Call, code: number, message = 'SECRET TEXT') => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})
const options = { timeoutMs: 5_000 }
const requests = (count: number) => Array.from({ length: count }, (_, n) => ({ method: 'get', params: [n] }))

test('a result is the value, null included, by position or by name', async () => {
  const { rpc, bodies } = await node((body) => result(one(body), one(body).method === 'none' ? null : one(body).params))
  assert.deepEqual(await rpc.call({ method: 'a', params: [1] }, options), { ok: true, value: [1] })
  assert.deepEqual(await rpc.call({ method: 'b', params: { x: 1 } }, options), { ok: true, value: { x: 1 } })
  assert.deepEqual(await rpc.call({ method: 'none', params: [] }, options), { ok: true, value: null })
  assert.deepEqual(new Set(bodies.map((body) => one(body).id)).size, 3)
})

test('what the node refuses is final and carries its code, not its words', async () => {
  for (const code of [-32601, -32602, -32600, -32002, -32010, -32015, -32001]) {
    const { rpc, bodies, lines } = await node((body) => error(one(body), code))
    const outcome = await rpc.call({ method: 'a', params: [] }, options)
    assert.deepEqual(outcome, {
      ok: false,
      code: 'upstream_refused',
      message: `testProvider refused a (code ${code})`,
      rpcCode: code,
    })
    assert.equal(bodies.length, 1)
    assert.doesNotMatch(lines.join(), /SECRET/)
  }
})

test('"not yet", "unhealthy" and "slow down" are asked again, within the bound', async () => {
  for (const code of [-32004, -32005, -32014, -32016, -32019, -32429]) {
    const healing = await node((body, request) => (request < 3 ? error(one(body), code) : result(one(body), 1)))
    assert.deepEqual(await healing.rpc.call({ method: 'a', params: [] }, options), { ok: true, value: 1 })
    const ill = await node((body) => error(one(body), code))
    const outcome = await ill.rpc.call({ method: 'a', params: [] }, options)
    assert.equal(outcome.ok ? 0 : outcome.rpcCode, code)
    assert.equal(outcome.ok ? '' : outcome.code, code === -32429 ? 'upstream_rate_limited' : 'upstream_failed')
    assert.equal(ill.bodies.length, UPSTREAM_TUNING.rpcAttempts)
  }
  const internal = await node((body) => error(one(body), -32603))
  await internal.rpc.call({ method: 'a', params: [] }, options)
  assert.equal(internal.bodies.length, 2, 'an internal error is asked about once more')
})

test('an error body under an HTTP error is read; other bodies there are not', async () => {
  const speaking = await node((body) => new HttpAnswer(403, JSON.stringify(error(one(body), -32010))))
  const spoken = await speaking.rpc.call({ method: 'a', params: [] }, options)
  assert.equal(spoken.ok ? 0 : spoken.rpcCode, -32010)
  for (const answer of [
    new HttpAnswer(403, '{"message":"SECRET"}'),
    new HttpAnswer(403, '<html>', 'text/html'),
    new HttpAnswer(401, ''),
  ]) {
    const { rpc } = await node(() => answer)
    const outcome = await rpc.call({ method: 'a', params: [] }, options)
    assert.deepEqual(outcome, {
      ok: false,
      code: 'upstream_refused',
      message: `testProvider answered ${answer.status}`,
    })
  }
  const busy = await node(() => new HttpAnswer(429, '{"jsonrpc":"2.0","error":{"code":429},"id":1}'))
  const outcome = await busy.rpc.call({ method: 'a', params: [] }, options)
  assert.equal(outcome.ok ? '' : outcome.code, 'upstream_rate_limited')
})

test('an answer to another call, or to none, is a failure', async () => {
  for (const body of [{ jsonrpc: '2.0', id: 'other', result: 1 }, { jsonrpc: '2.0', id: 1 }, [], 5]) {
    const { rpc } = await node(() => body)
    const outcome = await rpc.call({ method: 'a', params: [] }, options)
    assert.equal(outcome.ok ? '' : outcome.code, 'upstream_failed')
  }
})

test('an airdrop is never asked for twice', async () => {
  const { rpc, bodies } = await node(() => new HttpAnswer(503, ''))
  await rpc.call({ method: 'requestAirdrop', params: [] }, options)
  assert.equal(bodies.length, 1)
})

test('many calls travel in arrays of at most 25 and are matched by id, whatever the order', async () => {
  const { rpc, bodies } = await node((body) =>
    many(body)
      .map((call) =>
        (call.params as number[])[0] === 7 ? error(call, -32602) : result(call, (call.params as number[])[0]),
      )
      .reverse(),
  )
  const outcomes = await rpc.callMany(requests(60), options)
  assert.deepEqual(bodies.map((body) => many(body).length).sort(), [10, 25, 25])
  assert.equal(UPSTREAM_BATCHES.rpcCalls, 25)
  for (const [n, outcome] of outcomes.entries()) {
    if (n === 7) assert.equal(outcome.ok ? 0 : outcome.rpcCode, -32602)
    else assert.deepEqual(outcome, { ok: true, value: n })
  }
})

test('calls an array leaves unanswered fail alone', async () => {
  const { rpc } = await node((body) => [result(many(body)[0]!, 1), { id: 'unknown', result: 2 }, 'no object'])
  const [first, second] = await rpc.callMany(requests(2), options)
  assert.equal(first!.ok, true)
  assert.equal(second!.ok ? '' : second!.code, 'upstream_failed')
})

test('only the members of an array that are not ready are asked again', async () => {
  const { rpc, bodies } = await node((body, request) => {
    if (!Array.isArray(body)) return result(body, 'late')
    return body.map((call, at) => (request === 1 && at === 1 ? error(call, -32004) : result(call, at)))
  })
  const outcomes = await rpc.callMany(requests(3), options)
  assert.deepEqual(
    outcomes.map((outcome) => outcome.ok),
    [true, true, true],
  )
  assert.deepEqual(
    bodies.map((body) => (Array.isArray(body) ? body.length : 0)),
    [3, 1],
  )
})

test('a node that refuses arrays gets single calls, and is not asked with an array again', async () => {
  for (const refusal of [
    () => new HttpAnswer(400, '{"error":"no batches"}'),
    () => new HttpAnswer(413, ''),
    () => ({ jsonrpc: '2.0', id: null, error: { code: -32600 } }),
    (calls: Call[]) => calls.map((call) => error(call, -32600)),
  ]) {
    const { rpc, bodies } = await node((body) =>
      Array.isArray(body) ? refusal(body) : result(body, (body.params as number[])[0]),
    )
    for (let round = 0; round < 2; round++) {
      const outcomes = await rpc.callMany(requests(3), options)
      assert.deepEqual(
        outcomes.map((outcome) => outcome.ok && outcome.value),
        [0, 1, 2],
      )
    }
    assert.equal(bodies.filter((body) => Array.isArray(body)).length, 1)
  }
})

test('a node that refuses us altogether is not asked 25 times', async () => {
  const { rpc, bodies } = await node(() => new HttpAnswer(401, ''))
  const outcomes = await rpc.callMany(requests(25), options)
  assert(outcomes.every((outcome) => !outcome.ok && outcome.code === 'upstream_refused'))
  assert.equal(bodies.length, 2)
})

test('rows go to the collector, errors come out as failures, and a retry starts a new collector', async () => {
  const collect = () => {
    const rows: string[] = []
    return { row: (text: string) => void rows.push(text), end: (rest: unknown) => ({ rows, rest }) }
  }
  const { rpc } = await node((body, request) =>
    request === 1
      ? new HttpAnswer(200, `{"jsonrpc":"2.0","id":${one(body).id},"result":[1,2`)
      : request === 2
        ? error(one(body), -32005)
        : result(one(body), [3, { a: 4 }]),
  )
  const cut = await rpc.callRows({ method: 'scan', params: [] }, { ...options, path: ['result'], collect })
  assert.equal(cut.ok ? '' : cut.code, 'upstream_failed')
  assert.deepEqual(await rpc.callRows({ method: 'scan', params: [] }, { ...options, path: ['result'], collect }), {
    ok: true,
    value: { rows: ['3', '{"a":4}'], rest: [] },
  })
})

test('a relay hands bytes, type and status on', async () => {
  const { rpc } = await node(() => new HttpAnswer(503, ' {"odd" : 1}', 'application/json; x=y'))
  assert.deepEqual(await rpc.relay(Buffer.from('{}'), { ...options, maxBytes: 1_000 }), {
    ok: true,
    value: { status: 503, contentType: 'application/json; x=y', body: Buffer.from(' {"odd" : 1}') },
  })
})

test('the deadline covers all attempts of a call', async () => {
  const { rpc } = await node(() => new HttpAnswer(503, ''))
  const outcome = await rpc.callMany(requests(60), { timeoutMs: 0 })
  assert(outcome.every((each) => !each.ok && each.code === 'upstream_timeout'))
})
