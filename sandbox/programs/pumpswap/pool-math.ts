import { ZERO_KEY } from '../../../src/chain/solana/borsh-layout.ts'
import { poolAuthorityPda } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import type { FeeConfig } from '../../../src/chain/solana/dexes/pumpfun/state.ts'
import type { GlobalConfig, PumpSwapPool } from '../../../src/chain/solana/dexes/pumpswap/state.ts'
import {
  type FeeRates,
  LAUNCH_SUPPLY_RAW,
  partOf,
  scheduledRates,
  scheduleOf,
  withCreator,
  withinBudget,
} from '../pumpfun/fee-schedule.ts'
import { ceilDiv } from '../wide-math.ts'

/* Trades in a pool as the emulator carries them out. The pool keeps the product of base and priced quote, rounded in
 * its own favour: each side after a trade is that product over the other. */

/** `virtualQuote` has a sign and counts for the price only. */
export type PoolReserves = { readonly base: bigint; readonly quote: bigint; readonly virtualQuote: bigint }

export type PoolTrade = {
  readonly base: bigint
  /** What the price asks for or gives, without fees. */
  readonly quote: bigint
  readonly lpFee: bigint
  readonly protocolFee: bigint
  readonly creatorFee: bigint
  /** Enters or leaves the pool, which keeps the LPs' fee. */
  readonly poolQuote: bigint
  /** Leaves or reaches the trader. */
  readonly traderQuote: bigint
}

/** Whether the launchpad opened the pool, when its token graduated. */
export function isGraduate({ creator, baseMint }: PumpSwapPool): boolean {
  return poolAuthorityPda(baseMint).address === creator
}

export function poolMarketCap(pool: PumpSwapPool, reserves: PoolReserves, supply: bigint): bigint {
  const priced = pricedQuote(reserves)
  if (priced <= 0n || reserves.base === 0n) return 0n
  return ((pool.isMayhemMode ? LAUNCH_SUPPLY_RAW : supply) * priced) / reserves.base
}

export function poolRates(
  { pool, reserves, supply }: { readonly pool: PumpSwapPool; readonly reserves: PoolReserves; readonly supply: bigint },
  { globalConfig, feeConfig }: { readonly globalConfig: GlobalConfig; readonly feeConfig: FeeConfig },
): FeeRates {
  const terms = {
    schedule: scheduleOf(pool.quoteMint),
    marketCap: poolMarketCap(pool, reserves, supply),
    isTiered: isGraduate(pool),
  }
  return withCreator(scheduledRates(feeConfig, terms), {
    hasCreator: pool.coinCreator !== ZERO_KEY,
    ownBps: pool.creatorFeeBps,
    mayBeOwn: globalConfig.creatorFeeConfigurable,
  })
}

/** Null where the pool has not so much. */
export function takeBase(reserves: PoolReserves, rates: FeeRates, base: bigint): PoolTrade | null {
  const priced = pricedQuote(reserves)
  const left = reserves.base - base
  if (base <= 0n || left <= 0n || priced <= 0n) return null
  return takeFor(rates, base, ceilDiv(reserves.base * priced, left) - priced)
}

/** As much base as the budget pays for with its fees. One unit of it stays the pool's rounding. */
export function spendQuote(reserves: PoolReserves, rates: FeeRates, budget: bigint): PoolTrade | null {
  const priced = pricedQuote(reserves)
  if (budget <= 0n || priced <= 0n || reserves.base === 0n) return null
  const net = withinBudget(budget, rates.lpFeeBps, rates.protocolFeeBps, rates.creatorFeeBps)
  if (net <= 1n) return null
  const base = reserves.base - ceilDiv(reserves.base * priced, priced + net - 1n)
  return base <= 0n ? null : takeFor(rates, base, net)
}

/** Null where the pool has not so much quote, or fees take more than there is. */
export function giveBase(reserves: PoolReserves, rates: FeeRates, base: bigint): PoolTrade | null {
  const priced = pricedQuote(reserves)
  if (base <= 0n || priced <= 0n) return null
  const quote = priced - ceilDiv(reserves.base * priced, reserves.base + base)
  const fees = feesOn(quote, rates)
  const poolQuote = quote - fees.lpFee
  const traderQuote = poolQuote - fees.protocolFee - fees.creatorFee
  return poolQuote > reserves.quote || traderQuote < 0n ? null : { base, quote, ...fees, poolQuote, traderQuote }
}

function takeFor(rates: FeeRates, base: bigint, quote: bigint): PoolTrade {
  const fees = feesOn(quote, rates)
  const poolQuote = quote + fees.lpFee
  return { base, quote, ...fees, poolQuote, traderQuote: poolQuote + fees.protocolFee + fees.creatorFee }
}

function pricedQuote({ quote, virtualQuote }: PoolReserves): bigint {
  return quote + virtualQuote
}

function feesOn(quote: bigint, rates: FeeRates) {
  return {
    lpFee: partOf(quote, rates.lpFeeBps),
    protocolFee: partOf(quote, rates.protocolFeeBps),
    creatorFee: partOf(quote, rates.creatorFeeBps),
  }
}
