import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createSolanaChain } from '../../../src/chain/solana/chain.ts'
import { PROVIDERS } from '../../../src/config/providers.ts'
import { LANE_HASTE, RELAY_LIMITS, SCAN_LIMITS, UPSTREAM_TUNING } from '../../../src/config/upstream-limits.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { createOrigins } from '../../../src/runtime/origins.ts'
import { asServer, inLane, type RequestScope, runInScope } from '../../../src/runtime/request-scope.ts'
import { sendJson, startLocalServer } from '../../support/local-server.ts'
import { keptLog } from '../../support/test-client.ts'

const WALLET = '11111111111111111111111111111111'

/** A node whose calls named here are held until the test ends, or refused for haste so often. */
async function nodeOf(
  t: TestContext,
  { held = [], refused = {} }: { held?: string[]; refused?: Record<string, number> },
) {
  const seen: string[] = []
  const node = await startLocalServer(({ body }, response) => {
    const { id, method } = JSON.parse(body)
    seen.push(method)
    if (held.includes(method)) return
    if ((refused[method] ?? 0) > 0) {
      refused[method]!--
      sendJson(response, {}, 429, { 'retry-after': '20' })
    } else sendJson(response, { jsonrpc: '2.0', id, result: 7 })
  })
  const [clock, metrics] = [systemClock(), createMetrics()]
  const origins = createOrigins({ clock })
  t.after(async () => {
    await origins.close()
    await node.close()
  })
  const { rpc } = createSolanaChain({
    config: { providers: { solanaRpc: { url: node.url, apiKey: null } } },
    clock,
    log: keptLog().log,
    metrics,
    origins,
  })
  assert(rpc !== null)
  const count = (method: string): number => seen.filter((one) => one === method).length
  const reached = async (method: string, most: number): Promise<void> => {
    while (count(method) < most) await new Promise((resolve) => setImmediate(resolve))
  }
  return { rpc, seen, count, reached }
}

function scope(party: string, lane: 'trading' | 'reads' = 'reads'): RequestScope {
  return { requestId: party, route: '/x', keyId: 1, party, lane, upstreamCalls: 0, upstreamCostUsd: 0 }
}

const trading = <T>(work: () => T): T => runInScope(scope('key:trader', 'trading'), work)

test('full lanes of scans and reads leave the lane of trading empty, and scans leave reads alone', async (t) => {
  const { rpc, count, reached } = await nodeOf(t, { held: ['getProgramAccounts', 'slowRead'] })
  const gone = new AbortController()
  const { signal } = gone
  const scans = Array.from({ length: 40 }, (_, at) =>
    runInScope(scope(`key:${at % 4}`), () => rpc.programAccounts(WALLET, { filters: [], signal })),
  )
  await reached('getProgramAccounts', SCAN_LIMITS.maxConcurrent)
  assert.deepEqual(await rpc.call('getSlot', []), { ok: true, value: 7 })
  const reads = Array.from({ length: PROVIDERS.solanaRpc.limits.maxConcurrent + 1 }, (_, at) =>
    runInScope(scope(`key:${at % 4}`), () => rpc.call('slowRead', [], { signal })),
  )
  await reached('slowRead', PROVIDERS.solanaRpc.limits.maxConcurrent)
  for (const method of ['sendTransaction', 'simulateTransaction', 'getLatestBlockhash', 'getSignatureStatuses'])
    assert.deepEqual(await trading(() => rpc.call(method, [])), { ok: true, value: 7 }, method)
  assert.deepEqual(await inLane('trading', () => rpc.call('getSlot', [])), { ok: true, value: 7 })
  assert.deepEqual(await asServer('trading', () => rpc.call('getSlot', [])), { ok: true, value: 7 })
  // The scans that a trade needs have their own room as well.
  void trading(() => rpc.programAccounts(WALLET, { filters: [], signal }))
  await reached('getProgramAccounts', SCAN_LIMITS.maxConcurrent + 1)
  assert.equal(count('slowRead'), PROVIDERS.solanaRpc.limits.maxConcurrent)
  gone.abort()
  await Promise.all([...scans, ...reads])
})

test('free keys together leave places of reads, scans and relayed calls to those who pay', async (t) => {
  const held = ['getProgramAccounts', 'slowRead', 'relayed']
  const { rpc, count, reached } = await nodeOf(t, { held })
  const gone = new AbortController()
  const { signal } = gone
  const body = Buffer.from('{"id":1,"method":"relayed"}')
  const lanes = [
    ['getProgramAccounts', SCAN_LIMITS, () => rpc.call('getProgramAccounts', [], { signal })],
    ['slowRead', PROVIDERS.solanaRpc.limits, () => rpc.call('slowRead', [], { signal })],
    ['relayed', RELAY_LIMITS, () => rpc.relay(body, { maxBytes: 1_000, signal })],
  ] as const
  const calls: Promise<unknown>[] = []
  for (const [method, { maxConcurrent }, ask] of lanes) {
    const free = maxConcurrent * UPSTREAM_TUNING.freePlaces
    for (let at = 0; at < 2 * maxConcurrent; at++)
      calls.push(runInScope({ ...scope(`key:free-${at % 4}`), isFree: true }, ask))
    await reached(method, free)
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.equal(count(method), free, method)
    for (let at = 0; at < maxConcurrent; at++) calls.push(runInScope(scope(`key:paid-${at % 4}`), ask))
    await reached(method, maxConcurrent)
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.equal(count(method), maxConcurrent)
  }
  gone.abort()
  await Promise.all(calls)
})

test('a key with few scans is served before the crowd of another', async (t) => {
  const { rpc, seen, reached } = await nodeOf(t, { held: ['getProgramAccounts'] })
  const gone = new AbortController()
  const first = new AbortController()
  const scan = (party: string, signal: AbortSignal) =>
    runInScope(scope(party), () => rpc.call('getProgramAccounts', [party], { signal }))
  const crowd = [
    scan('key:crowd', first.signal),
    ...Array.from({ length: 30 }, () => scan('key:crowd', gone.signal)),
    scan('key:other', gone.signal),
    scan('key:other', gone.signal),
  ]
  await reached('getProgramAccounts', SCAN_LIMITS.maxConcurrent)
  const late = runInScope(scope('key:late'), () => rpc.call('getTokenAccountsByOwner', [], { signal: gone.signal }))
  first.abort()
  assert.deepEqual(await late, { ok: true, value: 7 })
  assert.equal(seen.length, SCAN_LIMITS.maxConcurrent + 1)
  gone.abort()
  await Promise.all(crowd)
})

test('refused for haste, what moves money goes on trying while the cheaper lanes rest', async (t) => {
  const refused = { simulateTransaction: 3 }
  const { rpc, count } = await nodeOf(t, { refused })
  const startMs = performance.now()
  const simulated = await trading(() => rpc.call('simulateTransaction', [], { timeoutMs: 5_000 }))
  assert.deepEqual(simulated, { ok: true, value: 7 })
  assert.equal(count('simulateTransaction'), 4)
  assert(performance.now() - startMs < 4 * LANE_HASTE.trading.maxPauseMs + 2_000, 'it did not wait for 20 s')
  // The last refusal is fresh: a scan has to wait its rest, with or without a Retry-After.
  const atMs = performance.now()
  assert.deepEqual(await rpc.call('getSupply', [], { timeoutMs: 5_000 }), { ok: true, value: 7 })
  assert(performance.now() - atMs > LANE_HASTE.scans.restMs / 2, 'scans rest')
})

test('a Retry-After holds back the lane that was refused and no dearer one', async (t) => {
  const { rpc, count } = await nodeOf(t, { refused: { getProgramAccounts: 1, getSlot: 1 } })
  const scan = await rpc.call('getProgramAccounts', [], { timeoutMs: 300 })
  assert.equal(scan.ok ? '' : scan.code, 'upstream_rate_limited')
  const read = await rpc.call('getSlot', [], { timeoutMs: 300 })
  assert.equal(read.ok ? '' : read.code, 'upstream_rate_limited')
  assert.deepEqual(await trading(() => rpc.call('getSlot', [], { timeoutMs: 300 })), { ok: true, value: 7 })
  assert.deepEqual(await trading(() => rpc.call('getProgramAccounts', [], { timeoutMs: 900 })), { ok: true, value: 7 })
  const again = await rpc.call('getSlot', [], { timeoutMs: 300 })
  assert.equal(again.ok ? '' : again.code, 'upstream_rate_limited')
  assert.deepEqual([count('getProgramAccounts'), count('getSlot')], [2, 2])
})
