/** Reserves a swap runs against, in base units. */
export type SwapReserves = { readonly inRaw: bigint; readonly outRaw: bigint }

/** What the curve x * y = k gives for an input without fees: floor(in x out reserve / (in reserve + in)). */
export function constantProductOut(netInRaw: bigint, reserves: SwapReserves): bigint {
  return netInRaw <= 0n ? 0n : (netInRaw * reserves.outRaw) / (reserves.inRaw + netInRaw)
}

export function ceilDiv(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}
