import { BPS } from '../../chain/solana/dexes/pumpfun/fees.ts'
import type { Context } from '../../context.ts'

/** Share of the money side (SOL or a dollar) of each trade that goes to the operator's wallet. */
export type PlatformFee = { readonly bps: number; readonly wallet: string }

/** The operator's own; null when none is taken. A caller with the `fee_routing` scope may name another for a trade. */
export function platformFeeOf(ctx: Pick<Context, 'config'>): PlatformFee | null {
  return ctx.config.trading.platformFee
}

/** A buy: the fee is part of what is offered, and the rest is swapped. Base units of what is paid with. */
export function feeOfInput(
  amountInRaw: bigint,
  fee: Pick<PlatformFee, 'bps'> | null,
): { readonly feeRaw: bigint; readonly swapRaw: bigint } {
  const feeRaw = fee === null ? 0n : (amountInRaw * BigInt(fee.bps)) / BPS
  return { feeRaw, swapRaw: amountInRaw - feeRaw }
}

/** A sale: the fee is taken from what the swap is expected to yield, as a fixed amount, and the rest stays. Base units
 *  of what is received. */
export function feeOfOutput(
  amountOutRaw: bigint,
  fee: Pick<PlatformFee, 'bps'> | null,
): { readonly feeRaw: bigint; readonly netRaw: bigint } {
  const feeRaw = fee === null ? 0n : (amountOutRaw * BigInt(fee.bps)) / BPS
  return { feeRaw, netRaw: amountOutRaw - feeRaw }
}

/** The least that a swap may yield, rounded down; a slippage of 10,000 and more sets no limit. */
export function minOutOf(amountOutRaw: bigint, slippageBps: number): bigint {
  const left = BPS - BigInt(slippageBps)
  return left <= 0n ? 0n : (amountOutRaw * left) / BPS
}
