import { counted } from '../../contract/counted.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { Leg } from '../trade-plan/trade-plan.ts'
import { NO_BOUND } from './custody.ts'

/** Output units for input units: numerator and denominator. */
export type Rate = readonly [bigint, bigint]

const BPS = BigInt(NO_BOUND)
/** Base units of the output that rounding may cost: fees are rounded up one by one. */
const ROUNDED_RAW = 4n

/** The swaps with a least output that keeps the bound until they land, whatever slippage was asked for: what arrives is
 *  worth at least `1 - maxImpactBps` of what was given at the prices before the trade, fees of the pools and of the
 *  tokens included. `marketOf` returns what another pool gives for what a swap gives, where that is to be counted.
 *  Fails `policy_blocked` when the quotes lose more already. */
export function boundLoss(
  legs: readonly Leg[],
  maxImpactBps: number,
  marketOf: (leg: Leg) => Rate | null,
): Outcome<readonly Leg[]> {
  if (maxImpactBps >= NO_BOUND) return ok(legs)
  // What is kept, as a fraction, before the last swap and after it.
  let [keptBefore, wholeBefore] = [1n, 1n]
  for (const [at, leg] of legs.entries()) {
    const [numerator, denominator] = fairRate(leg, marketOf(leg))
    const fair = leg.quote.amountInRaw * numerator
    if (fair <= 0n || denominator <= 0n) return ok(legs)
    const kept = keptBefore * (leg.quote.amountOutRaw + ROUNDED_RAW) * denominator
    const whole = wholeBefore * fair
    const least = BPS - BigInt(maxImpactBps)
    if (kept * BPS < whole * least) return tooMuch(lossBps(kept, whole), maxImpactBps)
    if (at === legs.length - 1) {
      const floorRaw = (least * whole) / (BPS * keptBefore * denominator) - ROUNDED_RAW
      return ok([...legs.slice(0, -1), { ...leg, minOutRaw: floorRaw > leg.minOutRaw ? floorRaw : leg.minOutRaw }])
    }
    ;[keptBefore, wholeBefore] = [kept, whole]
  }
  return ok(legs)
}

/** At the price that gives more. */
function fairRate({ pool, inputMint }: Leg, market: Rate | null): Rate {
  const [numerator, denominator] = pool.spotPrice
  const own: Rate = inputMint === pool.baseMint ? [numerator, denominator] : [denominator, numerator]
  return market !== null && market[0] * own[1] > own[0] * market[1] ? market : own
}

function lossBps(kept: bigint, whole: bigint): number {
  return Number(((whole - kept) * BPS + whole - 1n) / whole)
}

function tooMuch(impactBps: number, maxImpactBps: number): Failure {
  const message = `the trade would lose ${counted(impactBps, 'hundredth', 'hundredths')} of a percent against the price before it, at most ${maxImpactBps} may be lost: trade less at once`
  const failure = fail('policy_blocked', message)
  const rule = { rule: 'price_impact', price_impact_bps: impactBps, max_price_impact_bps: maxImpactBps }
  return { ...failure, details: { details: rule } }
}
