import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { NODE_SET } from '../../../../src/config/node-set.ts'
import { REFUSED_METHOD_MS, REFUSED_STATUS_MS } from '../../../../src/config/upstream-limits.ts'
import { runInScope } from '../../../../src/runtime/request-scope.ts'
import { type NodeAnswer, openNodes, startFakeNode } from '../../../support/several-nodes.ts'

const PROGRAM = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8'
const MINT = 'So11111111111111111111111111111111111111112'
const DOWN = 'http://127.0.0.1:9'
const EXCLUDED: NodeAnswer = { error: { code: -32010, message: 'excluded from account secondary indexes' } }
const said = (value: unknown): NodeAnswer => ({ result: value })

test('a scan that one node refuses is asked of the next, and of that one alone from then on', async (t) => {
  const first = await startFakeNode(t, {}, { getProgramAccounts: EXCLUDED })
  const second = await startFakeNode(t, {}, { getProgramAccounts: said([]) })
  const { rpc, clock } = openNodes(t, [first.url, second.url])
  for (let i = 0; i < 3; i++) {
    const scan = await rpc.programAccounts(PROGRAM, { filters: [] })
    assert(scan.ok, JSON.stringify(scan))
  }
  assert.deepEqual([first.count('getProgramAccounts'), second.count('getProgramAccounts')], [1, 3])
  // Of another program the first may still know: refusals are of one program.
  await rpc.programAccounts(MINT, { filters: [] })
  assert.equal(first.count('getProgramAccounts'), 2)
  clock.push(REFUSED_METHOD_MS)
  await rpc.programAccounts(PROGRAM, { filters: [] })
  assert.equal(first.count('getProgramAccounts'), 3)
})

test('where all refuse, the refusal and its code are the answer', async (t) => {
  const nodes = [
    await startFakeNode(t, {}, { getProgramAccounts: EXCLUDED }),
    await startFakeNode(t, {}, { getProgramAccounts: { error: { code: -32601, message: 'Method not found' } } }),
  ]
  const { rpc } = openNodes(
    t,
    nodes.map(({ url }) => url),
  )
  const scan = await rpc.programAccounts(PROGRAM, { filters: [] })
  assert.deepEqual(!scan.ok && [scan.code, scan.rpcCode], ['upstream_refused', -32010])
})

test('what a node is not asked for by SOLANA_RPC_ROLES goes to the others', async (t) => {
  const nodes = await Promise.all([startFakeNode(t, {}), startFakeNode(t, {}), startFakeNode(t, {})])
  const { rpc } = openNodes(
    t,
    nodes.map(({ url }) => url),
    { roles: [['reads'], ['scans', 'history'], ['sends']] },
  )
  await rpc.call('getBlockHeight', [])
  await rpc.call('sendTransaction', ['AA=='])
  await rpc.programAccounts(PROGRAM, { filters: [] })
  await rpc.transaction('sig')
  const counts = (method: string) => nodes.map((node) => node.count(method))
  assert.deepEqual(counts('getBlockHeight'), [1, 0, 0])
  assert.deepEqual(counts('sendTransaction'), [0, 0, 1])
  assert.deepEqual(counts('getProgramAccounts'), [0, 1, 0])
  assert.deepEqual(counts('getTransaction'), [0, 1, 0])
})

test('a node that is down, answers 429 or a page with 503 is passed over at once', async (t) => {
  const faults: NodeAnswer[] = [
    { status: 429, headers: { 'retry-after': '20' } },
    { status: 503, body: '<html>no healthy upstream</html>' },
    { error: { code: -32005, message: 'Node is behind by 42 slots', data: { numSlotsBehind: 42 } } },
    { error: { code: -32429, message: 'too many requests' } },
  ]
  const second = await startFakeNode(t, {}, { getBlockHeight: said(5) })
  // No node is overtaken here, so that only a fault leads to the next.
  const { slowMs } = NODE_SET
  overtakeAfter(t, 600_000)
  for (const fault of faults) {
    const first = await startFakeNode(t, {}, { getBlockHeight: fault })
    const { rpc } = openNodes(t, [first.url, second.url])
    const startedMs = performance.now()
    assert.deepEqual(await rpc.call('getBlockHeight', []), { ok: true, value: 5 }, JSON.stringify(fault))
    assert.equal(first.count('getBlockHeight'), 1)
    assert(performance.now() - startedMs < slowMs, 'it did not wait for the 20 s that the first names')
  }
  const { rpc } = openNodes(t, [DOWN, second.url])
  assert.deepEqual(await rpc.call('getBlockHeight', []), { ok: true, value: 5 })
})

test('a node that does not answer is overtaken, and stands behind for a while', async (t) => {
  const first = await startFakeNode(t, {}, { getBlockHeight: 'silence' })
  const second = await startFakeNode(t, {}, { getBlockHeight: said(5) })
  const { rpc } = openNodes(t, [first.url, second.url])
  const startedMs = performance.now()
  assert.deepEqual(await rpc.call('getBlockHeight', []), { ok: true, value: 5 })
  assert(performance.now() - startedMs >= NODE_SET.slowMs - 50)
  // The second question is not held up: no node would be overtaken any more.
  const { slowMs } = NODE_SET
  overtakeAfter(t, 600_000)
  assert.deepEqual(await rpc.call('getBlockHeight', []), { ok: true, value: 5 })
  assert(performance.now() - startedMs < 2 * slowMs, 'the second question is not held up')
  assert.equal(first.count('getBlockHeight'), 1)
})

test('a lagging node is left out of reads that need the newest state, and still serves the past', async (t) => {
  const first = await startFakeNode(t, { head: 1_000 }, { getBlockHeight: said(1), getTransaction: said(null) })
  const second = await startFakeNode(t, { head: 1_000 + NODE_SET.lagSlots + 1 }, { getBlockHeight: said(2) })
  const { rpc } = openNodes(t, [first.url, second.url], { roles: [null, ['reads', 'scans', 'sends']] })
  await rpc.call('getBlockHeight', [])
  while (second.count('getGenesisHash') === 0 || first.count('getGenesisHash') === 0) await turn()
  await turnsOfLoop()
  assert.deepEqual(await rpc.call('getBlockHeight', []), { ok: true, value: 2 })
  assert.deepEqual(await rpc.transaction('sig'), { ok: true, value: null })
  assert.equal(first.count('getTransaction'), 1)
})

test('a node of another chain is never asked', async (t) => {
  const first = await startFakeNode(t, {}, { getBlockHeight: { status: 503 } })
  const other = await startFakeNode(t, { genesis: 'devnet', head: 9_000_000 }, { getBlockHeight: said(5) })
  const { rpc, lines } = openNodes(t, [first.url, other.url])
  assert.equal((await rpc.call('getBlockHeight', [])).ok, false)
  assert.equal(other.count('getBlockHeight'), 0)
  assert(lines.some((line) => line.includes('a node of another chain is left out') && line.includes('solanaRpc 2')))
})

test('"there is none" of a pruned node is asked of the one that reaches further back', async (t) => {
  const row = { signature: 's', slot: 7, err: null }
  const first = await startFakeNode(
    t,
    { first: 900_000 },
    {
      getSignaturesForAddress: said([row]),
      getTransaction: said(null),
      getBlock: { error: { code: -32009, message: '' } },
    },
  )
  const second = await startFakeNode(
    t,
    { first: 0 },
    { getSignaturesForAddress: said([row, { ...row, signature: 'older' }]), getTransaction: said({ not: 'one' }) },
  )
  const { rpc } = openNodes(t, [first.url, second.url])
  await rpc.call('getBlockHeight', [])
  while (second.count('getFirstAvailableBlock') === 0 || first.count('getFirstAvailableBlock') === 0) await turn()
  await turnsOfLoop()
  const page = await rpc.signaturesOf(MINT)
  assert.equal(page.ok && page.value.length, 2)
  assert.equal(first.count('getSignaturesForAddress'), 0)
  await rpc.transaction('sig')
  await rpc.block(5)
  assert.deepEqual([second.count('getTransaction'), second.count('getBlock')], [1, 1])
})

test('"there is none" does not count where the node that reaches further back fails', async (t) => {
  const first = await startFakeNode(t, { first: 900_000 }, { getTransaction: said(null) })
  const second = await startFakeNode(t, { first: 0 }, { getTransaction: { status: 503 } })
  const { rpc } = openNodes(t, [first.url, second.url])
  await rpc.call('getBlockHeight', [])
  while (second.count('getFirstAvailableBlock') === 0 || first.count('getFirstAvailableBlock') === 0) await turn()
  await turnsOfLoop()
  const answer = await rpc.transaction('sig')
  assert.equal(answer.ok, false)
})

test('of an array each call goes to a node that gives it, and what one fails is asked of the next', async (t) => {
  const first = await startFakeNode(t, {}, { a: said(1), b: EXCLUDED })
  const second = await startFakeNode(t, {}, { a: said(-1), b: said(2) })
  const { rpc } = openNodes(t, [first.url, second.url])
  const calls = [
    { method: 'a', params: [] },
    { method: 'b', params: [] },
  ]
  for (let i = 0; i < 2; i++)
    assert.deepEqual(await rpc.callMany(calls), [
      { ok: true, value: 1 },
      { ok: true, value: 2 },
    ])
  assert.deepEqual([first.count('b'), second.count('a')], [1, 0])
})

test('where the first has used up what it allows, the next is asked instead of waiting', async (t) => {
  const nodes = await Promise.all([startFakeNode(t, {}), startFakeNode(t, {})])
  const { rpc } = openNodes(
    t,
    nodes.map(({ url }) => url),
    { per10s: 10 },
  )
  const startedMs = performance.now()
  const scope = { requestId: 'r', route: '/x', keyId: 1, upstreamCalls: 0, upstreamCostUsd: 0 }
  for (let i = 0; i < 20; i++) await runInScope(scope, () => rpc.call('getBlockHeight', []))
  assert(performance.now() - startedMs < 3_000, 'no one waited for the 10 s to end')
  assert(nodes[0]!.count('getBlockHeight') >= 5 && nodes[0]!.count('getBlockHeight') <= 9)
  assert.equal(nodes[1]!.count('getBlockHeight'), 20 - nodes[0]!.count('getBlockHeight'))
  assert.equal(scope.upstreamCalls, 20, 'looks at the heads are charged to no request')
})

test('a transaction is sent once where the first node takes it, and a refused one is not tried elsewhere', async (t) => {
  const preflight: NodeAnswer = { error: { code: -32002, message: 'Transaction simulation failed' } }
  const first = await startFakeNode(t, {}, { sendTransaction: preflight, requestAirdrop: { status: 503 } })
  const second = await startFakeNode(t, {}, { sendTransaction: said('sig'), requestAirdrop: said('sig') })
  const { rpc } = openNodes(t, [first.url, second.url])
  const sent = await rpc.call('sendTransaction', ['AA=='])
  assert.equal(!sent.ok && sent.rpcCode, -32002)
  await rpc.call('requestAirdrop', [MINT, 1])
  assert.deepEqual([second.count('sendTransaction'), second.count('requestAirdrop')], [0, 0])
  assert.equal(first.count('requestAirdrop'), 1)
})

test('a relayed body goes on to the next node where the first cannot be reached or refuses with a status', async (t) => {
  const first = await startFakeNode(t, {}, { getBlockHeight: { status: 403, body: '<html>forbidden</html>' } })
  const second = await startFakeNode(t, {}, { getBlockHeight: said(5) })
  const body = Buffer.from('{"jsonrpc":"2.0","id":7,"method":"getBlockHeight"}')
  for (const url of [first.url, DOWN]) {
    const { rpc, open } = openNodes(t, [url, second.url])
    for (const node of [rpc, open]) {
      const answer = await node.relay(body, { maxBytes: 10_000, timeoutMs: 5_000 })
      assert(answer.ok)
      assert.deepEqual(JSON.parse(Buffer.from(answer.value.body).toString()), { jsonrpc: '2.0', id: 7, result: 5 })
    }
  }
})

test('no part of an address but its host is in a log line or a failure', async (t) => {
  const secret = 'k3y-0f-th3-n0d3'
  const second = await startFakeNode(t, { genesis: 'other' }, {})
  const urls = [`${DOWN}/${secret}?api-key=${secret}`, `${second.url}/${secret}`]
  const { rpc, lines } = openNodes(t, urls, {
    more: [{ url: urls[1]!, apiKey: secret, per10s: null }],
  })
  const failures = [
    await rpc.call('getSlot', []),
    await rpc.programAccounts(PROGRAM, { filters: [] }),
    ...(await rpc.callMany([{ method: 'getSlot', params: [] }])),
    await rpc.relay(Buffer.from('{}'), { maxBytes: 100 }),
  ]
  assert(lines.length > 0)
  assert(!JSON.stringify([lines, failures]).includes(secret))
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Until answers that have been sent are read and looked at, however long a turn lasts. */
async function turnsOfLoop(): Promise<void> {
  for (let turns = 0; turns < 30; turns++) await new Promise((resolve) => setTimeout(resolve, 1))
}

/** From now on, until the test ends, an unanswered question goes to the next node after so long. */
function overtakeAfter(t: TestContext, slowMs: number): void {
  const before = NODE_SET.slowMs
  Object.assign(NODE_SET, { slowMs })
  t.after(() => Object.assign(NODE_SET, { slowMs: before }))
}

test('a bare status is believed for a minute, a code for ten', async (t) => {
  const first = await startFakeNode(t, {}, { getProgramAccounts: { status: 403 } })
  const second = await startFakeNode(t, {}, { getProgramAccounts: said([]) })
  const { rpc, clock } = openNodes(t, [first.url, second.url])
  for (let i = 0; i < 2; i++) await rpc.programAccounts(PROGRAM, { filters: [] })
  assert.equal(first.count('getProgramAccounts'), 1)
  clock.push(REFUSED_STATUS_MS)
  await rpc.programAccounts(PROGRAM, { filters: [] })
  assert.equal(first.count('getProgramAccounts'), 2)
})
