import { ceilDiv, constantProductOut, type SwapReserves } from '../constant-product.ts'
import type { AmmInfo } from './state.ts'

/** One swap; the whole input enters the vault, its fee with it. */
export type AmmSwap = { readonly netInRaw: bigint; readonly outRaw: bigint; readonly fee: bigint }

/** `swap_base_in` as raydium-amm rounds it: the fee up, what comes out down. Null when it buys nothing. */
export function swapAmm(
  inRaw: bigint,
  reserves: SwapReserves,
  rates: Pick<AmmInfo, 'swapFeeNumerator' | 'swapFeeDenominator'>,
): AmmSwap | null {
  if (inRaw <= 0n || rates.swapFeeDenominator === 0n) return null
  const fee = ceilDiv(inRaw * rates.swapFeeNumerator, rates.swapFeeDenominator)
  const netInRaw = inRaw - fee
  const outRaw = constantProductOut(netInRaw, reserves)
  return outRaw <= 0n || outRaw >= reserves.outRaw ? null : { netInRaw, outRaw, fee }
}
