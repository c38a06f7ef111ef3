import { SWAP_LIMITS } from '../../config/swap-limits.ts'
import { readBaseUnits } from '../../contract/exact-amount.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import type { OpaqueObject } from '../../upstreams/swap-capabilities.ts'

/** What a quote promises its wallet. */
export type QuoteTerms = {
  readonly inputMint: string
  readonly outputMint: string
  /** The most that may be given, and the least that must arrive; base units. */
  readonly maxInRaw: bigint
  readonly minOutRaw: bigint
  /** What should arrive. */
  readonly outRaw: bigint
  /** Mints that the route touches beside the input: for each an account may come to be. */
  readonly mints: number
}

/** Null for what is no whole quote. With an exact output the threshold is what it may cost. */
export function readTerms(quote: OpaqueObject): QuoteTerms | null {
  const { inputMint, outputMint, swapMode } = quote
  const [inRaw, outRaw, thresholdRaw] = [quote['inAmount'], quote['outAmount'], quote['otherAmountThreshold']].map(
    readBaseUnits,
  )
  if (!isMint(inputMint) || !isMint(outputMint)) return null
  if (inRaw == null || outRaw == null || thresholdRaw == null) return null
  const isExactOut = swapMode === 'ExactOut'
  return {
    inputMint,
    outputMint,
    maxInRaw: isExactOut ? thresholdRaw : inRaw,
    minOutRaw: isExactOut ? outRaw : thresholdRaw,
    outRaw,
    mints: countMints(quote, inputMint, outputMint),
  }
}

function isMint(value: unknown): value is string {
  return typeof value === 'string' && isBase58Of32(value)
}

function countMints(quote: OpaqueObject, inputMint: string, outputMint: string): number {
  const mints = new Set([outputMint])
  const plan = Array.isArray(quote['routePlan']) ? (quote['routePlan'] as unknown[]) : []
  for (const step of plan.slice(0, SWAP_LIMITS.routeMints)) {
    const info = (step as { swapInfo?: { inputMint?: unknown; outputMint?: unknown } | null } | null)?.swapInfo
    for (const mint of [info?.inputMint, info?.outputMint]) if (isMint(mint)) mints.add(mint)
  }
  mints.delete(inputMint)
  return Math.min(SWAP_LIMITS.routeMints, mints.size)
}
