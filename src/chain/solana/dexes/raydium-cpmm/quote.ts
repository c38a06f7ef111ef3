import { ceilDiv, constantProductOut, type SwapReserves } from '../constant-product.ts'
import type { CpmmConfig, CpmmPool } from './state.ts'

/** Rates of one pool, in millionths; those of protocol and fund are shares of the trade fee. */
export type CpmmRates = {
  readonly trade: bigint
  /** 0 where the pool takes none. */
  readonly creator: bigint
  readonly protocol: bigint
  readonly fund: bigint
}

/** One swap at the curve, transfer fees left out. */
export type CpmmSwap = {
  /** What met the curve. */
  readonly netInRaw: bigint
  readonly grossOutRaw: bigint
  /** What leaves the pool. */
  readonly outRaw: bigint
  readonly lpFee: bigint
  /** Of protocol and fund together. */
  readonly protocolFee: bigint
  readonly creatorFee: bigint
}

const MILLION = 1_000_000n
/** `creatorFeeOn`: whatever goes in, only the first mint, only the second. */
const CREATOR_FEE_ON_INPUT = 0
const CREATOR_FEE_ON = [1, 2] as const

export function ratesOf(pool: Pick<CpmmPool, 'enableCreatorFee'>, config: CpmmConfig): CpmmRates {
  return {
    trade: config.tradeFeeRate,
    creator: pool.enableCreatorFee ? config.creatorFeeRate : 0n,
    protocol: config.protocolFeeRate,
    fund: config.fundFeeRate,
  }
}

/** Whether the creator's fee is part of what goes in, for a swap that pays with the pool's first or second mint. */
export function isCreatorFeeOnInput({ creatorFeeOn }: Pick<CpmmPool, 'creatorFeeOn'>, inputSide: 0 | 1): boolean {
  return creatorFeeOn === CREATOR_FEE_ON_INPUT || creatorFeeOn === CREATOR_FEE_ON[inputSide]
}

/** `swap_base_input` for what reaches the pool, rounded as raydium-cp-swap `curve/calculator.rs` rounds. On the input
 *  side trade fee and creator's fee are one fee, rounded up once and then split. Null when fees leave nothing. */
export function swapCpmm(
  inRaw: bigint,
  reserves: SwapReserves,
  rates: CpmmRates,
  isFeeOnInput: boolean,
): CpmmSwap | null {
  const inputRate = rates.trade + (isFeeOnInput ? rates.creator : 0n)
  const inputFee = shareUp(inRaw, inputRate)
  // The program divides by the rate to split the fee, so a pool that takes nothing at all cannot be traded.
  if (inputFee >= inRaw || (isFeeOnInput && inputRate === 0n)) return null
  const netInRaw = inRaw - inputFee
  const grossOutRaw = constantProductOut(netInRaw, reserves)
  const creatorFee = isFeeOnInput ? (inputFee * rates.creator) / inputRate : shareUp(grossOutRaw, rates.creator)
  const tradeFee = isFeeOnInput ? inputFee - creatorFee : inputFee
  const outRaw = isFeeOnInput ? grossOutRaw : grossOutRaw - creatorFee
  if (outRaw <= 0n) return null
  const protocolFee = shareDown(tradeFee, rates.protocol) + shareDown(tradeFee, rates.fund)
  return { netInRaw, grossOutRaw, outRaw, lpFee: tradeFee - protocolFee, protocolFee, creatorFee }
}

function shareUp(amount: bigint, rate: bigint): bigint {
  return ceilDiv(amount * rate, MILLION)
}

function shareDown(amount: bigint, rate: bigint): bigint {
  return (amount * rate) / MILLION
}
