import type { DexName } from '../../src/chain/solana/dexes/dex.ts'
import { USDC_MINT, WSOL_MINT } from '../../src/contract/mints.ts'
import { rawToNumber } from '../../src/contract/units.ts'
import { readMint } from '../../src/hot-paths/account-layouts.ts'
import type { SandboxChain } from '../chain/types.ts'
import type { PoolReading } from '../world/dex-trades/dex-trades.ts'
import { dexTradesOf } from '../world/dex-trades/index.ts'
import { historyPriceAt, type PlannedHistory, planHistory, sumHistory, type Temper } from '../world/planned-history.ts'
import { SOL_SUPPLY } from '../world/well-known.ts'
import { type BookTrade, createTradeBook, type TradeBook } from './trade-book.ts'

/** A pool the providers know of. */
export type MarketPool = {
  readonly address: string
  readonly dex: DexName
  readonly baseMint: string
  readonly quoteMint: string
  readonly createdSec: number
  readonly creator: string | null
  /** How it is said to have behaved before the ledger; null for pools the ledger has seen from their first block. */
  readonly temper: Temper | null
  readonly book: TradeBook
}

/** State of a pool in whole tokens, read from its accounts now. */
export type PoolState = {
  readonly baseReserve: number
  readonly quoteReserve: number
  readonly priceNative: number
  readonly priceUsd: number
  /** Both sides; null on curves, whose reserves are partly virtual. */
  readonly liquidityUsd: number | null
  /** Curves only, 0-100. */
  readonly curveProgressPct: number | null
}

export type WindowStats = {
  readonly buys: number
  readonly sells: number
  readonly buyUsd: number
  readonly sellUsd: number
  readonly volumeUsd: number
  /** Null when nothing was traded in the window. */
  readonly priceChangePct: number | null
}

/** A planned history with what makes its figures absolute. */
export type MarketPast = {
  readonly plan: PlannedHistory
  /** The plan's volumes end here; its prices end at the first trade, when that is earlier. */
  readonly bootSec: number
  readonly priceEndSec: number
  readonly openingUsd: number
  readonly openingLiquidityUsd: number
}

export const WINDOW_SECS = { m5: 300, h1: 3_600, h6: 21_600, h24: 86_400 } as const
export type WindowName = keyof typeof WINDOW_SECS

export type Market = {
  addPool(pool: Omit<MarketPool, 'book'>): MarketPool
  /** Takes a pool back whose creation was undone by a fork. */
  removePool(address: string): void
  pool(address: string): MarketPool | undefined
  pools(): readonly MarketPool[]
  poolsOf(mint: string): readonly MarketPool[]
  /** The pool whose price counts for a mint: the deepest open one, curves only while they are open. */
  mainPool(mint: string): MarketPool | null
  state(pool: MarketPool): PoolState | null
  priceUsd(mint: string): number | null
  window(pool: MarketPool, window: WindowName): WindowStats
  /** What is planned of a pool before the ledger; null for pools the ledger has seen from their first block. */
  past(pool: MarketPool): MarketPast | null
  nowSec(): number
  decimals(mint: string): number
  supply(mint: string): number
  /** When the ledger took over from the planned history. */
  readonly bootSec: number
  record(): MarketRecord
  /** Makes a new market what another was. */
  restore(record: MarketRecord): void
}

/** What a market knows, as plain data. */
export type MarketRecord = {
  readonly pools: readonly Omit<MarketPool, 'book'>[]
  readonly trades: readonly (readonly BookTrade[])[]
  readonly openings: ReadonlyMap<string, PoolState>
}

const MAX_POOLS = 20_000

export function createMarket(
  chain: SandboxChain,
  options: { readonly seed: string; readonly bootSec: number },
): Market {
  const { bootSec } = options
  const pools = new Map<string, MarketPool>()
  const byMint = new Map<string, MarketPool[]>()
  /** What a pool looked like when the market first saw it; planned prices and volumes are relative to it. */
  const openings = new Map<string, PoolState>()
  const histories = new Map<string, PlannedHistory>()
  const knownDecimals = new Map<string, number>()

  /** Decimals of a mint never change; a mint that is not there yet is asked for again. */
  const decimals = (mint: string): number => {
    const known = knownDecimals.get(mint)
    if (known !== undefined) return known
    const account = chain.account(mint)
    const fields = account === null ? null : readMint(account.data)
    if (fields === null) return 0
    if (knownDecimals.size >= MAX_POOLS) knownDecimals.clear()
    knownDecimals.set(mint, fields.decimals)
    return fields.decimals
  }
  const supply = (mint: string): number => {
    if (mint === WSOL_MINT) return SOL_SUPPLY
    const account = chain.account(mint)
    const fields = account === null ? null : readMint(account.data)
    return fields === null ? 0 : rawToNumber(fields.supplyRaw, fields.decimals)
  }
  const reserves = (pool: MarketPool): PoolReading | null => dexTradesOf(pool.dex)?.readPool(chain, pool) ?? null

  const state = (pool: MarketPool): PoolState | null => stateOf(pool, reserves(pool))

  function stateOf(pool: MarketPool, raw: PoolReading | null): PoolState | null {
    if (raw === null) return null
    const baseReserve = rawToNumber(raw.baseReserveRaw, decimals(pool.baseMint))
    const quoteReserve = rawToNumber(raw.quoteReserveRaw, decimals(pool.quoteMint))
    const scale = decimals(pool.baseMint) - decimals(pool.quoteMint)
    const quoteUsd = priceUsd(pool.quoteMint)
    if (quoteUsd === null) return null
    const priceNative = raw.quotePerBase === null ? quoteReserve / baseReserve : raw.quotePerBase * 10 ** scale
    const baseWorth = raw.quotePerBase === null ? quoteReserve : baseReserve * priceNative
    return {
      baseReserve,
      quoteReserve,
      priceNative,
      priceUsd: priceNative * quoteUsd,
      liquidityUsd: raw.curveProgressPct === null ? (quoteReserve + baseWorth) * quoteUsd : null,
      curveProgressPct: raw.curveProgressPct,
    }
  }

  const deepest = (mint: string): { readonly pool: MarketPool; readonly raw: PoolReading } | null => {
    let best: { pool: MarketPool; raw: PoolReading } | null = null
    for (const pool of byMint.get(mint) ?? []) {
      const raw = reserves(pool)
      if (raw !== null && (best === null || raw.quoteReserveRaw > best.raw.quoteReserveRaw)) best = { pool, raw }
    }
    return best
  }

  function priceUsd(mint: string): number | null {
    if (mint === USDC_MINT) return 1
    const best = deepest(mint)
    return best === null || best.pool.quoteMint === mint ? null : (stateOf(best.pool, best.raw)?.priceUsd ?? null)
  }

  /** Drawn up when first asked for: boot does not wait for it. */
  const historyOf = (pool: MarketPool): PlannedHistory | null => {
    if (pool.temper === null) return null
    let history = histories.get(pool.address)
    if (history === undefined) {
      history = planHistory(options.seed, pool.baseMint, pool.temper)
      histories.set(pool.address, history)
    }
    return history
  }

  /** USD price at a time: the last trade before it, else the plan's path to the first trade, else the first price. */
  const priceAt = (pool: MarketPool, timeSec: number, nowUsd: number): number => {
    const traded = pool.book.lastAtOrBefore(timeSec)
    if (traded !== null) return traded.priceUsd
    const first = pool.book.first()
    const openingUsd = openings.get(pool.address)?.priceUsd ?? first?.priceUsd ?? nowUsd
    const history = historyOf(pool)
    if (history === null) return openingUsd
    return openingUsd * historyPriceAt(history, Math.min(bootSec, first?.timeSec ?? bootSec), timeSec)
  }

  const keepPool = (known: Omit<MarketPool, 'book'>): MarketPool => {
    const pool: MarketPool = { ...known, book: createTradeBook() }
    if (pools.size >= MAX_POOLS) forgetOldest(pools, byMint)
    pools.set(pool.address, pool)
    byMint.set(pool.baseMint, [...(byMint.get(pool.baseMint) ?? []), pool])
    return pool
  }

  return {
    bootSec,
    nowSec: () => chain.unixTimeSec(),
    addPool(known) {
      const held = pools.get(known.address)
      if (held !== undefined) return held
      const pool = keepPool(known)
      const opening = state(pool)
      if (opening !== null) openings.set(pool.address, opening)
      return pool
    },
    removePool(address) {
      const pool = pools.get(address)
      if (pool === undefined) return
      pools.delete(address)
      openings.delete(address)
      byMint.set(
        pool.baseMint,
        (byMint.get(pool.baseMint) ?? []).filter((other) => other !== pool),
      )
    },
    pool: (address) => pools.get(address),
    pools: () => [...pools.values()],
    poolsOf: (mint) => byMint.get(mint) ?? [],
    mainPool: (mint) => deepest(mint)?.pool ?? null,
    state,
    priceUsd,
    window(pool, name) {
      const nowSec = chain.unixTimeSec()
      const fromSec = nowSec - WINDOW_SECS[name]
      const sums = pool.book.sumsSince(fromSec)
      const now = state(pool)
      const nowUsd = now?.priceUsd ?? pool.book.last()?.priceUsd ?? 0
      const history = historyOf(pool)
      const planned = history === null ? null : sumHistory(history, bootSec, fromSec)
      const plannedUsd = planned === null ? 0 : planned.volume * (openings.get(pool.address)?.liquidityUsd ?? 0)
      const plannedBuys = planned?.buys ?? 0
      const plannedSells = planned?.sells ?? 0
      const boughtShare = plannedBuys + plannedSells === 0 ? 0.5 : plannedBuys / (plannedBuys + plannedSells)
      const buyUsd = sums.buyUsd + plannedUsd * boughtShare
      const sellUsd = sums.sellUsd + plannedUsd * (1 - boughtShare)
      const buys = sums.buys + plannedBuys
      const sells = sums.sells + plannedSells
      const before = priceAt(pool, fromSec, nowUsd)
      const priceChangePct = buys + sells === 0 || before === 0 ? null : (nowUsd / before - 1) * 100
      return { buys, sells, buyUsd, sellUsd, volumeUsd: buyUsd + sellUsd, priceChangePct }
    },
    past(pool) {
      const plan = historyOf(pool)
      const opening = openings.get(pool.address)
      if (plan === null || opening === undefined) return null
      return {
        plan,
        bootSec,
        priceEndSec: Math.min(bootSec, pool.book.first()?.timeSec ?? bootSec),
        openingUsd: opening.priceUsd,
        openingLiquidityUsd: opening.liquidityUsd ?? 0,
      }
    },
    decimals,
    supply,
    record: () => ({
      pools: [...pools.values()].map(({ book: _, ...pool }) => pool),
      trades: [...pools.values()].map(({ book }) => book.since(0)),
      openings,
    }),
    restore(record) {
      for (const [i, known] of record.pools.entries()) {
        const { book } = keepPool(known)
        for (const trade of record.trades[i]!) book.add(trade)
      }
      for (const [address, opening] of record.openings) openings.set(address, opening)
    },
  }
}

function forgetOldest(pools: Map<string, MarketPool>, byMint: Map<string, MarketPool[]>): void {
  for (const [address, pool] of pools) {
    if (pool.temper !== null || pool.quoteMint !== WSOL_MINT) continue
    pools.delete(address)
    byMint.set(
      pool.baseMint,
      (byMint.get(pool.baseMint) ?? []).filter((other) => other !== pool),
    )
    return
  }
}
