import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { SolanaRpc } from '../../../../src/chain/solana/rpc.ts'
import type { Failure, Outcome } from '../../../../src/contract/outcome.ts'
import { startLocalServer } from '../../../support/local-server.ts'
import { type NodeAnswer, openNodes, startFakeNode } from '../../../support/several-nodes.ts'

/* What public nodes and the fronts of vendors answer besides results, each shape through the real adapter: of a node
 * alone whether it is asked again and what its callers hear, and with a second node whether that one is asked and the
 * refusal learnt. The codes are those of the node's own sources, the rest of the documents and issue threads of vendors. */

const MINT = 'So11111111111111111111111111111111111111112'
const error = (code: number, message = '', data?: unknown): NodeAnswer => ({ error: { code, message, data } })
const page = (status: number, headers: Record<string, string> = {}): NodeAnswer => ({
  status,
  body: `<html><head><title>${status}</title></head></html>`,
  headers,
})

type Ask = { readonly method: string; readonly good: unknown; ask(rpc: SolanaRpc): Promise<Outcome<unknown>> }
const READ: Ask = { method: 'getBlockHeight', good: 5, ask: (rpc) => rpc.call('getBlockHeight', []) }
const SCAN: Ask = {
  method: 'getTokenLargestAccounts',
  good: { value: [] },
  ask: (rpc) => rpc.call('getTokenLargestAccounts', [MINT]),
}
const PROGRAM: Ask = {
  method: 'getProgramAccounts',
  good: [],
  ask: (rpc) => rpc.programAccounts(MINT, { filters: [] }),
}
const PAST: Ask = { method: 'getSignaturesForAddress', good: [], ask: (rpc) => rpc.signaturesOf(MINT) }
const SEND: Ask = { method: 'sendTransaction', good: 'sig', ask: (rpc) => rpc.call('sendTransaction', ['AA==']) }

type Row = {
  readonly what: string
  readonly ask: Ask
  readonly answer: NodeAnswer
  /** Of a node alone: what callers hear, and how often it was asked. */
  readonly code: Failure['code']
  readonly asks: number
  /** Whether a second node is asked, and whether the first is asked the next time. */
  readonly goesOn: boolean
  readonly isLearnt?: true
}

const ROWS: readonly Row[] = [
  // Not now.
  {
    what: 'behind',
    ask: READ,
    answer: error(-32005, 'Node is behind by 42 slots', { numSlotsBehind: 42 }),
    code: 'upstream_failed',
    asks: 3,
    goesOn: true,
  },
  {
    what: 'unhealthy',
    ask: READ,
    answer: error(-32005, 'Node is unhealthy', { numSlotsBehind: null }),
    code: 'upstream_failed',
    asks: 3,
    goesOn: true,
  },
  {
    what: 'no block yet',
    ask: READ,
    answer: error(-32004, 'Block not available for slot 9'),
    code: 'upstream_failed',
    asks: 3,
    goesOn: true,
  },
  {
    what: 'no status yet',
    ask: READ,
    answer: error(-32014, 'Block status not yet available'),
    code: 'upstream_failed',
    asks: 3,
    goesOn: true,
  },
  {
    what: 'minContextSlot',
    ask: READ,
    answer: error(-32016, 'Minimum context slot has not been reached', { contextSlot: 7 }),
    code: 'upstream_failed',
    asks: 3,
    goesOn: true,
  },
  {
    what: 'storage away',
    ask: PAST,
    answer: error(-32019, 'Failed to query long-term storage'),
    code: 'upstream_failed',
    asks: 3,
    goesOn: true,
  },
  {
    what: 'internal',
    ask: READ,
    answer: error(-32603, 'Internal error'),
    code: 'upstream_failed',
    asks: 2,
    goesOn: true,
  },
  { what: '503 page', ask: READ, answer: page(503), code: 'upstream_failed', asks: 3, goesOn: true },
  { what: '502 page', ask: READ, answer: page(502), code: 'upstream_failed', asks: 3, goesOn: true },
  { what: '200 page', ask: READ, answer: page(200), code: 'upstream_failed', asks: 1, goesOn: true },
  { what: 'empty 200', ask: READ, answer: { status: 200 }, code: 'upstream_failed', asks: 1, goesOn: true },
  {
    what: 'redirect',
    ask: READ,
    answer: page(302, { location: 'http://127.0.0.1:9/' }),
    code: 'upstream_failed',
    asks: 1,
    goesOn: true,
  },
  {
    what: 'error as text',
    ask: READ,
    answer: { status: 200, body: '{"error":"overloaded"}', headers: { 'content-type': 'application/json' } },
    code: 'upstream_failed',
    asks: 1,
    goesOn: true,
  },
  // Haste.
  { what: '429 page', ask: READ, answer: page(429), code: 'upstream_rate_limited', asks: 3, goesOn: true },
  {
    what: '429 inside 200',
    ask: READ,
    answer: error(429, 'Too many requests for a specific RPC call'),
    code: 'upstream_rate_limited',
    asks: 3,
    goesOn: true,
  },
  {
    what: '-32429',
    ask: READ,
    answer: error(-32429, 'max usage reached'),
    code: 'upstream_rate_limited',
    asks: 3,
    goesOn: true,
  },
  {
    what: 'haste as a skipped slot',
    ask: READ,
    answer: error(-32007, '15/second request limit reached - reduce calls per second'),
    code: 'upstream_rate_limited',
    asks: 3,
    goesOn: true,
  },
  {
    what: 'haste as unhealthy',
    ask: READ,
    answer: error(-32005, 'rate limit exceeded'),
    code: 'upstream_rate_limited',
    asks: 3,
    goesOn: true,
  },
  // Never of this node.
  {
    what: 'no method',
    ask: SCAN,
    answer: error(-32601, 'Method not found'),
    code: 'upstream_refused',
    asks: 1,
    goesOn: true,
    isLearnt: true,
  },
  {
    what: 'excluded',
    ask: PROGRAM,
    answer: error(-32010, `${MINT} excluded from account secondary indexes; this RPC method unavailable for key`),
    code: 'upstream_refused',
    asks: 1,
    goesOn: true,
    isLearnt: true,
  },
  {
    what: '403 page',
    ask: PROGRAM,
    answer: page(403),
    code: 'upstream_refused',
    asks: 1,
    goesOn: true,
    isLearnt: true,
  },
  {
    what: '410 page',
    ask: PROGRAM,
    answer: page(410),
    code: 'upstream_refused',
    asks: 1,
    goesOn: true,
    isLearnt: true,
  },
  { what: '401 page', ask: READ, answer: page(401), code: 'upstream_refused', asks: 1, goesOn: true, isLearnt: true },
  { what: '413 page', ask: READ, answer: page(413), code: 'upstream_refused', asks: 1, goesOn: true, isLearnt: true },
  {
    what: 'no history',
    ask: PAST,
    answer: error(-32011, 'Transaction history is not available from this node'),
    code: 'upstream_refused',
    asks: 1,
    goesOn: true,
  },
  {
    what: 'no slot history',
    ask: PAST,
    answer: error(-32021, 'Slot history is not available from this node'),
    code: 'upstream_refused',
    asks: 1,
    goesOn: true,
  },
  {
    what: 'scan broken off',
    ask: PROGRAM,
    answer: error(-32012, 'scan aborted'),
    code: 'upstream_refused',
    asks: 1,
    goesOn: true,
  },
  {
    what: 'version',
    ask: READ,
    answer: error(-32015, 'Transaction version (1) is not supported'),
    code: 'upstream_refused',
    asks: 1,
    goesOn: true,
  },
  {
    what: 'cursor of another',
    ask: PAST,
    answer: error(-32020, 'Filter transaction not found'),
    code: 'upstream_refused',
    asks: 1,
    goesOn: true,
  },
  {
    what: 'rewards period',
    ask: READ,
    answer: error(-32017, 'Epoch rewards period still active', { slot: 9 }),
    code: 'upstream_refused',
    asks: 1,
    goesOn: true,
  },
  {
    what: 'limit of the plan',
    ask: PROGRAM,
    answer: error(-32600, 'Request deprioritized due to number of accounts requested'),
    code: 'upstream_refused',
    asks: 1,
    goesOn: true,
  },
  // Of the question: every node would say so.
  {
    what: 'bad parameter',
    ask: READ,
    answer: error(-32602, 'Invalid param: too many requests'),
    code: 'upstream_refused',
    asks: 1,
    goesOn: false,
  },
  {
    what: 'preflight',
    ask: SEND,
    answer: error(-32002, 'Transaction simulation failed', { err: 'BlockhashNotFound', logs: [] }),
    code: 'upstream_refused',
    asks: 1,
    goesOn: false,
  },
  {
    what: 'bad signature',
    ask: SEND,
    answer: error(-32003, 'Transaction signature verification failure'),
    code: 'upstream_refused',
    asks: 1,
    goesOn: false,
  },
]

for (const { what, ask, answer, code, asks, goesOn, isLearnt } of ROWS)
  test(`${what}: ${goesOn ? 'the next node is asked' : 'final'}${isLearnt ? ' and the refusal learnt' : ''}`, async (t) => {
    const only = await startFakeNode(t, {}, { [ask.method]: answer })
    const alone = await ask.ask(openNodes(t, [only.url]).rpc)
    assert.deepEqual([!alone.ok && alone.code, only.count(ask.method)], [code, asks])
    const first = await startFakeNode(t, {}, { [ask.method]: answer })
    const second = await startFakeNode(t, {}, { [ask.method]: { result: ask.good } })
    const { rpc } = openNodes(t, [first.url, second.url])
    assert.equal((await ask.ask(rpc)).ok, goesOn)
    assert.deepEqual([first.count(ask.method), second.count(ask.method)], [1, goesOn ? 1 : 0])
    await new Promise((resolve) => setTimeout(resolve, 300))
    await ask.ask(rpc)
    assert.equal(first.count(ask.method), isLearnt ? 1 : 2)
  })

test('a slot without a block is none where all say so, and unknown where one was too hasty to say', async (t) => {
  const skipped = error(-32007, 'Slot 5 was skipped, or missing due to ledger jump to recent snapshot')
  const lost = error(-32009, 'Slot 5 was skipped, or missing in long-term storage')
  const blockOf = async (...answers: NodeAnswer[]) => {
    const nodes = await Promise.all(
      answers.map((answer, at) => startFakeNode(t, { first: at === 0 ? 900_000 : 0 }, { getBlock: answer })),
    )
    const { rpc } = openNodes(
      t,
      nodes.map(({ url }) => url),
    )
    return rpc.block(5)
  }
  assert.deepEqual(await blockOf(skipped), { ok: true, value: null })
  assert.deepEqual(await blockOf(skipped, lost), { ok: true, value: null })
  const hasty = await blockOf(lost, error(-32007, '15/second request limit reached'))
  assert.equal(!hasty.ok && hasty.code, 'upstream_rate_limited')
  const alone = await blockOf(error(-32007, '15/second request limit reached'))
  assert.equal(alone.ok, false, 'a block refused for haste is not a skipped slot')
  const pruned = await blockOf(error(-32001, 'Block 5 cleaned up, does not exist on node'))
  assert.equal(!pruned.ok && pruned.rpcCode, -32001)
})

/** A node whose HTTP front does things to arrays. */
async function arrayNode(
  t: TestContext,
  answerArray: (count: number) => { status: number; body: string; type?: string },
) {
  const sizes: number[] = []
  const node = await startLocalServer(({ body }, response) => {
    const json = JSON.parse(body)
    sizes.push(Array.isArray(json) ? json.length : 1)
    if (!Array.isArray(json)) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id: json.id, result: 7 }))
      return
    }
    const { status, body: text, type = 'application/json' } = answerArray(json.length)
    response.writeHead(status, { 'content-type': type }).end(text)
  })
  t.after(() => node.close())
  return { url: node.url, sizes }
}

test('where arrays are refused, whatever the shape, each call is made alone and arrays are left', async (t) => {
  const refusals = [
    {
      status: 403,
      body: '{"jsonrpc":"2.0","error":{"code":-32403,"message":"Batch requests are only for paid plans"}}',
    },
    { status: 200, body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Batch size limit exceeded"}}' },
    { status: 413, body: '<html>413</html>', type: 'text/html' },
    { status: 400, body: 'batch not supported', type: 'text/plain' },
  ]
  for (const refusal of refusals) {
    const node = await arrayNode(t, () => refusal)
    const { rpc } = openNodes(t, [node.url])
    const calls = Array.from({ length: 3 }, () => ({ method: 'getBlockHeight', params: [] }))
    for (let i = 0; i < 2; i++)
      assert.deepEqual(
        (await rpc.callMany(calls)).map((answer) => answer.ok && answer.value),
        [7, 7, 7],
        refusal.body,
      )
    assert.deepEqual(node.sizes, [3, 1, 1, 1, 1, 1, 1], refusal.body)
  }
})

test('a compressed reply is read, and one that breaks off is a failure', async (t) => {
  const reply = (id: number) => gzipSync(JSON.stringify({ jsonrpc: '2.0', id, result: 'x'.repeat(50_000) }))
  let isCut = false
  const node = await startLocalServer(({ body, headers }, response) => {
    assert.match(String(headers['accept-encoding']), /gzip/)
    const bytes = reply(JSON.parse(body).id)
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(isCut ? bytes.subarray(0, bytes.length - 20) : bytes)
  })
  t.after(() => node.close())
  const { rpc } = openNodes(t, [node.url])
  const whole = await rpc.call<string>('getVersion', [])
  assert(whole.ok && whole.value.length === 50_000)
  isCut = true
  const cut = await rpc.call('getVersion', [])
  assert.equal(!cut.ok && cut.code, 'upstream_failed')
})
