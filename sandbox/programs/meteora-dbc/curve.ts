import type { AnchorError } from '../anchor-script.ts'
import { MAX_U64, uintAt } from '../byte-fields.ts'
import { amountAOf, amountBOf } from '../meteora-damm-v2/swap-math.ts'
import { ceilDiv, smaller } from '../wide-math.ts'
import { type FeeCase, feeNumerator, feeOn, splitFee, withFee } from './fees.ts'
import { COLLECT, DBC_AT, DBC_CONFIG_AT, DBC_ERRORS, stretchesOf } from './layout.ts'

/* What a trade on a curve comes to: liquidity by stretches of the root of the price, like a pool with a range each. */

export type SwapMode = 'exactIn' | 'partialFill' | 'exactOut'
export type SwapQuestion = FeeCase & {
  readonly mode: SwapMode
  readonly amount: bigint
  readonly hasReferral: boolean
}
export type SwapOutcome = {
  readonly inputWithFee: bigint
  readonly inputAfterFee: bigint
  readonly amountLeft: bigint
  readonly output: bigint
  readonly nextSqrtPrice: bigint
  readonly fee: ReturnType<typeof splitFee>
}
type Walk = { readonly left: bigint; readonly other: bigint; readonly price: bigint }

/** Fees are taken from the quote that comes in, else from what goes out. */
export function takesFeeFromInput(config: Uint8Array, isBuy: boolean): boolean {
  return isBuy && config[DBC_CONFIG_AT.collectFeeMode] === COLLECT.quote
}

/** The outcome of a trade, or the error that the program ends with. */
export function askSwap(asked: SwapQuestion): SwapOutcome | AnchorError {
  const outcome = asked.mode === 'exactOut' ? swapForOutput(asked) : swapForInput(asked)
  if ('code' in outcome) return outcome
  const fits = [outcome.inputWithFee, outcome.output].every((amount) => amount >= 0n && amount <= MAX_U64)
  return fits ? outcome : DBC_ERRORS.overflow
}

function swapForInput(asked: SwapQuestion): SwapOutcome | AnchorError {
  const { config, isBuy, amount, mode, hasReferral } = asked
  const onInput = takesFeeFromInput(config, isBuy)
  const numerator = feeNumerator(asked, amount, 'gross')
  if (numerator === null) return DBC_ERRORS.overflow
  let fee = onInput ? feeOn(amount, numerator) : 0n
  const walk = isBuy ? upForQuote(asked, amount - fee) : downForBase(asked, amount - fee)
  if (walk.left > 0n && mode === 'exactIn') return DBC_ERRORS.liquidity
  const used = amount - fee - walk.left
  let inputWithFee = amount
  if (walk.left > 0n) {
    const again = onInput ? feeNumerator(asked, used, 'net') : 0n
    if (again === null) return DBC_ERRORS.undetermined
    inputWithFee = onInput ? withFee(used, again) : used
    fee = inputWithFee - used
  }
  if (!onInput) fee = feeOn(walk.other, numerator)
  return {
    inputWithFee,
    inputAfterFee: used,
    amountLeft: walk.left,
    output: onInput ? walk.other : walk.other - fee,
    nextSqrtPrice: walk.price,
    fee: splitFee(fee, hasReferral),
  }
}

function swapForOutput(asked: SwapQuestion): SwapOutcome | AnchorError {
  const { config, isBuy, amount, hasReferral } = asked
  const onInput = takesFeeFromInput(config, isBuy)
  const ofOutput = onInput ? 0n : feeNumerator(asked, amount, 'net')
  if (ofOutput === null) return DBC_ERRORS.undetermined
  const wanted = onInput ? amount : withFee(amount, ofOutput)
  const walk = isBuy ? upForBase(asked, wanted) : downForQuote(asked, wanted)
  if (walk.left > 0n || walk.price > uintAt(config, DBC_CONFIG_AT.migrationSqrtPrice, 16)) return DBC_ERRORS.liquidity
  const ofInput = onInput ? feeNumerator(asked, walk.other, 'net') : 0n
  if (ofInput === null) return DBC_ERRORS.undetermined
  const inputWithFee = onInput ? withFee(walk.other, ofInput) : walk.other
  return {
    inputWithFee,
    inputAfterFee: walk.other,
    amountLeft: 0n,
    output: amount,
    nextSqrtPrice: walk.price,
    fee: splitFee(onInput ? inputWithFee - walk.other : wanted - amount, hasReferral),
  }
}

const priceOf = ({ pool }: SwapQuestion): bigint => uintAt(pool, DBC_AT.sqrtPrice, 16)

/** A purchase for an amount of the quote ends at the migration price. */
function upForQuote(asked: SwapQuestion, amount: bigint): Walk {
  const stop = uintAt(asked.config, DBC_CONFIG_AT.migrationSqrtPrice, 16)
  let walk = { left: amount, other: 0n, price: priceOf(asked) }
  for (const { to, liquidity } of stretchesOf(asked.config)) {
    const end = smaller(to, stop)
    if (end <= walk.price) continue
    const most = amountBOf(liquidity, walk.price, end, 'up')
    const price = walk.left < most ? walk.price + (walk.left << 128n) / liquidity : end
    const other = walk.other + amountAOf(liquidity, walk.price, price, 'down')
    const isDone = walk.left < most || price === stop
    walk = { left: walk.left < most ? 0n : walk.left - most, other, price }
    if (isDone) break
  }
  return walk
}

function upForBase(asked: SwapQuestion, wanted: bigint): Walk {
  let walk = { left: wanted, other: 0n, price: priceOf(asked) }
  for (const { to, liquidity } of stretchesOf(asked.config)) {
    if (to <= walk.price || walk.left === 0n) continue
    const most = amountAOf(liquidity, walk.price, to, 'down')
    const isInside = walk.left < most
    const price = isInside ? ceilDiv(liquidity * walk.price, liquidity - walk.left * walk.price) : to
    const other = walk.other + amountBOf(liquidity, walk.price, price, 'up')
    walk = { left: isInside ? 0n : walk.left - most, other, price }
  }
  return walk
}

/** The stretches above the first, from the top: those that a sale leaves at their lower end. */
function upperStretches(config: Uint8Array) {
  const stretches = stretchesOf(config)
  return stretches
    .slice(1)
    .map(({ liquidity }, i) => ({ to: stretches[i]!.to, liquidity }))
    .reverse()
}

function downForBase(asked: SwapQuestion, amount: bigint): Walk {
  let walk = { left: amount, other: 0n, price: priceOf(asked) }
  const after = (liquidity: bigint): bigint => ceilDiv(liquidity * walk.price, liquidity + walk.left * walk.price)
  const go = (price: bigint, liquidity: bigint, left: bigint): void => {
    walk = { left, other: walk.other + amountBOf(liquidity, price, walk.price, 'down'), price }
  }
  for (const { to, liquidity } of upperStretches(asked.config)) {
    if (to >= walk.price || walk.left === 0n) continue
    const most = amountAOf(liquidity, to, walk.price, 'up')
    if (walk.left < most) go(after(liquidity), liquidity, 0n)
    else go(to, liquidity, walk.left - most)
  }
  if (walk.left === 0n) return walk
  const { liquidity } = stretchesOf(asked.config)[0]!
  const start = uintAt(asked.config, DBC_CONFIG_AT.startSqrtPrice, 16)
  const next = after(liquidity)
  if (next >= start) go(next, liquidity, 0n)
  else go(start, liquidity, walk.left - amountAOf(liquidity, start, walk.price, 'up'))
  return walk
}

function downForQuote(asked: SwapQuestion, wanted: bigint): Walk {
  let walk = { left: wanted, other: 0n, price: priceOf(asked) }
  const start = uintAt(asked.config, DBC_CONFIG_AT.startSqrtPrice, 16)
  const first = { to: start, liquidity: stretchesOf(asked.config)[0]!.liquidity }
  for (const { to, liquidity } of [...upperStretches(asked.config), first]) {
    if (to >= walk.price || walk.left === 0n) continue
    const most = amountBOf(liquidity, to, walk.price, 'down')
    const isInside = walk.left < most || (to === start && walk.left === most)
    const price = isInside ? walk.price - ceilDiv(walk.left << 128n, liquidity) : to
    const other = walk.other + amountAOf(liquidity, price, walk.price, 'up')
    walk = { left: isInside ? 0n : walk.left - most, other, price }
  }
  return walk
}
