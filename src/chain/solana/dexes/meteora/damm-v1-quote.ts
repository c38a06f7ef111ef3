import type { PoolSwap } from '../swap-quote.ts'
import { type DynamicVault, freeVaultRaw } from './damm-v1-state.ts'

/** One side of a pool: the vault that holds its tokens, and the pool's shares of it. */
export type VaultSide = {
  readonly vault: DynamicVault
  readonly sharesRaw: bigint
  readonly shareSupplyRaw: bigint
  /** What lies in the vault itself; the rest is lent out and cannot be paid at once. */
  readonly inHandRaw: bigint
}
export type Fraction = readonly [numerator: bigint, denominator: bigint]
export type DammV1Fees = {
  readonly trade: Fraction
  /** Part of the trade's fee. */
  readonly protocol: Fraction
}

const MAX_U64 = (1n << 64n) - 1n

/** A vault's tokens that shares are a claim on now, and the number of shares. */
type VaultNow = { readonly freeRaw: bigint; readonly supplyRaw: bigint }

/** An exact input against a constant product of what the pool's shares of both vaults are worth. The vaults round with
 *  each deposit and withdrawal: some units stay with them. Null when the pool does not take or pay that much, or gives
 *  nothing. Formulas: the program's client library, checked against it and the program. */
export function tradeDammV1(
  { input, output, fees }: { readonly input: VaultSide; readonly output: VaultSide; readonly fees: DammV1Fees },
  { inRaw, nowSec }: { readonly inRaw: bigint; readonly nowSec: bigint },
): PoolSwap | null {
  if (inRaw <= 0n || inRaw > MAX_U64) return null
  const [into, outOf] = [vaultNow(input, nowSec), vaultNow(output, nowSec)]
  if (into === null || outOf === null) return null
  const feeRaw = partOf(inRaw, fees.trade)
  const protocolFeeRaw = feeRaw === null ? null : partOf(feeRaw, fees.protocol)
  if (feeRaw === null || protocolFeeRaw === null) return null
  const depositRaw = inRaw - protocolFeeRaw
  const reserveInRaw = worthOf(input.sharesRaw, into)
  const newShares = sharesFor(depositRaw, into)
  const grown = { freeRaw: into.freeRaw + depositRaw, supplyRaw: into.supplyRaw + newShares }
  const creditedRaw = worthOf(input.sharesRaw + newShares, grown) - reserveInRaw
  const curveInRaw = creditedRaw - (feeRaw - protocolFeeRaw)
  const reserveOutRaw = worthOf(output.sharesRaw, outOf)
  if (curveInRaw <= 0n || reserveOutRaw === 0n) return null
  const curveOutRaw = (curveInRaw * reserveOutRaw) / (reserveInRaw + curveInRaw)
  const outRaw = worthOf(sharesFor(curveOutRaw, outOf), outOf)
  // The whole of a side is never paid.
  const mostRaw = output.inHandRaw < reserveOutRaw ? output.inHandRaw : reserveOutRaw
  if (outRaw <= 0n || outRaw >= mostRaw) return null
  return { curveInRaw, curveOutRaw, outRaw, feeRaw, protocolFeeRaw, isFeeOnInput: true }
}

/** What a side of the pool is worth now. */
export function sideWorthRaw(side: VaultSide, nowSec: bigint): bigint {
  const now = vaultNow(side, nowSec)
  return now === null ? 0n : worthOf(side.sharesRaw, now)
}

function vaultNow({ vault, shareSupplyRaw }: VaultSide, nowSec: bigint): VaultNow | null {
  const freeRaw = freeVaultRaw(vault, nowSec)
  return freeRaw === 0n || shareSupplyRaw === 0n ? null : { freeRaw, supplyRaw: shareSupplyRaw }
}

function worthOf(sharesRaw: bigint, { freeRaw, supplyRaw }: VaultNow): bigint {
  return (sharesRaw * freeRaw) / supplyRaw
}

function sharesFor(amountRaw: bigint, { freeRaw, supplyRaw }: VaultNow): bigint {
  return (amountRaw * supplyRaw) / freeRaw
}

/** At least one unit of whatever is not nothing (seen in the program; its client library leaves that out). Null for a
 *  fraction of nothing, or one above the whole. */
function partOf(amountRaw: bigint, [numerator, denominator]: Fraction): bigint | null {
  if (denominator === 0n || numerator > denominator) return null
  if (numerator === 0n || amountRaw === 0n) return 0n
  return (amountRaw * numerator) / denominator || 1n
}
