import type { AnchorError } from '../anchor-script.ts'
import { ANCHOR } from '../anchor-script.ts'
import { intAt, MAX_U64, putInt, uintAt } from '../byte-fields.ts'
import { ceilDiv, smaller } from '../wide-math.ts'
import {
  addWrapped,
  BIN_AT,
  BINS_PER_ARRAY,
  type BinArray,
  binArrayIndexOf,
  binOffset,
  DLMM_ERRORS,
  LB_PAIR_AT,
  MAX_BIN_ID,
  nextFilledArray,
  priceOfBin,
} from './dlmm-layout.ts'

/* A DLMM trade, bin by bin. Rates are billionths. The pair and the arrays are changed as the trade goes. */

const RATE_UNIT = 1_000_000_000n
const MAX_RATE = 100_000_000n
const BPS = 10_000n
const VARIABLE_FEE_SCALE = 100_000_000_000n

export type DlmmOrder = {
  /** What goes in, or what comes out when `isExactOut`; transfer fees are not in it. */
  readonly amount: bigint
  readonly isExactOut: boolean
  readonly isForY: boolean
  readonly nowSec: bigint
  /** Share of the protocol's fee for the host, in basis points. */
  readonly hostBps: bigint
}
export type DlmmOutcome = {
  /** With fees, where they are taken from the input. */
  readonly input: bigint
  readonly output: bigint
  readonly fee: bigint
  readonly protocolFee: bigint
  readonly hostFee: bigint
  /** Rate in the last bin. */
  readonly rate: bigint
  readonly startId: number
  readonly endId: number
}
type BinFill = { readonly input: bigint; readonly output: bigint; readonly fee: bigint }

export function takesDlmmFeeFromInput(pair: Uint8Array, isForY: boolean): boolean {
  return pair[LB_PAIR_AT.collectFeeMode] !== 1 || !isForY
}

/** Base and variable fee at the pair's present volatility. */
export function dlmmFeeRate(pair: Uint8Array): bigint {
  const binStep = uintAt(pair, LB_PAIR_AT.binStep, 2)
  const base = uintAt(pair, LB_PAIR_AT.baseFactor, 2) * binStep * 10n * 10n ** BigInt(pair[LB_PAIR_AT.baseFeePower]!)
  const moved = uintAt(pair, LB_PAIR_AT.volatilityAccumulator, 4) * binStep
  const variable = ceilDiv(uintAt(pair, LB_PAIR_AT.variableFeeControl, 4) * moved * moved, VARIABLE_FEE_SCALE)
  return smaller(base + variable, MAX_RATE)
}

export function walkBins(
  pair: Uint8Array,
  arrays: ReadonlyMap<number, BinArray>,
  order: DlmmOrder,
): DlmmOutcome | AnchorError {
  const { isForY, isExactOut } = order
  const startId = activeIdOf(pair)
  refreshReferences(pair, order.nowSec)
  let left = order.amount
  let [input, output, fee, protocolFee, hostFee] = [0n, 0n, 0n, 0n, 0n]
  while (left > 0n) {
    const array = arrayInUse(pair, arrays, isForY)
    if ('code' in array) return array
    while (left > 0n && binArrayIndexOf(activeIdOf(pair)) === array.index) {
      recordVolatility(pair)
      const fill = fillBin(pair, array.data, order, left)
      if (fill !== null) {
        const shares = bookFill(pair, array.data, order, fill)
        left -= isExactOut ? fill.output : fill.input
        input += fill.input
        output += fill.output
        fee += fill.fee
        protocolFee += shares.protocol
        hostFee += shares.host
      }
      if (left > 0n && !advance(pair, isForY)) return DLMM_ERRORS.binOutOfBound
    }
  }
  if (input > MAX_U64 || output > MAX_U64) return DLMM_ERRORS.overflow
  putInt(pair, LB_PAIR_AT.lastUpdate, 8, order.nowSec)
  return { input, output, fee, protocolFee, hostFee, rate: dlmmFeeRate(pair), startId, endId: activeIdOf(pair) }
}

function activeIdOf(pair: Uint8Array): number {
  return Number(intAt(pair, LB_PAIR_AT.activeId, 4))
}

/** The array of the active bin when it holds liquidity, else the next one that does: the active bin jumps to its
 *  edge. */
function arrayInUse(pair: Uint8Array, arrays: ReadonlyMap<number, BinArray>, isForY: boolean): BinArray | AnchorError {
  const present = binArrayIndexOf(activeIdOf(pair))
  const index = nextFilledArray(pair, present, isForY)
  if (index === null) return DLMM_ERRORS.noLiquidity
  const array = arrays.get(index)
  if (array === undefined) return ANCHOR.notEnoughKeys
  if (index !== present) {
    const edge = isForY ? (index + 1) * BINS_PER_ARRAY - 1 : index * BINS_PER_ARRAY
    putInt(pair, LB_PAIR_AT.activeId, 4, edge)
  }
  return array
}

function advance(pair: Uint8Array, isForY: boolean): boolean {
  const next = activeIdOf(pair) + (isForY ? -1 : 1)
  if (Math.abs(next) > MAX_BIN_ID) return false
  putInt(pair, LB_PAIR_AT.activeId, 4, next)
  return true
}

/** After a quiet time the active bin is the new reference, and older movement fades. */
export function refreshReferences(pair: Uint8Array, nowSec: bigint): void {
  const elapsed = nowSec - intAt(pair, LB_PAIR_AT.lastUpdate, 8)
  if (elapsed < uintAt(pair, LB_PAIR_AT.filterPeriod, 2)) return
  putInt(pair, LB_PAIR_AT.indexReference, 4, activeIdOf(pair))
  const faded = (uintAt(pair, LB_PAIR_AT.volatilityAccumulator, 4) * uintAt(pair, LB_PAIR_AT.reductionFactor, 2)) / BPS
  const isFading = elapsed < uintAt(pair, LB_PAIR_AT.decayPeriod, 2)
  putInt(pair, LB_PAIR_AT.volatilityReference, 4, isFading ? faded : 0n)
}

function recordVolatility(pair: Uint8Array): void {
  const bins = Math.abs(Number(intAt(pair, LB_PAIR_AT.indexReference, 4)) - activeIdOf(pair))
  const sum = uintAt(pair, LB_PAIR_AT.volatilityReference, 4) + BigInt(bins) * BPS
  putInt(pair, LB_PAIR_AT.volatilityAccumulator, 4, smaller(sum, uintAt(pair, LB_PAIR_AT.maxVolatility, 4)))
}

/** Fee on an amount that includes it, and on one that does not. */
function feeIn(pair: Uint8Array, amount: bigint): bigint {
  return ceilDiv(amount * dlmmFeeRate(pair), RATE_UNIT)
}
function feeOnTop(pair: Uint8Array, amount: bigint): bigint {
  const rate = dlmmFeeRate(pair)
  return ceilDiv(amount * rate, RATE_UNIT - rate)
}

/** What the active bin exchanges; null when it has nothing to give. */
function fillBin(pair: Uint8Array, array: Uint8Array, order: DlmmOrder, left: bigint): BinFill | null {
  const { isForY } = order
  const at = binOffset(activeIdOf(pair))
  const most = uintAt(array, at + (isForY ? BIN_AT.amountY : BIN_AT.amountX), 8)
  if (most === 0n) return null
  const price = binPrice(pair, array)
  const costOf = (amount: bigint): bigint =>
    isForY ? ceilDiv(amount << 64n, price) : ceilDiv(amount * price, 1n << 64n)
  const onInput = takesDlmmFeeFromInput(pair, isForY)
  if (order.isExactOut) {
    const wanted = onInput ? left : left + feeOnTop(pair, left)
    const gross = smaller(wanted, most)
    const cost = costOf(gross)
    if (onInput) {
      const fee = feeOnTop(pair, cost)
      return { input: cost + fee, output: gross, fee }
    }
    const fee = wanted <= most ? wanted - left : feeIn(pair, gross)
    return { input: cost, output: gross - fee, fee }
  }
  const firstFee = onInput ? feeIn(pair, left) : 0n
  const offered = left - firstFee
  const toFill = costOf(most)
  const isFull = offered >= toFill
  const used = isFull ? toFill : offered
  const traded = isFull ? most : isForY ? (offered * price) >> 64n : (offered << 64n) / price
  const gross = smaller(traded, most)
  if (!onInput) {
    const fee = feeIn(pair, gross)
    return { input: used, output: gross - fee, fee }
  }
  const isLeftOver = offered > toFill
  const fee = isLeftOver ? feeOnTop(pair, used) : firstFee
  return { input: used + fee, output: gross, fee }
}

function binPrice(pair: Uint8Array, array: Uint8Array): bigint {
  const id = activeIdOf(pair)
  const stored = uintAt(array, binOffset(id) + BIN_AT.price, 16)
  return stored === 0n ? priceOfBin(id, Number(uintAt(pair, LB_PAIR_AT.binStep, 2))) : stored
}

/** Puts an exchange into its bin; the fee goes to the bin's owners, the protocol and the host. */
function bookFill(
  pair: Uint8Array,
  array: Uint8Array,
  order: DlmmOrder,
  { input, output, fee }: BinFill,
): { readonly protocol: bigint; readonly host: bigint } {
  const { isForY } = order
  const at = binOffset(activeIdOf(pair))
  const onInput = takesDlmmFeeFromInput(pair, isForY)
  const all = (fee * uintAt(pair, LB_PAIR_AT.protocolShare, 2)) / BPS
  const host = (all * order.hostBps) / BPS
  const [inAt, outAt] = isForY ? [BIN_AT.amountX, BIN_AT.amountY] : [BIN_AT.amountY, BIN_AT.amountX]
  addWrapped(array, at + inAt, 8, onInput ? input - fee : input)
  addWrapped(array, at + outAt, 8, -(onInput ? output : output + fee))
  putInt(array, at + BIN_AT.price, 16, binPrice(pair, array))
  const isFeeInX = onInput === isForY
  const supply = uintAt(array, at + BIN_AT.liquidity, 16) >> 64n
  if (supply > 0n) addWrapped(array, at + (isFeeInX ? BIN_AT.feeX : BIN_AT.feeY), 16, ((fee - all) << 64n) / supply)
  addWrapped(pair, isFeeInX ? LB_PAIR_AT.protocolFeeX : LB_PAIR_AT.protocolFeeY, 8, all - host)
  return { protocol: all - host, host }
}
