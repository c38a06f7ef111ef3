import { DEXES } from '../../chain/solana/dexes/index.ts'
import { DAY_SECS } from '../../config/durations.ts'

/** A price of a token after a trade. `isCurve`: on a launch curve, whose price has a floor; what lies above the floor
 *  is the money that came in. */
export type LifePoint = { readonly timeSec: number; readonly price: number; readonly isCurve: boolean }
export type MarketLife = {
  /** Percent of the most money that was ever in it that is still there now; null where none ever came in. */
  readonly leftPct: number | null
  /** When nearly all of it had gone for good; null while it has not. */
  readonly deadTimeSec: number | null
}

/** Venues whose price begins at a floor that no sale can push it below. */
export const CURVES: ReadonlySet<string> = new Set(
  DEXES.flatMap(({ name, isLaunchpad }) => (isLaunchpad ? [name] : [])),
)

export const LIFE = {
  /** A market with less than this of its money left is dead. It is what a pool has left whose price lies nine tenths
   *  below its peak, the root of a tenth; a curve never falls so far, and is dead by the same money. */
  deadPct: 32,
  /** It was not for good when so much was there again within a day: the root of the fifth of the peak to which a price
   *  recovers. After a day a token may be anyone's. */
  backPct: 45,
  backSecs: DAY_SECS,
  /** Rise above the floor of a curve, percent, that makes it a market: less is one small purchase. */
  leastRisePct: 10,
} as const

/** What became of the money in a token's market. On a product curve the quote side moves as the square root of the
 *  price, so prices tell the real reserve, whatever virtual reserves stand above it; a pool has no floor. A token that
 *  leaves its curve begins again in the pool. `floor`: price before the first trade. O(points), in order of the
 *  chain. */
export function marketLife(points: readonly LifePoint[], floor: number | null): MarketLife {
  let peak = 0
  let leftPct: number | null = null
  let deadTimeSec: number | null = null
  let wasCurve = true
  for (const { timeSec, price, isCurve } of points) {
    if (deadTimeSec !== null && timeSec - deadTimeSec > LIFE.backSecs)
      return { leftPct: leftNow(points, floor), deadTimeSec }
    if (wasCurve && !isCurve) peak = 0
    wasCurve = isCurve
    peak = Math.max(peak, price)
    leftPct = leftOf(price, peak, isCurve ? floor : 0)
    if (leftPct === null) continue
    if (leftPct > LIFE.backPct) deadTimeSec = null
    else if (leftPct <= LIFE.deadPct) deadTimeSec ??= timeSec
  }
  return { leftPct, deadTimeSec }
}

/** Of the newest price, whatever came in after a death that was one. */
function leftNow(points: readonly LifePoint[], floor: number | null): number | null {
  const last = points.at(-1)!
  const era = points.filter(({ isCurve }) => isCurve === last.isCurve)
  const peak = era.reduce((most, { price }) => Math.max(most, price), 0)
  return leftOf(last.price, peak, last.isCurve ? floor : 0)
}

function leftOf(price: number, peak: number, floor: number | null): number | null {
  if (floor === null || peak <= 0 || peak < floor * (1 + LIFE.leastRisePct / 100)) return null
  const [left, most] = [Math.sqrt(price) - Math.sqrt(floor), Math.sqrt(peak) - Math.sqrt(floor)]
  return Math.round(Math.min(100, Math.max(0, (left / most) * 100)) * 10) / 10
}

/** Price before a trade, from the reserves after it: where a curve began. */
export function priceBefore(trade: {
  readonly side: 'buy' | 'sell'
  readonly baseRaw: bigint
  readonly quoteRaw: bigint
  readonly baseReserveRaw: bigint | null
  readonly quoteReserveRaw: bigint | null
}): number | null {
  const { side, baseRaw, quoteRaw, baseReserveRaw, quoteReserveRaw } = trade
  if (baseReserveRaw === null || quoteReserveRaw === null) return null
  const [base, quote] =
    side === 'buy'
      ? [baseReserveRaw + baseRaw, quoteReserveRaw - quoteRaw]
      : [baseReserveRaw - baseRaw, quoteReserveRaw + quoteRaw]
  return base > 0n && quote > 0n ? Number(quote) / Number(base) : null
}
