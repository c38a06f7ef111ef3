// second run: waits for what is kept warm to grow old

import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { PUMP_WITHDRAW_AUTHORITY } from '../../../sandbox/programs/install-pump-programs.ts'
import type { DexName } from '../../../src/chain/solana/dexes/dex.ts'
import { buildPumpMigrate } from '../../../src/chain/solana/dexes/pumpfun/migrate-instruction.ts'
import type { Keypair } from '../../../src/chain/solana/keypair.ts'
import { CLOCK_SYSVAR } from '../../../src/chain/solana/program-ids.ts'
import { TRADING } from '../../../src/config/trading.ts'
import { findTradePool } from '../../../src/services/trade-pools/hot-pools.ts'
import { readChainMint } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { until } from '../../support/until.ts'
import { listenToReads, type ReadsAsked, readAlone } from './reads-chain.ts'
import { openTradeLab, quoteOf, type TradeLab, traded } from './trade-lab.ts'
import { SOL, type TradingServer, tradingServer, USDC, USDT } from './trading-server.ts'

const poolParams = successOf('GET /v1/trade/pool-params')
const estimate = successOf('GET /v1/trade/estimate')
const discover = successOf('GET /v1/test/discover')
const detect = successOf('GET /v1/trade/detect')

const AMOUNT = 40_000_000n
const LATE_MS = 1_000
/** Some slots of the lab's: what went live has been read once more by then. */
const LIVE_MS = 900
const QUIET_MS = 250
const MOST_LOOKS = 12

let lab: TradeLab
before(async () => {
  lab = await openTradeLab({}, { isNew: true })
})
after(() => lab?.stop())

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const paramsOf = async (mint: string, server = lab.api) =>
  poolParams(await server.get(`/v1/trade/pool-params?mint=${mint}`))

/** A server of a test's own, with cold caches, beside a node whose faults end with the test. */
async function serverFor(t: TestContext): Promise<TradingServer> {
  const server = await tradingServer(lab.sandbox)
  t.after(async () => {
    await lab.sandbox.control('DELETE', '/faults')
    await server.server.stop()
  })
  return server
}

/** The trade of someone whom the server knows nothing of: built elsewhere, to be sent through the node. */
async function builtElsewhere(stranger: Keypair, mint: string, amount_in: number): Promise<string> {
  const order = { mint, amount_in, client_signs: true, wallet: stranger.address, mev_tip_lamports: 0 }
  const other = await tradingServer(lab.sandbox)
  const built = await other.post('/v1/trade/buy', order)
  await other.server.stop()
  return traded('buy', built).data.unsigned_tx_base64
}

async function tradeElsewhere(stranger: Keypair, mint: string, amount_in: number): Promise<void> {
  await lab.signAndSend(stranger, await builtElsewhere(stranger, mint, amount_in))
}

/** What the server says of a pool is what the chain says of it, and which answer was given. */
async function assertTrue(dex: DexName, { mint, pool }: { mint: string; pool: string }): Promise<number> {
  const alone = await readAlone(lab.api.ctx, dex, pool, mint)
  const ownOut = async () => {
    const found = await findTradePool(lab.api.ctx, { mint })
    assert(found.ok)
    return Number(alone.quote(alone.quoteMint, AMOUNT, found.value.clock)!.amountOutRaw)
  }
  const early = await ownOut()
  const { estimated_output: told } = estimate(await lab.api.get(`/v1/trade/estimate?mint=${mint}&amount=${AMOUNT}`))
  const late = await ownOut()
  // Fees that fall with time may have fallen in between, each second a little.
  const isTrue = early <= told && told <= late
  assert(isTrue, `${dex}: ${told} is told, ${early} before and ${late} after are the chain's`)
  return told
}

test('quote, estimate, simulated and real trade say the same on every DEX, both ways, to the base unit', async () => {
  for (const [dex, { mint }] of lab.coins) {
    const userRef = `agrees-${dex}`
    await lab.user(userRef)
    const quote = await quoteOf(lab, 'buy', mint, AMOUNT)
    const told = estimate(await lab.api.get(`/v1/trade/estimate?mint=${mint}&amount=${AMOUNT}`))
    assert.equal(told.estimated_output, quote.out_amount, dex)
    assert.equal(Math.ceil(Math.round(told.price_impact_pct * 10_000) / 100), quote.price_impact_bps, dex)
    const order = { mint, amount_in: 0.04 }
    const foreseen = traded('buy', await lab.trade('buy', { ...order, simulate: true }, { userRef }))
    assert.deepEqual([foreseen.amount_received, foreseen.min_received], [quote.out_amount, quote.min_out_amount], dex)
    const real = traded('buy', await lab.trade('buy', order, { userRef }))
    assert.equal(real.amount_received, quote.out_amount, dex)

    const back = await quoteOf(lab, 'sell', mint, BigInt(real.amount_received))
    const sale = `/v1/trade/estimate?mint=${mint}&amount=${real.amount_received}&side=sell`
    assert.equal(estimate(await lab.api.get(sale)).estimated_output, back.out_amount, dex)
    const sold = traded('sell', await lab.trade('sell', { mint, simulate: true }, { userRef }))
    assert.deepEqual([sold.amount_received, sold.min_received], [back.out_amount, back.min_out_amount], dex)
  }
})

/** A request may find that its pools are to be compared again, which goes on beside it (`TRADING.chosenMs`): asks until
 *  a request has started nothing, and forgets what was asked until then. Answers the slot of the last answer. */
async function untilQuiet(mint: string, asked: ReadsAsked): Promise<number> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    asked.accounts.length = asked.scans.length = 0
    const { slot } = await paramsOf(mint)
    await sleep(QUIET_MS)
    while (asked.underWay() > 0) await sleep(QUIET_MS)
    if (asked.accounts.every((address) => address === CLOCK_SYSVAR) && asked.scans.length === 0) return slot
  }
  assert.fail(`the node is asked again and again: ${asked.accounts}, ${asked.scans}`)
}

test('a trade by someone else is in the next answer, on every DEX, and the node is asked nothing for it', async (t) => {
  // However long a trade takes to be confirmed, its pools are not due to be compared again meanwhile.
  const { chosenMs, chosenMaxMs } = TRADING
  Object.assign(TRADING, { chosenMs: 3_600_000, chosenMaxMs: 3_600_000 })
  t.after(() => Object.assign(TRADING, { chosenMs, chosenMaxMs }))
  const stranger = await lab.wallet()
  for (const [, { mint }] of lab.coins) await paramsOf(mint)
  await sleep(LIVE_MS)
  for (const [dex, coin] of lab.coins) {
    const before = await assertTrue(dex, coin)
    const asked = listenToReads(lab.api.ctx)
    // Building takes seconds on a busy machine: its pools would be old again by the time it is done.
    const trade = await builtElsewhere(stranger, coin.mint, 0.5)
    const slot = await untilQuiet(coin.mint, asked)
    await lab.signAndSend(stranger, trade)
    const params = await paramsOf(coin.mint)
    assert.deepEqual([params.cache_hit, params.detect_ms], [true, 0], dex)
    const reads = asked.accounts.filter((address) => address !== CLOCK_SYSVAR)
    assert.deepEqual([reads, asked.scans], [[], []], dex)
    assert(params.slot > slot, `${dex}: ${params.slot} after ${slot}`)
    const after = await assertTrue(dex, coin)
    // Within one bin of a DLMM the price stays.
    assert(dex === 'meteora' ? after <= before : after < before, `${dex}: it has become dearer`)
  }
})

/** How long the node takes to confirm subscriptions that it lost is up to the machine. */
async function untilWarm(mint: string, asked: { readonly accounts: string[] }): Promise<void> {
  await until(
    async () => {
      await paramsOf(mint)
      await sleep(LIVE_MS)
      asked.accounts.length = 0
      const isHit = (await paramsOf(mint)).cache_hit
      return isHit && asked.accounts.every((address) => address === CLOCK_SYSVAR)
    },
    () => `the pool is at hand, not read again and again: ${asked.accounts}`,
  )
}

test('while the subscription socket is down answers stay true, and when it is back the pool is warm again', async () => {
  const stranger = await lab.wallet()
  const coin = lab.coins.get('pumpswap')!
  await until(async () => (await paramsOf(coin.mint)).cache_hit === true, 'the pool is warm')
  await lab.sandbox.control('POST', '/sockets/close')
  await tradeElsewhere(stranger, coin.mint, 0.7)
  const before = await assertTrue('pumpswap', coin)
  await until(() => lab.api.ctx.chain.subscriptions!.isUp(), 'the socket is back')
  const asked = listenToReads(lab.api.ctx)
  await untilWarm(coin.mint, asked)
  await tradeElsewhere(stranger, coin.mint, 0.7)
  assert((await assertTrue('pumpswap', coin)) < before)
})

test('detect_ms and fetch_ms are the time the node took, cache_hit says when it was not asked', async (t) => {
  const { mint } = lab.coins.get('orca')!
  const cold = await serverFor(t)
  for (const match of ['getProgramAccounts', 'getMultipleAccounts'])
    await lab.sandbox.control('POST', '/faults', { provider: 'rpc', match, kind: 'delay', delayMs: LATE_MS })
  const first = await paramsOf(mint, cold)
  assert.equal(first.cache_hit, false)
  assert(first.detect_ms >= LATE_MS, `${first.detect_ms} ms`)
  assert(first.fetch_ms >= LATE_MS, `${first.fetch_ms} ms`)
  let warm = first
  let tookMs = 0
  await until(async () => {
    const startMs = performance.now()
    warm = await paramsOf(mint, cold)
    tookMs = performance.now() - startMs
    return warm.cache_hit === true
  }, 'the pool is at hand')
  assert.equal(warm.detect_ms, 0)
  assert(warm.fetch_ms < LATE_MS && warm.fetch_ms <= tookMs, `${warm.fetch_ms} of ${tookMs} ms`)
  const named = poolParams(
    await cold.get(`/v1/trade/pool-params?mint=${mint}&pair_address=${lab.coins.get('orca')!.pool}`),
  )
  assert(named.detect_ms < LATE_MS, 'a pool that is at hand by its address is not searched for')
})

test('a node that refuses scans leaves the pools at derived addresses and names the DEXs it cannot look at', async (t) => {
  const careful = await serverFor(t)
  await lab.sandbox.control('POST', '/faults/public-node')
  const { mint, pool } = lab.coins.get('pumpfun')!
  const found = await paramsOf(mint, careful)
  assert.equal(found.pair_address, pool)
  assert(found.degraded.includes('orca') && found.degraded.includes('raydium'), `${found.degraded}`)
  const pools = discover(await careful.get(`/v1/test/discover?mint=${mint}`))
  assert(pools.pools_found >= 1 && pools.degraded.length > 0)
  assert.deepEqual(detect(await careful.get(`/v1/trade/detect?mint=${mint}`)).degraded, found.degraded)
  const raydium = lab.coins.get('raydium')!
  const heard = await paramsOf(raydium.mint, careful)
  assert.equal(heard.pair_address, raydium.pool, 'the market-data provider names it')
  assert(heard.degraded.includes('raydium'), `${heard.degraded}`)
  await lab.sandbox.control('POST', '/faults', { provider: 'dexscreener', kind: 'status', status: 503 })
  const traded = await paramsOf(raydium.mint, await serverFor(t))
  assert.equal(traded.pair_address, raydium.pool, 'its newest transactions name it')
  await lab.sandbox.control('POST', '/faults', {
    provider: 'rpc',
    match: 'getSignaturesForAddress',
    kind: 'rpcError',
    code: -32601,
    message: 'Method not found',
  })
  const alone = await serverFor(t)
  const none = await alone.get(`/v1/trade/pool-params?mint=${raydium.mint}`)
  assertFails(none, 422, /^no pool; not all pools of .*raydium.* could be looked at$/)
  const named = await alone.get(`/v1/trade/pool-params?mint=${raydium.mint}&pair_address=${raydium.pool}`)
  assert.equal(poolParams(named).pair_address, raydium.pool, 'a pool that is named needs no scan')
})

test('of several pools the deepest in SOL is taken, dollars counted at the rate of the chain; another can be named', async (t) => {
  const { mint, pool } = lab.coins.get('raydium')!
  const alone = await readAlone(lab.api.ctx, 'raydium', pool, mint)
  const [lamports, baseRaw] = [alone.quoteDepthRaw, 1_000_000_000_000n]
  const shallow = await lab.openPool({ baseMint: mint, quoteMint: USDT, baseRaw, quoteRaw: 1_000_000n })
  assert.equal((await paramsOf(mint, await serverFor(t))).pair_address, pool, 'a dollar is less')
  const { json } = await lab.api.server.get('/api/v2/market/sol-price')
  const worthRaw = BigInt(Math.round((Number(lamports) / 1e9) * json.price * 1e6))
  assert(2n * worthRaw < lamports, 'fewer base units, and more worth')
  const dollars = await lab.openPool({ baseMint: mint, quoteMint: USDC, baseRaw, quoteRaw: 2n * worthRaw })
  assert.equal((await paramsOf(mint, await serverFor(t))).pair_address, dollars)
  const inSol = await lab.openPool({ baseMint: mint, quoteMint: SOL, baseRaw, quoteRaw: 4n * lamports })
  const server = await serverFor(t)
  assert.equal((await paramsOf(mint, server)).pair_address, inSol)
  const named = poolParams(await server.get(`/v1/trade/pool-params?mint=${mint}&pair_address=${shallow}`))
  assert.deepEqual([named.pair_address, named.quote_mint], [shallow, USDT])
  const older = poolParams(await server.get(`/v1/trade/pool-params?mint=${mint}&dex_type=raydium`))
  assert.equal(older.pair_address, pool)
  const found = discover(await server.get(`/v1/test/discover?mint=${mint}`))
  assert.deepEqual(
    found.pools.map(({ pool_address }: { pool_address: string }) => pool_address).sort(),
    [pool, shallow, dollars, inSol].sort(),
  )
})

test('a token that graduates is reported so at once, and is found where it went', async () => {
  const mint = await lab.coin('SOOTTE')
  const curve = await paramsOf(mint)
  assert.equal(curve.dex_type, 'pumpfun')
  await lab.user('graduates', 2_000_000_000_000n)
  for (let i = 0; i < 20; i++) {
    const bought = await lab.trade(
      'buy',
      { mint, amount_in: 15, slippage_bps: 100_000, max_price_impact_bps: 10_000 },
      { userRef: 'graduates' },
    )
    if (bought.json.code === 'no_route') break
    traded('buy', bought)
  }
  const full = await lab.api.get(`/v1/trade/pool-params?mint=${mint}`)
  assertFails(full, 422, /./)
  assert.equal(full.json.code, 'no_route')
  const payer = await lab.wallet()
  const { program } = await readChainMint(lab.sandbox.urls['rpc']!, mint)
  const facts = { mint, tokenProgram: program, user: payer.address }
  await lab.send(payer, [buildPumpMigrate({ ...facts, withdrawAuthority: PUMP_WITHDRAW_AUTHORITY })])
  await sleep(TRADING.poolsOfMovingMintMs)
  const graduated = await paramsOf(mint)
  assert.deepEqual([graduated.dex_type, graduated.is_sol_quoted], ['pumpswap', true])
  assert.notEqual(graduated.pair_address, curve.pair_address)
  await assertTrue('pumpswap', { mint, pool: graduated.pair_address })
  assertFails(await lab.api.get(`/v1/trade/pool-params?mint=${mint}&pair_address=${curve.pair_address}`), 422, /./)
  const sold = traded(
    'sell',
    await lab.trade('sell', { mint, percent: 10, max_price_impact_bps: 10_000 }, { userRef: 'graduates' }),
  )
  assert.equal(sold.timing.dex_name, 'pumpswap')
})
