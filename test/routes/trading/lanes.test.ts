import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { PROVIDERS } from '../../../src/config/providers.ts'
import { SCAN_LIMITS, SCAN_REQUESTS } from '../../../src/config/upstream-limits.ts'
import { laneOf } from '../../../src/routes/define-route.ts'
import { ROUTES } from '../../../src/routes/index.ts'
import { runInScope } from '../../../src/runtime/request-scope.ts'
import { assertFails } from '../../support/reply-check.ts'
import { nobody, openTradeLab, type TradeLab, traded } from './trade-lab.ts'

let lab: TradeLab
before(async () => {
  lab = await openTradeLab({}, { isNew: true })
})
after(() => lab?.stop())

/** Attempts so far, by the client that made them. */
async function attempts(): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {}
  const lines = (await lab.api.ctx.metrics.expose()).split('\n')
  for (const line of lines) {
    const [, client, count] =
      /^mintglass_upstream_attempts_total\{provider="(solanaRpc[^"]*)".*\} (\d+)$/.exec(line) ?? []
    if (client !== undefined) found[client] = (found[client] ?? 0) + Number(count)
  }
  return found
}

test('what moves money takes the lane of trading, and nothing else does', () => {
  const inTrading = ROUTES.filter((route) => laneOf(route) === 'trading')
  assert.deepEqual(inTrading.map(({ method, path }) => `${method} ${path}`).sort(), [
    'POST /v1/trade/broadcast',
    'POST /v1/trade/buy',
    'POST /v1/trade/buy-multi-hop',
    'POST /v1/trade/sell',
    'POST /v1/trade/sell-multi-hop',
    'POST /v1/wallets',
    'POST /v1/wallets/{id}/withdraw',
  ])
})

test('only what serves landings and trades enters that lane beside the routes, and only the chain opens clients of the node', async () => {
  const found: Record<string, string[]> = { entering: [], opening: [], lanes: [] }
  for await (const path of glob('src/**/*.ts')) {
    const text = readFileSync(path, 'utf8')
    if (/(inLane|asServer)\('trading'/.test(text)) found['entering']!.push(path)
    if (/\bcreateLaneClients\(parts/.test(text)) found['opening']!.push(path)
    if (/\blane: 'trading'/.test(text)) found['lanes']!.push(path)
    assert(!/createProviderClient\([^)]*'solanaRpc'/.test(text), `${path} opens a client beside the lanes`)
  }
  assert.deepEqual(found['entering']!.sort(), [
    'src/services/landing/chain-watch.ts',
    'src/services/landing/land.ts',
    'src/services/trade-pools/hot-chain.ts',
  ])
  assert.deepEqual(found['opening']!.sort(), ['src/chain/solana/chain.ts', 'src/runtime/provider-client.ts'])
  assert.deepEqual(found['lanes'], [])
})

test('a trade and a withdrawal go their way, from the first look to the landing, while reads and scans are full to the brim', async () => {
  await lab.user('alice')
  const { mint } = [...lab.coins.values()][0]!
  const wallets = await lab.api.get('/v1/wallets', { userRef: 'alice' })
  const { id } = wallets.json.wallets.find((one: { user_ref: string }) => one.user_ref === 'alice')
  const crowd = await fillCheapLanes()
  const start = await attempts()
  traded('buy', await lab.trade('buy', { mint, amount_in: 0.05 }, { userRef: 'alice' }))
  const paid = await lab.post(`/v1/wallets/${id}/withdraw`, { to: nobody(), amount: '2000000' })
  assert.equal(paid.status, 200, paid.text)
  const end = await attempts()
  assert.equal(crowd.ended, 0, 'the crowd still holds its lanes')
  assert((end['solanaRpc trading'] ?? 0) - (start['solanaRpc trading'] ?? 0) > 5)
  assert((end['solanaRpc trading scans'] ?? 0) > (start['solanaRpc trading scans'] ?? 0), 'the coin was looked for')
  await crowd.leave()
})

test('a scan uses the lane of scans, and the lane of trading only for what is everyone’s', async () => {
  const start = await attempts()
  const startMs = performance.now()
  const scanned = await lab.api.get(`/v1/refund/scan?wallet=${nobody()}`)
  assert.equal(scanned.status, 200, scanned.text)
  const discovered = await lab.api.get(`/v1/test/discover?mint=${[...lab.coins.values()][1]!.mint}`)
  assert.equal(discovered.status, 200, discovered.text)
  const end = await attempts()
  assert((end['solanaRpc scans'] ?? 0) > (start['solanaRpc scans'] ?? 0))
  assert.equal(end['solanaRpc trading scans'], start['solanaRpc trading scans'])
  // The newest blockhash and the clock, which are read again while a busy machine takes its time.
  const rereads = 2 * Math.ceil((performance.now() - startMs) / 1_000)
  assert((end['solanaRpc trading'] ?? 0) - (start['solanaRpc trading'] ?? 0) <= 2 + rereads)
})

/** Calls that hold every place of reads and scans until they are let go. */
async function fillCheapLanes() {
  const held = { getSupply: SCAN_LIMITS.maxConcurrent, getVersion: PROVIDERS.solanaRpc.limits.maxConcurrent }
  const gone = new AbortController()
  const crowd = { ended: 0, leave: async (): Promise<void> => {} }
  const calls: Promise<unknown>[] = []
  for (const [method, count] of Object.entries(held)) {
    await lab.sandbox.control('POST', '/faults', { provider: 'rpc', match: method, kind: 'delay', delayMs: 60_000 })
    for (let at = 0; at < count; at++) {
      const scope = {
        requestId: 'r',
        route: '/x',
        keyId: 1,
        party: `key:${at % 4}`,
        upstreamCalls: 0,
        upstreamCostUsd: 0,
      }
      const call = runInScope(scope, () =>
        lab.api.ctx.chain.rpc!.call(method, [], { timeoutMs: 60_000, signal: gone.signal }),
      )
      calls.push(call.then(() => crowd.ended++))
    }
  }
  crowd.leave = async () => {
    gone.abort()
    await Promise.all(calls)
    await lab.sandbox.control('DELETE', '/faults')
  }
  return crowd
}

test('scans of one key beyond its part are refused with a hint, and no other key is', async () => {
  const keys = ['scanner-1', 'scanner-2']
  for (const key of keys)
    lab.api.ctx.store.apiKeys.addVolatile(`mg_test_${key}`, { label: key, tier: 'data', limitPer10s: 1_000 })
  const fault = { provider: 'rpc', match: 'getProgramAccounts', kind: 'delay', delayMs: 1_500 }
  await lab.sandbox.control('POST', '/faults', fault)
  try {
    const scan = (key: string) => lab.api.get(`/v1/refund/scan?wallet=${nobody()}`, { key: `mg_test_${key}` })
    const crowd = Array.from({ length: SCAN_REQUESTS.ofOne.data + 3 }, () => scan('scanner-1'))
    const other = scan('scanner-2')
    const replies = await Promise.all(crowd)
    const refused = replies.filter(({ status }) => status === 429)
    assert.equal(refused.length, 3)
    for (const reply of refused) {
      assertFails(reply, 429, 'at most 2 scans of one key at a time')
      assert.equal(reply.headers['retry-after'], String(SCAN_REQUESTS.retryAfterSec))
    }
    assert.equal(replies.filter(({ status }) => status === 200).length, SCAN_REQUESTS.ofOne.data)
    assert.equal((await other).status, 200)
    assert.equal((await scan('scanner-1')).status, 200, 'room is given back')
    assert(SCAN_LIMITS.ofOne!.maxConcurrent < SCAN_LIMITS.maxConcurrent)
  } finally {
    await lab.sandbox.control('DELETE', '/faults')
  }
})
