// second run: waits for a follower of the sandbox to reach the head

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DexName, DexTrade, Pool } from '../../../src/chain/solana/dexes/dex.ts'
import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import { readSignatures, readTransactions } from '../../../src/chain/solana/signature-pages.ts'
import type { ChainTransaction } from '../../../src/chain/solana/transaction.ts'
import { heldAfter } from '../../../src/services/evidence/held-after.ts'
import { loadPools } from '../../../src/services/pools/load-pools.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { type PublishedToken, publishedTokens } from '../../support/published-tokens.ts'
import { successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { untilServing } from '../../support/until-serving.ts'

/** A token of each DEX, known to a server from a node and its own tape alone. */

const pairsOf = successOf('POST /api/v2/tokens/pairs-batch')
const intelOf = successOf('GET /api/v2/tokens/{mint}/intel')
const scanOf = successOf('GET /api/v2/tokens/{mint}/deepscan')
const mapOf = successOf('GET /api/v2/tokens/{mint}/bubblemap')
const snipersOf = successOf('GET /api/v2/tokens/{mint}/snipers')
const devOf = successOf('GET /api/v2/tokens/{mint}/dev-history')
const tradesOf = successOf('GET /api/v2/tokens/{mint}/trades')
const estimateOf = successOf('GET /v1/trade/estimate')
const candlesOf = successOf('GET /api/v2/market/pool-ohlcv')

const TRADER = 'rt_test_of_all_dexes'
/** Far below what any pool holds, far above its rounding. */
const PROBE_LAMPORTS = 1_000_000
const CURVES: ReadonlySet<DexName> = new Set(DEXES.flatMap(({ name, isLaunchpad }) => (isLaunchpad ? [name] : [])))

type Token = PublishedToken & { readonly pool: string }

let sandbox: StartedSandbox
let server: OpenServer
let coins: ReadonlyMap<DexName, Token>
let devs: ReadonlyMap<string, string>

before(async () => {
  sandbox = await sharedSandbox()
  const found = new Map<DexName, Token>()
  for (const token of await publishedTokens(sandbox)) {
    const { dex, pool, archetype } = token
    if (pool !== null && !found.has(dex as DexName) && archetype !== 'stablecoin')
      found.set(dex as DexName, { ...token, pool })
  }
  coins = found
  const { tokens } = await sandbox.control<{ tokens: { mint: string; dev: string }[] }>('GET', '/truth')
  devs = new Map(tokens.map(({ mint, dev }) => [mint, dev]))
  server = await openServer(
    {
      MINTGLASS_MODE: 'live',
      SOLANA_RPC_URL: sandbox.urls['rpc']!,
      SOLANA_WS_URL: sandbox.urls['ws']!,
      PYTH_BENCHMARKS_URL: sandbox.urls['pythBenchmarks']!,
      INGEST_BACKFILL_SLOTS: '1000000',
      INGEST_MAX_GAP_SLOTS: '10000000',
    },
    { follows: true },
  )
  server.ctx.store.apiKeys.addVolatile(TRADER, {
    label: TRADER,
    tier: 'enterprise',
    scopes: ['read'],
    limitPer10s: 1_000_000,
  })
  await untilServing(server)
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

async function pairOf(mint: string) {
  const { pairs } = pairsOf(await server.post('/api/v2/tokens/pairs-batch', { mints: [mint] }))
  return pairs[mint]
}

async function poolOf({ mint, pool }: Token): Promise<Pool> {
  const found = await loadPools(server.ctx, mint)
  assert(found.ok)
  assert.deepEqual(found.value.unsought, [])
  const one = found.value.pools.find(({ address }) => address === pool)
  assert(one, `${pool} is found`)
  return one
}

test('the pool, its price and what lies in it come from the chain, as trading quotes it', async () => {
  assert.equal(coins.size, DEXES.length)
  for (const [dex, coin] of coins) {
    const pair = await pairOf(coin.mint)
    assert.deepEqual([pair.dexId, pair.pairAddress], [dex, coin.pool])
    const quoted = estimateOf(
      await server.get(`/v1/trade/estimate?mint=${coin.mint}&amount=${PROBE_LAMPORTS}&side=buy`, {
        key: null,
        headers: { Authorization: `Bearer ${TRADER}` },
      }),
    )
    const pool = await poolOf(coin)
    const decimals = Math.round(Math.log10(Number(pool.realBaseReserveRaw) / pair.liquidity.base))
    const paid = PROBE_LAMPORTS / 1e9 / (quoted.estimated_output / 10 ** decimals)
    // What is paid is the price and a fee of at most some percent.
    assert(paid >= pair.priceNative * 0.999_999, `${dex}: paid ${paid} of ${pair.priceNative}`)
    assert(paid <= pair.priceNative * 1.035, `${dex}: paid ${paid} of ${pair.priceNative}`)
    assert.equal(pair.liquidity.quote, Number(pool.realQuoteReserveRaw) / 1e9, dex)
    const solUsd = pair.priceUsd / pair.priceNative
    const baseWorth = pair.liquidity.base * pair.priceNative
    const besideQuote =
      pool.curveProgressPct === null ? Math.min(pair.liquidity.quote, baseWorth) : pair.liquidity.quote
    const worth = pair.liquidity.quote + besideQuote
    assert(Math.abs(pair.liquidity.usd / (worth * solUsd) - 1) < 1e-9, dex)
  }
})

test('that price is where the last trade left it: by its reserves where it states them, else by its fee and impact', async () => {
  for (const [dex, coin] of coins) {
    const { priceNative, liquidity } = await pairOf(coin.mint)
    const pool = await poolOf(coin)
    const decimals = Math.round(Math.log10(Number(pool.realBaseReserveRaw) / liquidity.base))
    const { trade: last } = await lastTradeOf(coin)
    const isToldByReserves = last.baseReserveRaw !== null && last.quoteReserveRaw !== null
    const [base, quote] = isToldByReserves
      ? [last.baseReserveRaw, last.quoteReserveRaw]
      : [last.baseAmountRaw, last.quoteAmountRaw]
    const traded = (Number(quote) / Number(base)) * 10 ** (decimals - 9)
    const apart = Math.abs(traded / priceNative - 1)
    // A CPMM trade does not tell the protocol's part of its fee.
    assert(apart < (isToldByReserves ? 1e-4 : 0.05), `${dex}: ${traded} and ${priceNative}`)
  }
})

test('where a trade states no reserves, what it left in the vaults is what lies there, owed fees aside', async () => {
  const told: string[] = []
  for (const [dex, coin] of coins) {
    const pool = await poolOf(coin)
    const { transaction, trade } = await lastTradeOf(coin)
    if (trade.baseReserveRaw !== null) continue
    const held = heldAfter(transaction, trade)
    assert(held, `${dex}: its vaults are told`)
    told.push(dex)
    // The vault of a curve also keeps what the token moves on with.
    if (pool.curveProgressPct !== null) assert(held.baseRaw > pool.realBaseReserveRaw, dex)
    for (const [heldRaw, realRaw] of [
      ...(pool.curveProgressPct === null ? [[held.baseRaw, pool.realBaseReserveRaw] as const] : []),
      [held.quoteRaw, pool.realQuoteReserveRaw] as const,
    ]) {
      assert(heldRaw >= realRaw, `${dex}: ${heldRaw} and ${realRaw}`)
      assert((heldRaw - realRaw) * 100n <= heldRaw, `${dex}: ${heldRaw} and ${realRaw}`)
    }
  }
  assert.deepEqual(told.sort(), ['meteora', 'meteora_damm_v2', 'meteora_dbc', 'orca', 'raydium_clmm'])
})

test('the tape gives about the same', async () => {
  const told: string[] = []
  for (const [dex, { mint }] of coins) {
    const { priceUsd } = await pairOf(mint)
    const [last] = tradesOf(await server.get(`/api/v2/tokens/${mint}/trades?limit=1`)).trades
    if (last === undefined) continue
    told.push(dex)
    // The dollar moved since, and a curve within the trade.
    assert(Math.abs(last.priceUSD / priceUsd - 1) < 0.15, `${dex}: ${last.priceUSD} and ${priceUsd}`)
  }
  assert(told.length >= coins.size - 1, `${told} have traded since the tape begins`)
})

test('its trades make candles on every DEX, the last of which closes near the price', async () => {
  for (const [dex, { mint, pool }] of coins) {
    const { priceUsd } = await pairOf(mint)
    const { candles } = candlesOf(await server.get(`/api/v2/market/pool-ohlcv?pool=${pool}&period=1h`))
    assert(candles.length > 0, dex)
    assert(Math.abs(candles.at(-1).c / priceUsd - 1) < 0.15, `${dex}: ${candles.at(-1).c} and ${priceUsd}`)
    for (const { o, h, l, c } of candles) assert(l > 0 && l <= Math.min(o, c) && h >= Math.max(o, c), dex)
    assert(
      candles.some(({ v }: { v: number }) => v > 0),
      dex,
    )
  }
})

async function lastTradeOf({ pool }: Token): Promise<{ transaction: ChainTransaction; trade: DexTrade }> {
  const rpc = server.ctx.chain.rpc!
  const history = await readSignatures(rpc, pool, { maxPages: 1, perPage: 50 })
  assert(history.ok)
  const signatures = history.value.rows.filter(({ failed }) => !failed).map(({ signature }) => signature)
  for (const transaction of await readTransactions(rpc, signatures)) {
    const trades = transaction === null ? [] : DEXES.flatMap((dex) => dex.decodeTrades(transaction))
    const own = trades.findLast((trade) => trade.pool === pool)
    if (transaction !== null && own !== undefined) return { transaction, trade: own }
  }
  assert.fail(`no trade of ${pool}`)
}

test('the vault of the pool is no one’s holding: intel, Deep Scan and Bubble Map leave it out', async () => {
  for (const [dex, coin] of coins) {
    const { vaultOwners } = await poolOf(coin)
    const record = intelOf(await server.get(`/api/v2/tokens/${coin.mint}/intel`))
    const rows = record.top_holders.filter(({ owner }: { owner: string }) => vaultOwners.includes(owner))
    assert(rows.length > 0, `${dex}: the vault is among the largest`)
    for (const { entityType, flags } of rows) assert.deepEqual([entityType, flags], ['liquidity', []], dex)
    assert(record.holders_nonvault <= record.holders - rows.length, dex)
    const people = record.top_holders.filter(({ entityType }: { entityType: string }) => entityType === 'wallet')
    const top10 = people.slice(0, 10).reduce((sum: number, { pct }: { pct: number }) => sum + pct, 0)
    if (people.length === record.top_holders.length - rows.length)
      assert(Math.abs(record.top10_pct - top10) < 1e-4, `${dex}: ${record.top10_pct} and ${top10}`)
    const map = mapOf(await server.get(`/api/v2/tokens/${coin.mint}/bubblemap`))
    for (const node of map.nodes.filter(({ id }: { id: string }) => vaultOwners.includes(id)))
      assert.deepEqual([node.kind, node.is_lp, node.entity_id], ['lp', true, null], dex)
    assert(
      map.nodes.some(({ id }: { id: string }) => vaultOwners.includes(id)),
      dex,
    )
  }
})

test('Deep Scan sees the pool, sells through it, and says who could empty it', async () => {
  for (const [dex, { mint, pool }] of coins) {
    const { layers } = scanOf(await server.get(`/api/v2/tokens/${mint}/deepscan`))
    const check = (layer: string, id: string) => layers[layer].checks.find((one: { id: string }) => one.id === id)
    assert.match(check('liquidity', 'no_pool').detail, /^1 tradeable pool on chain/, dex)
    assert.equal(check('honeypot', 'sell_proven').ok, true, dex)
    assert.deepEqual(
      [check('liquidity', 'pulled').ok, check('liquidity', 'pulled').detail],
      [true, '1 pool still holds what trades showed'],
      dex,
    )
    assert.match(check('honeypot', 'sell_blocked').detail, /runs went through \(token leg local, pool leg /, dex)
    const { detail } = check('lplock', 'lp_unlocked')
    if (CURVES.has(dex)) assert.equal(detail, `the ${dex} curve keeps its reserves by program`)
    else if (['pumpswap', 'raydium', 'raydium_cpmm'].includes(dex))
      assert.match(detail, new RegExp(`LP tokens of ${pool}`))
    else assert.match(detail, /^not judged: .*positions/)
  }
})

test('who made the token and who bought it first are read on every DEX', async () => {
  for (const [dex, { mint, archetype }] of coins) {
    if (archetype === 'bluechip') continue
    const dev = devOf(await server.get(`/api/v2/tokens/${mint}/dev-history`))
    assert.deepEqual([dev.ok, dev.dev, dev.devSource], [true, devs.get(mint), 'launch'], dex)
    const snipers = snipersOf(await server.get(`/api/v2/tokens/${mint}/snipers`))
    assert(snipers.launchSlot > 0 && snipers.sniperCount !== null, dex)
    const record = intelOf(await server.get(`/api/v2/tokens/${mint}/intel`))
    assert.equal(record.launch.dex, dex)
    assert.equal(record.flags.includes('on_curve'), CURVES.has(dex), dex)
    assert(!record.flags.includes('no_pool'), dex)
  }
})
