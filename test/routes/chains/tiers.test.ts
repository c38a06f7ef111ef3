import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CHAINS, chainOfKey } from '../../../src/chain/catalog/chains.ts'
import type { ChainTier } from '../../../src/contract/chain-catalog.ts'
import { measureChains } from '../../../src/jobs/measure-chains.ts'
import { measureChain } from '../../../src/services/chain-tiers/measure-chain.ts'
import { type ChainWorld, type SaidOfChain, startChainWorld } from '../../support/chain-world.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'

const MINUTE = 60_000
const HOUR = 3_600_000

/** What providers say of 30 chains, and the tier that spec 2.8 gives by hand. The pools are asked only where the pairs
 *  show no trade of this hour. */
const SAID: readonly (readonly [
  chain: string,
  pairs: SaidOfChain['pairs'],
  pools: SaidOfChain['pools'],
  security: SaidOfChain['security'],
  tier: ChainTier,
])[] = [
  ['ethereum', 'm5', 'none', 'whole', 'L3'],
  ['base', 'h1', 'none', 'whole', 'L3'],
  ['bsc', 'm5', 'fail', 'whole', 'L3'],
  ['arbitrum', 'm5', 'none', 'no holders', 'L2'],
  ['optimism', 'h1', 'none', 'no flags', 'L2'],
  ['polygon', 'm5', 'none', 'unknown', 'L2'],
  ['avalanche', 'h1', 'none', 'fail', 'L2'],
  ['sonic', 'h6', 'none', 'whole', 'L1'],
  ['fantom', 'h24', 'none', 'whole', 'L1'],
  ['gnosis', 'h6', 59 * MINUTE, 'whole', 'L3'],
  ['zksync', 'h24', 61 * MINUTE, 'whole', 'L1'],
  ['linea', 'none', 59 * MINUTE, 'whole', 'L3'],
  ['scroll', 'none', HOUR + 1_000, 'whole', 'L1'],
  ['blast', 'none', 24 * HOUR - MINUTE, 'whole', 'L1'],
  ['mantle', 'none', 24 * HOUR + MINUTE, 'whole', 'L0'],
  ['manta', 'none', 'idle', 'whole', 'L0'],
  ['opbnb', 'idle', 'none', 'whole', 'L0'],
  ['cronos', 'idle', 'idle', 'whole', 'L0'],
  ['harmony', 'none', 'none', 'whole', 'L0'],
  ['berachain', 'fail', 'fail', 'whole', 'L0'],
  ['unichain', 'fail', 5 * MINUTE, 'whole', 'L3'],
  ['world-chain', 'fail', 2 * HOUR, 'whole', 'L1'],
  ['soneium', 'h6', 'fail', 'whole', 'L1'],
  ['abstract', 'none', 'fail', 'whole', 'L0'],
  // Known to no security provider.
  ['mode', 'm5', 'none', 'whole', 'L2'],
  ['celo', 'h1', 'none', 'whole', 'L2'],
  ['moonbeam', 'h24', 2 * HOUR, 'whole', 'L1'],
  // Pools only.
  ['kaia', 'm5', 10 * MINUTE, 'whole', 'L2'],
  ['ronin', 'm5', 3 * HOUR, 'whole', 'L1'],
  // Known to nobody.
  ['songbird', 'm5', MINUTE, 'whole', 'L0'],
]

/** Of whom no provider has ever said anything. */
const UNHEARD = new Set(['berachain', 'abstract', 'songbird'])

let world: ChainWorld
let server: OpenServer
const list = successOf('GET /api/v2/chains')
const summary = successOf('GET /api/v2/chains/summary')
const one = successOf('GET /api/v2/chains/{chain}')
const get = (path: string) => server.get(path, { key: null })
const chainOf = (key: string) => chainOfKey(key)!

/** Lists are kept for 10 seconds. */
async function tiers(): Promise<Map<string, { tier: ChainTier; stale: boolean }>> {
  server.clock.push(11_000)
  const { chains } = list(await get('/api/v2/chains'))
  return new Map(chains.map((row: { chain: string; tier: ChainTier; stale: boolean }) => [row.chain, row]))
}

before(async () => {
  world = await startChainWorld(() => server.clock.nowMs())
  server = await openServer({
    MINTGLASS_MODE: 'live',
    DEXSCREENER_URL: world.url,
    GECKOTERMINAL_URL: world.url,
    GECKOTERMINAL_API_KEY: 'test',
    GOPLUS_URL: world.url,
    GOPLUS_API_KEY: 'test',
  })
  for (const [chain, pairs, pools, security] of SAID) world.said.set(chain, { pairs, pools, security })
})
after(async () => {
  await server?.stop()
  await world?.close()
})

test('before anything is measured every chain is L0 and says that nobody measured it', async () => {
  const reply = list(await get('/api/v2/chains'))
  assert(reply.count >= 118 && reply.count === reply.total)
  for (const row of reply.chains)
    assert.deepEqual([row.tier, row.measuredAt, row.stale], ['L0', null, false], row.chain)
  const counts = summary(await get('/api/v2/chains/summary'))
  assert.deepEqual([counts.total, counts.measured, counts.byTier.L0], [reply.count, 0, reply.count])
})

test('tiers of 30 chains are those that the rules of the specification give by hand', async () => {
  assert.equal(new Set(SAID.map(([chain]) => chain)).size, 30)
  for (const [chain] of SAID) {
    const before = world.seen.length
    const { attempts } = await measureChain(server.ctx, chainOf(chain), null)
    assert(attempts.length <= 6, chain)
    if (chain === 'songbird') assert.equal(world.seen.length, before)
  }
  const now = await tiers()
  for (const [chain, , , , tier] of SAID) assert.deepEqual([chain, now.get(chain)!.tier], [chain, tier])
  const counts = summary(await get('/api/v2/chains/summary'))
  const byHand = (...wanted: ChainTier[]) => SAID.filter(([, , , , tier]) => wanted.includes(tier)).length
  assert.equal(counts.priced, byHand('L1', 'L2', 'L3'))
  assert.equal(counts.market, byHand('L2', 'L3'))
  assert.equal(counts.forensics, byHand('L3'))
  assert.deepEqual([counts.tradeable, counts.services], [0, 0])
  const sum = Object.values(counts.byTier as Record<string, number>).reduce((total, count) => total + count, 0)
  assert.equal(sum, counts.total)
})

test('a filter by level lists the chains that meet it, and by family those of the family', async () => {
  const { chains, count, total } = list(await get('/api/v2/chains?meets=l2'))
  assert.equal(count, SAID.filter(([, , , , tier]) => tier === 'L2' || tier === 'L3').length)
  assert(total > count && chains.every((row: { meets: { L2: boolean } }) => row.meets.L2))
  const evm = list(await get('/api/v2/chains?family=EVM')).chains
  assert(evm.length > 100 && evm.every((row: { family: string }) => row.family === 'evm'))
})

test('one chain shows what its tier rests on: what was asked, the age of the newest trade, what failed', async () => {
  const gnosis = one(await get('/api/v2/chains/xdai'))
  assert.equal(gnosis.chain, 'gnosis')
  const { market, analysis, attempts } = gnosis.evidence
  assert.equal(market.source, 'geckoterminal')
  assert(market.newestTradeAgeMs >= 59 * MINUTE && market.newestTradeAgeMs < HOUR)
  assert.deepEqual([analysis.holders, analysis.security], [true, true])
  assert.deepEqual(
    attempts.map(({ source, result }: { source: string; result: string }) => `${source} ${result}`),
    ['dexscreener found', 'geckoterminal found', 'geckoterminal found', 'goplus found'],
  )
  const failing = one(await get('/api/v2/chains/berachain'))
  for (const { result, reason } of failing.evidence.attempts)
    assert(result === 'failed' && reason.length > 0 && !reason.includes('127.0.0.1'))
  const ethereum = one(await get('/api/v2/chains/1'))
  assert.deepEqual(
    [ethereum.evidence.market.newestTradeUnderMs, ethereum.evidence.market.newestTradeAgeMs],
    [5 * MINUTE, null],
  )
})

test('endpoints say which routes are served, and why the others are not', async () => {
  const served = async (chain: string) => {
    const { endpoints, meets } = one(await get(`/api/v2/chains/${chain}`))
    assert.equal(endpoints.length, 26)
    for (const row of endpoints) {
      assert.equal(row.served, row.reason === null)
      if (row.served) assert(meets[row.level], `${chain} ${row.path}`)
    }
    return endpoints.filter((row: { served: boolean }) => row.served).length
  }
  const [full, partial, none] = [await served('ethereum'), await served('sonic'), await served('songbird')]
  assert(full > partial && partial > none && none === 1, `${full} ${partial} ${none}`)
})

test('a chain that nobody measured is measured by the first question about it, and then not for five minutes', async () => {
  world.said.set('monad', { pairs: 'm5', pools: 'none', security: 'whole' })
  assert.equal(one(await get('/api/v2/chains/monad')).tier, 'L3')
  const asked = world.seen.length
  await Promise.all([get('/api/v2/chains/monad'), get('/api/v2/chains/eip155:143')])
  assert.equal(world.seen.length, asked)
})

test('callers who walk the catalog have six chains a minute measured, all together, and are refused nothing', async () => {
  server.clock.push(60_000)
  const unknown = CHAINS.filter(({ key, providerIds }) => {
    return providerIds.dexscreener !== undefined && server.ctx.store.chainMeasures.get(key) === undefined
  })
  assert(unknown.length > 30)
  const measured = () => unknown.filter(({ key }) => server.ctx.store.chainMeasures.get(key) !== undefined).length
  const walk = async () => {
    const replies = await Promise.all(unknown.map(({ key }) => get(`/api/v2/chains/${key}`)))
    for (const { status } of replies) assert.equal(status, 200)
  }
  await walk()
  assert.equal(measured(), 6)
  await walk()
  assert.equal(measured(), 6)
  server.clock.push(60_000)
  await walk()
  assert.equal(measured(), 12)
  const left = unknown.find(({ key }) => server.ctx.store.chainMeasures.get(key) === undefined)!
  const refused = await server.get(`/api/v2/chain/${left.key}/native-price`)
  assert.equal(refused.status, 501)
  assert.match(refused.json.evidence.reason, /not measured yet/)
})

test('evidence ages: after one missed round it is stale, after two it is gone; the failures of a provider hold it no longer', async () => {
  for (const [chain] of SAID) world.said.set(chain, { pairs: 'fail', pools: 'fail', security: 'fail' })
  server.clock.push(6 * HOUR)
  const fresh = await tiers()
  for (const [chain, , , , tier] of SAID)
    assert.deepEqual([fresh.get(chain)!.tier, fresh.get(chain)!.stale], [tier, false])
  for (const [chain] of SAID) await measureChain(server.ctx, chainOf(chain), null)
  server.clock.push(HOUR)
  const stale = await tiers()
  for (const [chain, , , , tier] of SAID)
    assert.deepEqual([chain, stale.get(chain)!.tier, stale.get(chain)!.stale], [chain, tier, !UNHEARD.has(chain)])
  server.clock.push(5.5 * HOUR)
  const gone = await tiers()
  for (const [chain] of SAID) assert.deepEqual([chain, gone.get(chain)!.tier], [chain, 'L0'])
  // Its newest trade was five minutes old then: the reason is the age of the evidence.
  const { evidence } = (await server.get('/api/v2/chain/ethereum/native-price')).json
  assert.match(
    evidence.reason,
    /^its tier is L0, and this needs what L1 proves: its newest evidence is 1[23] hours old$/,
  )
})

test('an answer without a trade lowers the tier at once, and none rises without a trade', async () => {
  world.said.set('ethereum', { pairs: 'm5', pools: 'none', security: 'whole' })
  await measureChain(server.ctx, chainOf('ethereum'), null)
  assert.equal((await tiers()).get('ethereum')!.tier, 'L3')
  world.said.set('ethereum', { pairs: 'h24', pools: 'none', security: 'whole' })
  await measureChain(server.ctx, chainOf('ethereum'), null)
  assert.equal((await tiers()).get('ethereum')!.tier, 'L1')
  world.said.set('ethereum', { pairs: 'none', pools: 'none', security: 'whole' })
  await measureChain(server.ctx, chainOf('ethereum'), null)
  assert.equal((await tiers()).get('ethereum')!.tier, 'L0')
  for (const pairs of ['idle', 'none', 'fail'] as const) {
    world.said.set('ethereum', { pairs, pools: 'idle', security: 'whole' })
    await measureChain(server.ctx, chainOf('ethereum'), null)
    assert.equal((await tiers()).get('ethereum')!.tier, 'L0', pairs)
  }
})

test('the job measures a few due chains at a time, each once in six hours', async () => {
  const first = await measureChains(server.ctx)
  assert(first.ok && first.value.measured === 3)
  let rounds = 0
  for (;;) {
    const run = await measureChains(server.ctx)
    assert(run.ok)
    if (run.value.measured === 0) break
    assert(run.value.measured <= 3 && ++rounds < 100)
  }
  server.clock.push(6 * HOUR)
  const again = await measureChains(server.ctx)
  assert(again.ok && again.value.measured === 3)
})

test('resolve: every kind of spelling, candidates for an ambiguous text, suggestions for an unknown one', async () => {
  const resolve = successOf('GET /api/v2/chains/resolve')
  for (const [q, chain, matched] of [
    ['base', 'base', 'key'],
    ['ETH', 'ethereum', 'alias'],
    ['OP Mainnet', 'optimism', 'name'],
    ['8453', 'base', 'eip155'],
    ['evm:56', 'bsc', 'eip155'],
    ['eip155:1', 'ethereum', 'eip155'],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana', 'caip2'],
    ['polygon_pos', 'polygon', 'providerId'],
    ['geckoterminal:eth', 'ethereum', 'providerId'],
  ] as const) {
    const found = resolve(await get(`/api/v2/chains/resolve?q=${encodeURIComponent(q)}`))
    assert.deepEqual([found.chain, found.matched], [chain, matched], q)
  }
  const ambiguous = await get('/api/v2/chains/resolve?q=bch')
  assert.equal(ambiguous.status, 400)
  assert.deepEqual(ambiguous.json.candidates.map(({ chain }: { chain: string }) => chain).sort(), [
    'bitcoin-cash',
    'smartbch',
  ])
  const unknown = await get('/api/v2/chains/resolve?q=etherum')
  assert.equal(unknown.status, 404)
  assert.deepEqual([unknown.json.error, unknown.json.suggestions[0]], ['unknown chain', 'ethereum'])
  assertFails(await get('/api/v2/chains/resolve'), 400, 'q required')
  assert.equal((await get('/api/v2/chains/nowhere-at-all')).status, 404)
})
