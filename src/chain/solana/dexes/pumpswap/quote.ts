import { ZERO_KEY } from '../../borsh-layout.ts'
import { poolAuthorityPda } from '../pumpfun/addresses.ts'
import { BPS, type FeeRates, FIXED_SUPPLY_RAW, feeOf, ratesFor } from '../pumpfun/fees.ts'
import { quoteKindOf } from '../pumpfun/quote.ts'
import type { FeeConfig } from '../pumpfun/state.ts'
import type { GlobalConfig, PumpSwapPool } from './state.ts'

/** Reserves a pool trade runs against, in base units. `virtualQuote` is signed and counts for the price only. */
export type PoolReserves = { readonly base: bigint; readonly quote: bigint; readonly virtualQuote: bigint }

/** One trade against a pool: what moves where, in base units. */
export type PoolTrade = {
  readonly base: bigint
  /** Quote before fees: what the curve asks for (buy) or pays (sell). */
  readonly quote: bigint
  readonly lpFee: bigint
  readonly protocolFee: bigint
  readonly creatorFee: bigint
  /** What enters (buy) or leaves towards the trader and the fee takers (sell): the pool's own change of balance. The lp
   *  fee stays in the pool. */
  readonly poolQuote: bigint
  /** What the trader pays in all (buy) or receives (sell). */
  readonly traderQuote: bigint
  readonly after: PoolReserves
}

/** Rates in force for the next trade. `baseSupplyRaw` is the base mint's supply. */
export function poolRates(input: {
  readonly globalConfig: Pick<
    GlobalConfig,
    'lpFeeBasisPoints' | 'protocolFeeBasisPoints' | 'coinCreatorFeeBasisPoints' | 'creatorFeeConfigurable'
  >
  readonly feeConfig: FeeConfig | null
  readonly pool: PumpSwapPool
  readonly reserves: PoolReserves
  readonly baseSupplyRaw: bigint
}): FeeRates {
  const { globalConfig, feeConfig, pool } = input
  const rates =
    feeConfig === null
      ? {
          lpFeeBps: globalConfig.lpFeeBasisPoints,
          protocolFeeBps: globalConfig.protocolFeeBasisPoints,
          creatorFeeBps: globalConfig.coinCreatorFeeBasisPoints,
        }
      : ratesFor(feeConfig, {
          marketCap: poolMarketCap(input),
          quote: quoteKindOf(pool.quoteMint),
          usesTiers: isCanonicalPool(pool),
        })
  if (pool.coinCreator === ZERO_KEY) return { ...rates, creatorFeeBps: 0n }
  const own = globalConfig.creatorFeeConfigurable && pool.creatorFeeBps > 0n
  return own ? { ...rates, creatorFeeBps: pool.creatorFeeBps } : rates
}

/** Made by graduation: its creator is the launch program's authority for the token. Costs one address derivation. */
export function isCanonicalPool(pool: Pick<PumpSwapPool, 'creator' | 'baseMint'>): boolean {
  return pool.creator === poolAuthorityPda(pool.baseMint).address
}

/** floor(quote reserve x base supply / base reserve), in base units of the quote; 0 for an empty pool. */
export function poolMarketCap(input: {
  readonly pool: Pick<PumpSwapPool, 'isMayhemMode'>
  readonly reserves: PoolReserves
  readonly baseSupplyRaw: bigint
}): bigint {
  const { reserves } = input
  const quote = reserves.quote + reserves.virtualQuote
  if (reserves.base === 0n || quote <= 0n) return 0n
  const supply = input.pool.isMayhemMode ? FIXED_SUPPLY_RAW : input.baseSupplyRaw
  return (quote * supply) / reserves.base
}

/** `buy`: exactly so many base units. Null when the pool does not hold them. */
export function quoteBuyExactBase(reserves: PoolReserves, rates: FeeRates, base: bigint): PoolTrade | null {
  const priced = reserves.quote + reserves.virtualQuote
  if (base <= 0n || base >= reserves.base || priced <= 0n) return null
  const left = reserves.base - base
  return bought(reserves, rates, base, (priced * base + left - 1n) / left)
}

/** `buy_exact_quote_in`: as much base as `spendable` buys with its fees. Null when it buys none. */
export function quoteBuyExactQuote(reserves: PoolReserves, rates: FeeRates, spendable: bigint): PoolTrade | null {
  const priced = reserves.quote + reserves.virtualQuote
  if (spendable <= 0n || priced <= 0n || reserves.base === 0n) return null
  let net = (spendable * BPS) / (BPS + rates.lpFeeBps + rates.protocolFeeBps + rates.creatorFeeBps)
  const over = net + sumOfFees(net, rates) - spendable
  if (over > 0n) net -= over
  if (net <= 1n) return null
  const base = (reserves.base * (net - 1n)) / (priced + net - 1n)
  return base <= 0n ? null : bought(reserves, rates, base, net)
}

/** `sell`: exactly so many base units. Null when the pool's real quote cannot pay it or nothing would be left. */
export function quoteSellExactBase(reserves: PoolReserves, rates: FeeRates, base: bigint): PoolTrade | null {
  const priced = reserves.quote + reserves.virtualQuote
  if (base <= 0n || priced <= 0n) return null
  const quote = (priced * base) / (reserves.base + base)
  const lpFee = feeOf(quote, rates.lpFeeBps)
  const protocolFee = feeOf(quote, rates.protocolFeeBps)
  const creatorFee = feeOf(quote, rates.creatorFeeBps)
  const poolQuote = quote - lpFee
  const traderQuote = poolQuote - protocolFee - creatorFee
  if (poolQuote > reserves.quote || traderQuote < 0n) return null
  const after = { ...reserves, base: reserves.base + base, quote: reserves.quote - poolQuote }
  return { base, quote, lpFee, protocolFee, creatorFee, poolQuote, traderQuote, after }
}

function sumOfFees(quote: bigint, rates: FeeRates): bigint {
  return feeOf(quote, rates.lpFeeBps) + feeOf(quote, rates.protocolFeeBps) + feeOf(quote, rates.creatorFeeBps)
}

function bought(reserves: PoolReserves, rates: FeeRates, base: bigint, quote: bigint): PoolTrade {
  const lpFee = feeOf(quote, rates.lpFeeBps)
  const protocolFee = feeOf(quote, rates.protocolFeeBps)
  const creatorFee = feeOf(quote, rates.creatorFeeBps)
  const poolQuote = quote + lpFee
  const traderQuote = poolQuote + protocolFee + creatorFee
  const after = { ...reserves, base: reserves.base - base, quote: reserves.quote + poolQuote }
  return { base, quote, lpFee, protocolFee, creatorFee, poolQuote, traderQuote, after }
}
