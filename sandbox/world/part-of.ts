/** A share of an amount in percent, which may be a fraction of one: large holders move little at a time. */
export function partOf(amountRaw: bigint, sharePct: number): bigint {
  return (amountRaw * BigInt(Math.round(sharePct * 1e6))) / 100_000_000n
}
