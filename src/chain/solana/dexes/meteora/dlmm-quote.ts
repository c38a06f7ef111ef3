import type { PoolSwap } from '../swap-quote.ts'
import { binPriceQ64 } from './bin-price.ts'
import { arrayIndexOf, BINS_PER_ARRAY, type Bin, binAt, type DlmmRules } from './dlmm-swap-state.ts'

const RATE_UNIT = 1_000_000_000n
/** A tenth of the amount. */
const MAX_RATE = 100_000_000n
const VARIABLE_FEE_SCALE = 100_000_000_000n
const BPS = 10_000n
/** Share of the fee on filled orders that goes to those who placed them. */
const ORDER_FEE_SHARE_BPS = 5_000n
const MAX_U64 = (1n << 64n) - 1n
/** Compute units of a swap (measured on the real program, orders and Token-2022 mints included, with some room): in
 *  all, for a bin that is used, and for one that is passed. */
const BASE_UNITS = 80_000
const USED_BIN_UNITS = 7_000
const PASSED_BIN_UNITS = 1_000

/** A pool with the part of its bins that was read. */
export type DlmmBook = {
  readonly activeId: number
  readonly rules: DlmmRules
  /** Arrays with liquidity ahead of the active bin, in the order of a trade, by their index. */
  readonly pathDown: readonly number[]
  readonly pathUp: readonly number[]
  readonly arrays: ReadonlyMap<number, Uint8Array>
}
type Order = { readonly inRaw: bigint; readonly isForY: boolean; readonly nowSec: bigint }

/** Walks the bins for an exact input of X for Y (down) or Y for X (up). Null when the arrays that were read do not take
 *  it whole, when the way to its end may take more than `maxUnits` compute units, or when nothing comes out. Formulas:
 *  the program's client library, checked against it and the program. */
export function tradeDlmm(book: DlmmBook, order: Order, maxUnits: number): PoolSwap | null {
  const { rules } = book
  const { isForY, inRaw } = order
  if (inRaw <= 0n || inRaw > MAX_U64) return null
  const isFeeOnInput = !(rules.collectsInY && isForY)
  const volatility = referenceOf(book, order.nowSec)
  const sum = { leftRaw: inRaw, curveInRaw: 0n, curveOutRaw: 0n, feeRaw: 0n, protocolFeeRaw: 0n }
  let unitsLeft = maxUnits - BASE_UNITS
  for (const binId of binsAhead(book, isForY)) {
    const bin = binAt(book.arrays.get(arrayIndexOf(binId))!, binId)
    const isUsed = mostOut(bin, rules, isForY) > 0n
    unitsLeft -= isUsed ? USED_BIN_UNITS : PASSED_BIN_UNITS
    if (unitsLeft < 0) return null
    if (!isUsed) continue
    const rate = rateAt(rules, volatility, binId)
    const priceQ64 = bin.priceQ64 === 0n ? binPriceQ64(Number(rules.binStepBps), binId) : bin.priceQ64
    const fill = fillBin({ bin, rules, priceQ64, rate, isForY, isFeeOnInput }, sum.leftRaw)
    if (fill === null) return null
    sum.leftRaw -= fill.takenRaw
    sum.curveInRaw += fill.curveInRaw
    sum.curveOutRaw += fill.curveOutRaw
    sum.feeRaw += fill.feeRaw
    sum.protocolFeeRaw += fill.protocolFeeRaw
    if (sum.leftRaw === 0n) break
  }
  const { leftRaw, curveOutRaw, feeRaw, ...rest } = sum
  const outRaw = isFeeOnInput ? curveOutRaw : curveOutRaw - feeRaw
  return leftRaw > 0n || outRaw <= 0n || outRaw > MAX_U64
    ? null
    : { ...rest, curveOutRaw, outRaw, feeRaw, isFeeOnInput }
}

/** Ids of the bins of the arrays that were read, from the active one on; ends at the first array that was not. */
function* binsAhead({ activeId, pathDown, pathUp, arrays }: DlmmBook, isForY: boolean): Generator<number> {
  const step = isForY ? -1 : 1
  const active = arrayIndexOf(activeId)
  for (const index of isForY ? pathDown : pathUp) {
    if (!arrays.has(index)) return
    const edge = index * BINS_PER_ARRAY + (isForY ? BINS_PER_ARRAY - 1 : 0)
    for (let id = index === active ? activeId : edge; arrayIndexOf(id) === index; id += step) yield id
  }
}

type Volatility = { readonly reference: bigint; readonly index: number }

/** What movement is measured from: after a quiet time the active bin, and older movement fades. */
function referenceOf({ activeId, rules }: DlmmBook, nowSec: bigint): Volatility {
  const elapsedSec = nowSec - rules.lastUpdateSec
  if (elapsedSec < rules.filterPeriodSec) return { reference: rules.volatilityReference, index: rules.indexReference }
  const isFading = elapsedSec < rules.decayPeriodSec
  return { reference: isFading ? (rules.volatilityAccumulator * rules.reductionBps) / BPS : 0n, index: activeId }
}

function rateAt(rules: DlmmRules, { reference, index }: Volatility, binId: number): bigint {
  const moved = smaller(reference + BigInt(Math.abs(index - binId)) * BPS, rules.maxVolatility) * rules.binStepBps
  const variable = (rules.variableFeeControl * moved * moved + VARIABLE_FEE_SCALE - 1n) / VARIABLE_FEE_SCALE
  return smaller(rules.baseRate + variable, MAX_RATE)
}

function ordersAgainst(bin: Bin, rules: DlmmRules, isForY: boolean): { readonly older: bigint; readonly open: bigint } {
  const fits = rules.hasLimitOrders && bin.ordersSellX !== isForY
  return fits ? { older: bin.olderOrderRaw, open: bin.openOrderRaw } : { older: 0n, open: 0n }
}

function mostOut(bin: Bin, rules: DlmmRules, isForY: boolean): bigint {
  const { older, open } = ordersAgainst(bin, rules, isForY)
  return (isForY ? bin.amountY : bin.amountX) + older + open
}

type Stop = {
  readonly bin: Bin
  readonly rules: DlmmRules
  readonly priceQ64: bigint
  readonly rate: bigint
  readonly isForY: boolean
  readonly isFeeOnInput: boolean
}
type BinFill = {
  /** What it takes of the input, the fee included where it is taken from it. */
  readonly takenRaw: bigint
  readonly curveInRaw: bigint
  readonly curveOutRaw: bigint
  readonly feeRaw: bigint
  readonly protocolFeeRaw: bigint
}

/** What one bin exchanges: its liquidity first, then older orders, then open ones, each rounded for itself. Null where
 *  the program's numbers overflow. */
function fillBin(stop: Stop, leftRaw: bigint): BinFill | null {
  const { bin, rules, rate, isForY, isFeeOnInput } = stop
  const feeOfAllRaw = isFeeOnInput ? feeIn(leftRaw, rate) : 0n
  let restRaw = leftRaw - feeOfAllRaw
  let [curveInRaw, curveOutRaw, liquidityInRaw] = [0n, 0n, 0n]
  const { older, open } = ordersAgainst(bin, rules, isForY)
  for (const [at, mostRaw] of [isForY ? bin.amountY : bin.amountX, older, open].entries()) {
    const part = fillPart(stop, restRaw, mostRaw)
    if (part === null) return null
    restRaw -= part.inRaw
    curveInRaw += part.inRaw
    curveOutRaw += part.outRaw
    if (at === 0) liquidityInRaw = part.inRaw
  }
  const feeRaw = isFeeOnInput ? (restRaw > 0n ? feeOnTop(curveInRaw, rate) : feeOfAllRaw) : feeIn(curveOutRaw, rate)
  const takenRaw = restRaw > 0n ? curveInRaw + (isFeeOnInput ? feeRaw : 0n) : leftRaw
  const protocolFeeRaw = protocolPart(feeRaw, rules.protocolShareBps, { liquidityInRaw, curveInRaw })
  return { takenRaw, curveInRaw, curveOutRaw, feeRaw, protocolFeeRaw }
}

function fillPart(
  { priceQ64, isForY }: Stop,
  offeredRaw: bigint,
  mostRaw: bigint,
): { readonly inRaw: bigint; readonly outRaw: bigint } | null {
  if (mostRaw === 0n || offeredRaw === 0n) return { inRaw: 0n, outRaw: 0n }
  if (priceQ64 === 0n) return null
  const costRaw = isForY
    ? ((mostRaw << 64n) + priceQ64 - 1n) / priceQ64
    : (mostRaw * priceQ64 + (1n << 64n) - 1n) >> 64n
  if (costRaw > MAX_U64) return null
  if (offeredRaw >= costRaw) return { inRaw: costRaw, outRaw: mostRaw }
  return { inRaw: offeredRaw, outRaw: isForY ? (offeredRaw * priceQ64) >> 64n : (offeredRaw << 64n) / priceQ64 }
}

/** Of the liquidity's part of the fee the pool's share; of the orders' part what their owners do not get. */
function protocolPart(
  feeRaw: bigint,
  shareBps: bigint,
  { liquidityInRaw, curveInRaw }: { readonly liquidityInRaw: bigint; readonly curveInRaw: bigint },
): bigint {
  if (curveInRaw === 0n) return 0n
  const liquidityFeeRaw = (feeRaw * liquidityInRaw + curveInRaw - 1n) / curveInRaw
  const orderFeeRaw = feeRaw - liquidityFeeRaw
  return (liquidityFeeRaw * shareBps) / BPS + orderFeeRaw - (orderFeeRaw * ORDER_FEE_SHARE_BPS) / BPS
}

/** Fee in an amount that includes it, and on one that does not. */
function feeIn(amountRaw: bigint, rate: bigint): bigint {
  return (amountRaw * rate + RATE_UNIT - 1n) / RATE_UNIT
}
function feeOnTop(amountRaw: bigint, rate: bigint): bigint {
  return (amountRaw * rate + RATE_UNIT - rate - 1n) / (RATE_UNIT - rate)
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
