import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { chainOfKey } from '../../../src/chain/catalog/chains.ts'
import type { Context } from '../../../src/context.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import type { LaunchEvent } from '../../../src/contract/tape-event.ts'
import { askChain } from '../../../src/services/chain-surface/ask-chain.ts'
import { dueChains } from '../../../src/services/chain-tiers/due-chains.ts'
import { measureTape } from '../../../src/services/chain-tiers/measure-tape.ts'
import type { TipPrices } from '../../../src/upstreams/landing-capabilities.ts'
import { openFollower } from '../../support/kept-tape.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { type PublishedToken, publishedTokens } from '../../support/published-tokens.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { untilServing } from '../../support/until-serving.ts'

/* The generic surface of Solana beside the Solana routes: one world, the same answers. */

let sandbox: StartedSandbox
let server: OpenServer
let token: PublishedToken

before(async () => {
  sandbox = await sharedSandbox()
  server = await openFollower(sandbox.urls['rpc']!)
  await untilServing(server)
  token = (await publishedTokens(sandbox))[0]!
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const generic = async (suffix: string, name: string) => {
  const reply = await server.get(`/api/v2/chain/sol${suffix}`)
  return successOf(`GET /api/v2/chain/{chain}${name}`)(reply)
}
const own = async (path: string) => {
  const { status, json } = await server.get(path)
  assert.equal(status, 200, path)
  return json
}

test('the tier of Solana is that of its own tape', async () => {
  const chain = await generic('', '')
  assert.equal(chain.evidence.market.source, 'tape')
  assert(chain.evidence.market.newestTradeAgeMs < 3_600_000)
  assert(chain.meets.L2 && chain.meets.L1)
  const trades = await own(`/api/v2/first-party/tokens/solana/${token.mint}/trades?limit=1`)
  assert(trades.count > 0)
})

test('before the tape has begun the routes say so and when to come back, and call nothing unsupported', async () => {
  const url = sandbox.urls['rpc']!
  const waiting = await openServer({ SANDBOX_URL: url, INGEST_MODE: 'process' })
  const off = await openServer({ SANDBOX_URL: url, INGEST_MODE: 'off' })
  try {
    for (const suffix of ['/tokens/new', '/fees', `/tokens/${token.mint}/trades`]) {
      const early = await waiting.get(`/api/v2/chain/sol${suffix}`)
      assertFails(early, 503, 'solana is not read yet: no block has been read yet')
      assert.equal(early.json.code, 'not_ready')
      assert.equal(early.headers['retry-after'], '5')
    }
    const refused = await off.get('/api/v2/chain/sol/tokens/new')
    assert.equal(refused.json.code, 'unsupported_on_chain', refused.text)
  } finally {
    await waiting.stop()
    await off.stop()
  }
})

test('while the follower reads blocks of two hours ago the answer is when to come back; a tape that stands still is a 501', async () => {
  const { ctx } = server
  const { store } = ctx
  const nowMs = ctx.clock.nowMs() + 2 * 3_600_000
  const clock = { ...ctx.clock, nowMs: () => nowMs }
  // No measurement beside the tape, and none that is made now.
  const chainMeasures = { ...store.chainMeasures, get: () => undefined }
  const upstreams = { ...ctx.upstreams, chainPairs: null, chainPools: null }
  const asked = async (indexedAtMs: number) => {
    const launches = () => ({ launches: [{ indexedAtMs } as LaunchEvent], nextBeforeSeq: null })
    const tape = Object.assign(Object.create(store.tape), { launches })
    const memo = async () => fail('too_busy', 'not measured in this test')
    const asker = { ...ctx, clock, upstreams, store: { ...store, tape, chainMeasures, memo } } as Context
    const outcome = await askChain(asker, chainOfKey('solana')!, 'newTokens')
    return outcome.ok ? 'served' : outcome
  }
  const early = await asked(nowMs - 1_000)
  assert(early !== 'served' && early.code === 'not_ready')
  assert.match(early.message, /^solana is not read yet: the tape is 7\d{3} s behind$/)
  const still = await asked(nowMs - 60_000)
  assert(still !== 'served' && still.code === 'unsupported_on_chain')
})

test('a quote of what is no token of the chain is refused before anyone is asked', async () => {
  const quoteOf = (inputToken: string, outputToken: string) =>
    server.get(`/api/v2/chain/sol/swap/quote?inputToken=${inputToken}&outputToken=${outputToken}&amount=1000`)
  assertFails(await quoteOf('bk009l', token.mint), 400, 'invalid inputToken for solana')
  assertFails(await quoteOf(token.mint, '%0'), 400, 'invalid outputToken for solana')
})

test('a followed chain that had no market when it was measured is measured again soon, not in six hours', async () => {
  const { ctx } = server
  const { chainMeasures } = ctx.store
  const before = chainMeasures.get('solana')
  const nowMs = ctx.clock.nowMs()
  const asked = { atMs: nowMs, source: 'jupiter', asked: 'a quote', result: 'failed', reason: 'timed out' } as const
  const market = measureTape(ctx, 'solana')
  const isSolanaDue = async (minutesAgo: number, attempts: readonly (typeof asked)[]) => {
    const measuredAtMs = nowMs - minutesAgo * 60_000
    await chainMeasures.put({ chain: 'solana', measuredAtMs, market, analysis: null, quote: null, attempts })
    return dueChains(ctx).some(({ key }) => key === 'solana')
  }
  assert.equal(await isSolanaDue(0, []), true, 'nothing was asked yet')
  assert.equal(await isSolanaDue(4, [asked]), false, 'the pause after a failure')
  assert.equal(await isSolanaDue(6, [asked]), true)
  if (before !== undefined) await chainMeasures.put(before)
})

test('rows are those of the Solana routes, member by member', async () => {
  const price = await generic('/native-price', '/native-price')
  assert.equal(price.priceUSD, (await own('/api/v2/market/sol-price')).price)
  const trades = await generic(`/tokens/${token.mint}/trades?limit=5`, '/tokens/{address}/trades')
  const twins = await own(`/api/v2/tokens/${token.mint}/trades?limit=5`)
  assert(twins.count > 0)
  const hashes = new Set(twins.trades.map(({ hash }: { hash: string }) => hash))
  for (const row of trades.trades)
    if (hashes.has(row.hash)) assert(twins.trades.some((twin: unknown) => JSON.stringify(twin) === JSON.stringify(row)))
  const search = await generic(`/tokens/search?q=${token.mint}`, '/tokens/search')
  assert.deepEqual(search.results, (await own(`/api/v2/tokens/search?q=${token.mint}`)).results)
  const trending = await generic('/tokens/trending?limit=5', '/tokens/trending')
  assert.deepEqual(trending.tokens, (await own('/api/v2/tokens/trending?limit=5')).tokens)
  const prices = await server.post('/api/v2/chain/solana/tokens/prices', { addresses: [token.mint] })
  const twin = await server.post('/api/v2/tokens/prices', { mints: [token.mint] })
  assert.deepEqual(prices.json.prices, twin.json.prices)
  const metadata = await server.post('/api/v2/chain/solana/tokens/metadata', { addresses: [token.mint] })
  assert.deepEqual(
    metadata.json.tokens,
    (await server.post('/api/v2/tokens/metadata', { mints: [token.mint] })).json.tokens,
  )
  const pairs = (await server.post('/api/v2/tokens/pairs-batch', { mints: [token.mint] })).json.pairs[token.mint]
  const shown = await generic(`/tokens/${token.mint}/pools`, '/tokens/{address}/pools')
  assert.equal(shown.pools[0].pairAddress, pairs.pairAddress)
  const fees = await generic('/fees', '/fees')
  assert(fees.low <= fees.medium && fees.medium <= fees.high && fees.observedBlocks > 0)
  assert.deepEqual([fees.tips.source, fees.tips.unit], ['jitoTips', 'lamports'])
  const candles = await generic(`/tokens/${token.mint}/ohlcv?period=1h&amount=5`, '/tokens/{address}/ohlcv')
  assert.equal(candles.freshness.source, 'tape')
  assert(candles.count > 0)
})

test('security and holders are those of Deep Scan and intel', async () => {
  const scan = await own(`/api/v2/tokens/${token.mint}/deepscan`)
  const security = await generic(`/tokens/${token.mint}/security`, '/tokens/{address}/security')
  assert.deepEqual([security.score, security.grade], [scan.score, scan.grade])
  const isProven = scan.layers.honeypot.checks.some(
    ({ id, ok }: { id: string; ok: boolean }) => id === 'sell_proven' && ok,
  )
  const verdict = scan.weights.honeypotConfirmed ? 'honeypot' : isProven ? 'sellable' : 'unknown'
  assert.deepEqual(security.honeypot, { verdict, method: 'execution', provider: null })
  assert.notEqual(verdict, 'unknown')
  const intel = await own(`/api/v2/tokens/${token.mint}/intel`)
  const holders = await generic(`/tokens/${token.mint}/holders`, '/tokens/{address}/holders')
  assert.deepEqual(
    holders.holders.map(({ address, pct }: { address: string; pct: number }) => [address, pct]),
    intel.top_holders.slice(0, 20).map(({ owner, pct }: { owner: string; pct: number }) => [owner, pct]),
  )
  for (const [at, { isContract, balance }] of holders.holders.entries()) {
    const twin = intel.top_holders[at]
    assert.equal(isContract, twin.entityType === undefined ? null : twin.is_contract)
    assert.match(balance, /^\d+(\.\d+)?$/)
    assert.equal(Number(balance), twin.amount)
  }
  const map = await generic(`/tokens/${token.mint}/bubblemap`, '/tokens/{address}/bubblemap')
  const { success: _s, generatedAt: _g, ...twin } = await own(`/api/v2/tokens/${token.mint}/bubblemap`)
  const { generatedAt: _h, ...report } = map.report
  assert.deepEqual(report, twin)
})

test('traders and wallets are those of the Solana routes', async () => {
  const traders = await generic(`/tokens/${token.mint}/traders?limit=10`, '/tokens/{address}/traders')
  const known = await own(`/api/v2/first-party/tokens/solana/${token.mint}/traders?limit=10&sort=volume&window=24h`)
  assert(traders.count > 0)
  assert.deepEqual(Object.keys(traders.traders[0]), Object.keys(known.traders[0]))
  const { wallet } = traders.traders[0]
  const portfolio = await generic(`/wallets/${wallet}/portfolio`, '/wallets/{address}/portfolio')
  const holdings = await own(`/api/v2/wallets/${wallet}/portfolio`)
  assert.deepEqual(portfolio.tokens, holdings.tokens)
  assert.equal(portfolio.totalValueUSD, holdings.totalValueUSD)
  const activity = await generic(`/wallets/${wallet}/activity?limit=5`, '/wallets/{address}/activity')
  const did = await own(`/api/v2/wallets/${wallet}/activity?limit=5`)
  assert(activity.count > 0)
  assert.equal(activity.count, did.count)
  assert.deepEqual(Object.keys(activity.activity[0]), Object.keys(did.activity[0]))
  const { endpoints } = await generic('', '')
  for (const { path, served, reason } of endpoints) assert(served || reason.length > 10, path)
})

// Last: time goes on by hours, and the tape grows old.
test('fees show what bundles pay as tips, and nothing where their source fails or contradicts itself', async () => {
  const { upstreams } = server.ctx
  const floor = { p25: 1_000n, p50: 5_000n, p75: 20_000n, p95: 1_400_000n, p99: 9_000_000n, emaP50: 5_100n }
  const tipsOf = async (tipFloor: TipPrices['tipFloor']) => {
    Object.assign(server.ctx, { upstreams: { ...upstreams, tipPrices: { provider: 'jitoTips', tipFloor } } })
    // Past what is kept of the answer before, the stale one too.
    server.clock.push(3_600_000)
    return (await generic('/fees', '/fees')).tips
  }
  try {
    Object.assign(server.ctx, { upstreams: { ...upstreams, tipPrices: null } })
    assert.equal((await generic('/fees', '/fees')).tips, null)
    assert.equal(await tipsOf(async () => fail('upstream_failed', 'it is down')), null)
    assert.equal(await tipsOf(async () => ok({ ...floor, p50: 30_000n })), null)
    assert.deepEqual(await tipsOf(async () => ok(floor)), {
      ...{ source: 'jitoTips', unit: 'lamports' },
      ...{ low: 1_000, medium: 5_000, high: 20_000, top: 1_400_000 },
    })
  } finally {
    Object.assign(server.ctx, { upstreams })
  }
})
