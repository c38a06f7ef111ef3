/** Lamports a byte that SIMD-0437 brings, one after the other; before the first it was 6,960. Which of them holds is
 *  read from the chain (`rent-floors.ts`), this only names what comes after it. */
export const RENT_STEPS: readonly bigint[] = [6_333n, 5_080n, 2_575n, 1_322n, 696n]

/** Rent was never dearer, on any cluster, and only gets cheaper. */
export const MOST_LAMPORTS_PER_BYTE = 6_960

/** Counted on top of an account's bytes. */
export const ACCOUNT_OVERHEAD_BYTES = 128

/** Bytes of an account as rent counts them. */
export function rentBytes(dataBytes: number): number {
  return ACCOUNT_OVERHEAD_BYTES + dataBytes
}

/** Lamports that make an account of a size exempt from rent at a rate. */
export function rentLamports(dataBytes: number, lamportsPerByte: bigint): bigint {
  return BigInt(rentBytes(dataBytes)) * lamportsPerByte
}

/** Position of a rate in the schedule, counted from 1, 0 before its first step; null for a rate that it does not
 *  have. */
export function rentStepOf(lamportsPerByte: bigint): number | null {
  const at = RENT_STEPS.indexOf(lamportsPerByte)
  if (at >= 0) return at + 1
  return lamportsPerByte > RENT_STEPS[0]! ? 0 : null
}

/** Steps that are still to come at a rate, in their order. */
export function comingRentSteps(
  lamportsPerByte: bigint,
): readonly { readonly step: number; readonly lamportsPerByte: bigint }[] {
  return RENT_STEPS.map((rate, at) => ({ step: at + 1, lamportsPerByte: rate })).filter(
    (step) => step.lamportsPerByte < lamportsPerByte,
  )
}
