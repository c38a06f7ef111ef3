import { MAX_U64 } from './pool-vault.ts'
import type { TradableMint } from './tradable-mint.ts'
import { priceImpactPpm, type SwapFee, type SwapQuote } from './trading.ts'
import { afterTransferFee, transferFeeOf } from './transfer-fee.ts'

/** What a pool's program does with an exact input, in base units, transfer fees left out. */
export type PoolSwap = {
  /** What meets the curve and what comes of it, fees left out. */
  readonly curveInRaw: bigint
  readonly curveOutRaw: bigint
  /** What leaves the pool for the trader. */
  readonly outRaw: bigint
  readonly feeRaw: bigint
  /** Part of the fee that is the protocol's; the rest is the liquidity's. */
  readonly protocolFeeRaw: bigint
  readonly isFeeOnInput: boolean
}

/** The quote of an exact input that a pool takes whole: what mints withhold on the way in and out, around what the
 *  program does between. `spot` is output units for one input unit. Null when the program gives nothing, or nothing of
 *  it arrives. */
export function quoteThrough(
  sides: { readonly input: TradableMint; readonly output: TradableMint },
  order: { readonly amountInRaw: bigint; readonly epoch: number; readonly spot: readonly [bigint, bigint] },
  swap: (inRaw: bigint) => PoolSwap | null,
): SwapQuote | null {
  const { input, output } = sides
  const { amountInRaw, epoch, spot } = order
  if (amountInRaw > MAX_U64) return null
  const withheldInRaw = transferFeeOf(input.transferFee, amountInRaw, epoch)
  const done = amountInRaw > withheldInRaw ? swap(amountInRaw - withheldInRaw) : null
  if (done === null) return null
  const amountOutRaw = afterTransferFee(output.transferFee, done.outRaw, epoch)
  if (amountOutRaw <= 0n) return null
  const feeMint = done.isFeeOnInput ? input.mint : output.mint
  const fees: SwapFee[] = [
    { kind: 'lp', mint: feeMint, raw: done.feeRaw - done.protocolFeeRaw },
    { kind: 'protocol', mint: feeMint, raw: done.protocolFeeRaw },
    { kind: 'transfer', mint: input.mint, raw: withheldInRaw },
    { kind: 'transfer', mint: output.mint, raw: done.outRaw - amountOutRaw },
  ]
  return {
    amountInRaw,
    amountOutRaw,
    fees: fees.filter(({ raw }) => raw > 0n),
    priceImpactPpm: priceImpactPpm(done.curveInRaw, done.curveOutRaw, spot),
  }
}
