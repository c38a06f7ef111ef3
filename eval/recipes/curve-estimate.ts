/** The reserves that set the price on a launch curve, as far as a plan can foresee them. */
export type CurveEstimate = { readonly lamports: bigint; readonly tokensRaw: bigint }

/** Virtual reserves of a new pump.fun curve. */
export const NEW_CURVE: CurveEstimate = { lamports: 30_000_000_000n, tokensRaw: 1_073_000_000_000_000n }

/** Fees of a trade, a little more than is really taken, so that estimates err to the low side. */
const FEE_BPS = 180n
const ALL_BPS = 10_000n

const lessFee = (amount: bigint): bigint => (amount * (ALL_BPS - FEE_BPS)) / ALL_BPS

/** What a purchase of so many lamports gets. */
export function buyOnCurve(curve: CurveEstimate, spentLamports: bigint): { curve: CurveEstimate; tokensRaw: bigint } {
  const lamports = curve.lamports + lessFee(spentLamports)
  const rest = (curve.lamports * curve.tokensRaw) / lamports
  return { curve: { lamports, tokensRaw: rest }, tokensRaw: curve.tokensRaw - rest }
}

/** What a sale of so many tokens brings. */
export function sellOnCurve(curve: CurveEstimate, soldRaw: bigint): { curve: CurveEstimate; lamports: bigint } {
  const tokensRaw = curve.tokensRaw + soldRaw
  const rest = (curve.lamports * curve.tokensRaw) / tokensRaw
  return { curve: { lamports: rest, tokensRaw }, lamports: lessFee(curve.lamports - rest) }
}
