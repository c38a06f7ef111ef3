/** Lamports that make an account of a size exempt from rent, as every cluster asks them: two years at 3,480 lamports a
 *  byte-year, 128 bytes counted on top. */
export function rentLamports(dataBytes: number): bigint {
  return BigInt(OVERHEAD_BYTES + dataBytes) * LAMPORTS_PER_BYTE
}

const OVERHEAD_BYTES = 128
const LAMPORTS_PER_BYTE = 6_960n
