import { SECOND_MS } from '../../config/durations.ts'
import { INFORMED } from '../../config/informed.ts'
import type { InformedReply } from '../../contract/wallet-informed.ts'
import { pctOf, quantile } from './figures.ts'

export type Thresholds = {
  readonly windowSecs: number
  readonly pumpPct: number
  readonly minWins: number
  readonly minHitRatePct: number
}
export type Bought = {
  readonly mint: string
  /** Null where a router went through pools that are not read. */
  readonly pool: string | null
  readonly signature: string
  readonly timeSec: number
}
export type Sample = { readonly tMs: number; readonly priceUsd: number }
export type BoughtAndAfter = Bought & {
  /** Trades of the pool, ascending. */
  readonly samples: readonly Sample[]
  /** From then on no trade of the pool is missing; null where that is not known. */
  readonly wholeSinceMs: number | null
}
type Judged = InformedReply['buys'][number]

/** Whether a wallet's purchases come before rises more often than chance explains. Chance: who buys the same tokens, each
 *  at a moment drawn from the token's own trades, wins with the share of those moments that such a rise followed; how
 *  probable so many wins are of such shares is exact (Poisson binomial). Pure. */
export function judgeInformed(
  wallet: string,
  bought: readonly BoughtAndAfter[],
  thresholds: Thresholds,
  nowMs: number,
): InformedReply {
  const buys = bought.map((one) => judgeBuy(one, thresholds, nowMs))
  const evaluated = buys.filter(({ won }) => won !== null)
  const wins = evaluated.filter(({ won }) => won === true).length
  const coverage = buys.length === 0 ? 0 : evaluated.length / buys.length
  const hitRatePct = evaluated.length === 0 ? null : pctOf(wins, evaluated.length)
  const rates = evaluated.map(({ baseRatePct }) => baseRatePct! / 100)
  const luckProbability = evaluated.length === 0 ? null : atLeast(wins, rates)
  const conclusive = coverage >= INFORMED.leastCoverage
  const { minWins, minHitRatePct } = thresholds
  return {
    wallet,
    informed: conclusive && wins >= minWins && hitRatePct! >= minHitRatePct && luckProbability! <= INFORMED.maxLuck,
    coverage,
    conclusive,
    buysConsidered: buys.length,
    evaluated: evaluated.length,
    unpriced: buys.length - evaluated.length,
    wins,
    hitRatePct,
    luckProbability,
    medianSamplesPerWindow: quantile(
      evaluated.map(({ samples }) => samples),
      0.5,
    ),
    thresholds: { ...thresholds, maxLuck: INFORMED.maxLuck },
    buys,
    generatedAt: nowMs,
  }
}

function judgeBuy(
  { mint, pool, signature, timeSec, samples, wholeSinceMs }: BoughtAndAfter,
  { windowSecs, pumpPct }: Thresholds,
  nowMs: number,
): Judged {
  const none = { mint, pool, signature, ts: timeSec, peakPct: null, samples: 0, baseRatePct: null, won: null }
  const [fromMs, windowMs] = [timeSec * SECOND_MS, windowSecs * SECOND_MS]
  // The block's time is in whole seconds: trades of the same second are the entry.
  const entry = samples.findLast(({ tMs }) => tMs <= fromMs)
  if (entry === undefined || entry.priceUsd <= 0 || wholeSinceMs === null || wholeSinceMs > fromMs) return none
  const after = samples.filter(({ tMs }) => tMs > fromMs && tMs <= fromMs + windowMs)
  const peak = after.reduce((most, { priceUsd }) => Math.max(most, priceUsd), entry.priceUsd)
  const won = peak >= entry.priceUsd * (1 + pumpPct / 100)
  // A window that is not over may still win.
  if (!won && fromMs + windowMs > nowMs) return none
  const baseRatePct = baseRate(samples, windowMs, { pumpPct, nowMs }) * 100
  return { ...none, peakPct: (peak / entry.priceUsd - 1) * 100, samples: after.length, baseRatePct, won }
}

/** The share of a pool's trades, of those whose window is decided, that such a rise followed. One more of each is counted
 *  (Laplace), so that few trades make no certainty. */
function baseRate(
  samples: readonly Sample[],
  windowMs: number,
  { pumpPct, nowMs }: { readonly pumpPct: number; readonly nowMs: number },
): number {
  let [decided, rises] = [0, 0]
  for (const [at, { tMs, priceUsd }] of samples.entries()) {
    const wanted = priceUsd * (1 + pumpPct / 100)
    let isRise = false
    for (let next = at + 1; next < samples.length && samples[next]!.tMs <= tMs + windowMs; next++) {
      if (samples[next]!.priceUsd < wanted) continue
      isRise = true
      break
    }
    if (!isRise && tMs + windowMs > nowMs) continue
    decided += 1
    rises += isRise ? 1 : 0
  }
  return (rises + 1) / (decided + 2)
}

/** The probability of at least `wins` successes of independent trials. */
function atLeast(wins: number, rates: readonly number[]): number {
  let ways = [1]
  for (const rate of rates) {
    const next = new Array<number>(ways.length + 1).fill(0)
    for (const [count, way] of ways.entries()) {
      next[count]! += way * (1 - rate)
      next[count + 1]! += way * rate
    }
    ways = next
  }
  return Math.min(
    1,
    ways.slice(wins).reduce((sum, way) => sum + way, 0),
  )
}
