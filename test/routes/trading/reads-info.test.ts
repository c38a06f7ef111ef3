import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DexName } from '../../../src/chain/solana/dexes/dex.ts'
import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import { type PublishedToken, publishedTokens } from '../../support/published-tokens.ts'
import { readAccount, readChainMint, readChainPool } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { readAlone } from './reads-chain.ts'
import { SOL, type TradingServer, tradingServer, USDC } from './trading-server.ts'

const info = successOf('GET /v1/token/info')
const poolParams = successOf('GET /v1/trade/pool-params')
const quote = successOf('POST /v1/trade/quote')
const detect = successOf('GET /v1/trade/detect')
const estimate = successOf('GET /v1/trade/estimate')

/** What a pump.fun curve sells before it is full. */
const CURVE_TOKENS_RAW = 793_100_000_000_000n
const MONEY: ReadonlySet<string> = new Set(['USDC', 'USDT'])
const CURVES: readonly string[] = DEXES.flatMap(({ name, isLaunchpad }) => (isLaunchpad ? [name] : []))

let sandbox: StartedSandbox
let api: TradingServer
let traded: readonly (PublishedToken & { dex: DexName; pool: string })[]
before(async () => {
  sandbox = await sharedSandbox()
  api = await tradingServer(sandbox)
  const tokens = await publishedTokens(sandbox)
  traded = tokens.filter(({ pool }) => pool !== null) as typeof traded
})
after(async () => {
  await api?.server.stop()
  await sandbox?.stop()
})

const infoOf = async (mint: string) => info(await api.get(`/v1/token/info?mint=${mint}`))
const near = (a: number, b: number, what: string) =>
  assert(Math.abs(a - b) <= 1e-9 * Math.abs(b), `${what}: ${a}, ${b}`)

async function solPriceUsd(): Promise<number> {
  const reply = await api.server.get('/api/v2/market/sol-price')
  assert.equal(reply.json.source === 'fallback', false)
  return reply.json.price
}

test('a token is priced by its pool before fees, its value is price times supply, on every DEX', async () => {
  const sol = await solPriceUsd()
  const seen = new Set<string>()
  for (const { mint, dex, pool, symbol, archetype } of traded) {
    if (archetype === 'stablecoin' || seen.has(dex)) continue
    seen.add(dex)
    const told = await infoOf(mint)
    const alone = await readAlone(api.ctx, dex, pool, mint)
    const { decimals, supplyRaw } = await readChainMint(sandbox.urls['rpc']!, mint)
    assert.deepEqual([told.mint, told.symbol, told.decimals, told.supply], [mint, symbol, decimals, Number(supplyRaw)])
    const { dex_type, pair_address, program_id, quote_mint } = told.dex
    assert.deepEqual([dex_type, pair_address, program_id], [dex, pool, alone.programId])
    assert.equal(quote_mint, dex === 'pumpfun' ? null : SOL)
    const [numerator, denominator] = alone.spotPrice
    near(told.price_sol, (Number(numerator) / Number(denominator)) * 10 ** (decimals - 9), dex)
    near(told.price_usd, told.price_sol * sol, dex)
    near(told.market_cap, told.price_usd * (Number(supplyRaw) / 10 ** decimals), dex)
    if (dex === 'pumpfun' || dex === 'pumpswap') {
      const chain = await readChainPool(sandbox.urls['rpc']!, pool)
      near(told.price_sol, chain!.priceNative, 'as the bytes of the pool say')
    }
    // A small buy costs that much and its fees: the price before fees is a little better, never worse.
    const tiny = estimate(await api.get(`/v1/trade/estimate?mint=${mint}&amount=1000000`))
    const paid = 1_000_000 / 1e9 / (tiny.estimated_output / 10 ** decimals)
    assert(paid > told.price_sol && paid < told.price_sol * 1.06, `${dex}: ${paid} paid, ${told.price_sol} told`)
    assert(told.liquidity > 0, dex)
  }
  assert.equal(seen.size, DEXES.length)
})

test('the market’s figures of the pool are its liquidity and its volume', async () => {
  const { mint, pool } = traded.find(({ archetype }) => archetype === 'bluechip')!
  const told = await infoOf(mint)
  const { json } = await api.server.post('/api/v2/tokens/pairs-batch', { mints: [mint] })
  const pair = json.pairs[mint]
  assert.equal(pair.pairAddress, pool)
  assert.equal(told.liquidity, pair.liquidity.usd)
  assert(told.volume_24h >= pair.volume.h24, 'all pools that are known')
})

test('a curve shows how much of it is sold, and null for a pool without one', async () => {
  let curves = 0
  for (const { mint, dex, pool, archetype } of traded) {
    if (archetype !== 'fresh_launch' && archetype !== 'other_dex' && archetype !== 'graduated') continue
    const told = await infoOf(mint)
    assert.equal(told.is_bonding_curve, CURVES.includes(dex), dex)
    assert.equal(told.bonding_curve_percent === null, !CURVES.includes(dex))
    if (dex !== 'pumpfun') continue
    curves++
    const { data } = (await readAccount(sandbox.urls['rpc']!, pool))!
    const leftRaw = data.readBigUInt64LE(24)
    const soldPct = Number(((CURVE_TOKENS_RAW - leftRaw) * 1_000_000n) / CURVE_TOKENS_RAW) / 10_000
    assert(Math.abs(told.bonding_curve_percent - soldPct) < 0.001, `${told.bonding_curve_percent}, ${soldPct}`)
  }
  assert(curves > 0)
})

test('who can mint and who can freeze is what the mint says', async () => {
  const seen = new Set<string>()
  for (const { mint, symbol } of traded) {
    if (MONEY.has(symbol)) continue
    const reply = await api.get(`/v1/token/info?mint=${mint}`)
    if (reply.status !== 200) {
      assert.equal(reply.json.code, 'no_route', reply.text)
      continue
    }
    const told = info(reply)
    const { data } = (await readAccount(sandbox.urls['rpc']!, mint))!
    const expected = [data.readUInt32LE(0) === 0, data.readUInt32LE(46) !== 0]
    assert.deepEqual([told.is_renounced, told.is_freezable], expected, mint)
    seen.add(expected.join())
  }
  assert(['true,false', 'false,false', 'true,true'].filter((one) => seen.has(one)).length >= 2, [...seen].join(' '))
  assert([...seen].some((one) => one.endsWith('true')) && [...seen].some((one) => one.startsWith('false')))
})

test('a token that is traded against dollars is quoted and priced in them, and not for SOL', async () => {
  const husd = traded.find(({ symbol }) => symbol === 'HUSD')!
  const { mint, pool } = husd
  const params = poolParams(await api.get(`/v1/trade/pool-params?mint=${mint}`))
  assert.deepEqual([params.is_sol_quoted, params.quote_mint, params.pair_address], [false, USDC, pool])
  assert.deepEqual(
    [detect(await api.get(`/v1/trade/detect?mint=${mint}`)).quote_mint, params.dex_type],
    [USDC, 'pumpswap'],
  )
  const told = await infoOf(mint)
  assert(Math.abs(told.price_usd - 1) < 0.05, `${told.price_usd}`)
  near(told.price_sol, told.price_usd / (await solPriceUsd()), 'dollars in SOL')
  const alone = await readAlone(api.ctx, 'pumpswap', pool, mint)
  near(told.price_usd, (Number(alone.spotPrice[0]) / Number(alone.spotPrice[1])) * 10 ** (told.decimals - 6), 'dollars')
  const buy = quote(await api.post('/v1/trade/quote', { input_mint: 'USDC', output_mint: mint, amount: 5_000_000 }))
  assert.deepEqual([buy.input_mint, buy.side, buy.route[0].pair_address], [USDC, 'buy', pool])
  const refused = await api.post('/v1/trade/quote', { input_mint: 'SOL', output_mint: mint, amount: 5_000_000 })
  assertFails(refused, 400, `the token is traded against ${USDC} there`)
  assert.equal(refused.json.code, 'unsupported_quote')
})

test('a quote on a pool of another token, or of other money, is a mismatched pair', async () => {
  const [one, other] = traded.filter(({ archetype }) => archetype === 'bluechip')
  const body = { input_mint: 'SOL', output_mint: one!.mint, amount: 1_000 }
  const elsewhere = await api.post('/v1/trade/quote', { ...body, pair_address: other!.pool })
  assertFails(elsewhere, 422, /^the pool trades .*, not this mint$/)
  assert.deepEqual([elsewhere.json.code, elsewhere.json.retry_safe], ['no_route', true])
  const money = await api.post('/v1/trade/quote', { ...body, input_mint: 'USDC', pair_address: one!.pool })
  assertFails(money, 400, `the token is traded against ${SOL} there`)
  assert.equal(money.json.code, 'unsupported_quote')
  const dex = await api.post('/v1/trade/quote', { ...body, dex_type: 'orca' })
  assertFails(dex, 422, /^no pool on orca/)
})
