import { DAY_SECS, HOUR_SECS } from '../../config/durations.ts'
import { WALLET_PROFILE as P } from '../../config/wallet-profile.ts'
import type { TxFact } from '../../contract/profile-evidence.ts'
import { countBy, medianLamports, pctOf, quantile, shareOfLamports, sumOf, toSol } from './figures.ts'

const HOURS = 24
const WEEKDAYS = 7
/** 1 January 1970 was a Thursday; 0 is Sunday. */
const EPOCH_WEEKDAY = 4
const TOP_REASONS = 5

/** When a wallet acts. */
export function activityOf(facts: readonly TxFact[]) {
  const times = timesOf(facts)
  const failed = facts.filter(({ error }) => error !== null).length
  const days = [...new Set(times.map((time) => Math.floor(time / DAY_SECS)))].sort((a, b) => a - b)
  const hourHistogram = new Array<number>(HOURS).fill(0)
  const weekdayHistogram = new Array<number>(WEEKDAYS).fill(0)
  for (const time of times) {
    hourHistogram[Math.floor((time % DAY_SECS) / HOUR_SECS)]! += 1
    weekdayHistogram[(Math.floor(time / DAY_SECS) + EPOCH_WEEKDAY) % WEEKDAYS]! += 1
  }
  let [streak, longestStreakDays] = [0, 0]
  for (const [at, day] of days.entries()) {
    streak = at > 0 && days[at - 1] === day - 1 ? streak + 1 : 1
    longestStreakDays = Math.max(longestStreakDays, streak)
  }
  return {
    total: facts.length,
    successful: facts.length - failed,
    failed,
    activeDays: days.length,
    activeHours: hourHistogram.filter((count) => count > 0).length,
    longestStreakDays,
    firstTs: times[0] ?? null,
    lastTs: times.at(-1) ?? null,
    hourHistogram,
    weekdayHistogram,
  }
}

export function velocityOf(facts: readonly TxFact[]) {
  const times = timesOf(facts)
  const swaps = facts.reduce((sum, one) => sum + one.swaps.length, 0)
  const gaps = times.slice(1).map((time, at) => time - times[at]!)
  const spanDays = times.length === 0 ? 0 : Math.max(1, (times.at(-1)! - times[0]!) / DAY_SECS)
  const most = (secs: number): number => countBy(times.map((time) => String(Math.floor(time / secs))))[0]?.[1] ?? 0
  return {
    txPerDay: perDay(facts.length, spanDays),
    swapsPerDay: perDay(swaps, spanDays),
    medianGapSecs: quantile(gaps, 0.5),
    peakPerHour: most(HOUR_SECS),
    peakPerDay: most(DAY_SECS),
    sameSecondPct: pctOf(gaps.filter((gap) => gap === 0).length, gaps.length),
  }
}

export function sessionsOf(facts: readonly TxFact[]) {
  const times = timesOf(facts)
  const lengths: number[] = []
  let start = times[0]
  for (const [at, time] of times.entries()) {
    const next = times[at + 1]
    if (next !== undefined && next - time <= P.sessionGapSecs) continue
    lengths.push(time - start!)
    start = next
  }
  return { count: lengths.length, medianSecs: quantile(lengths, 0.5), longestSecs: quantile(lengths, 1) }
}

/** How much SOL it puts into a purchase. */
export function sizingOf(facts: readonly TxFact[]) {
  const buys = facts.flatMap(({ swaps }) => swaps.filter(({ side }) => side === 'buy').map(({ lamports }) => lamports))
  const median = medianLamports(buys)
  const most = countBy(buys.map(String))[0]
  const usual = most !== undefined && most[1] > 1 ? most : null
  return {
    buys: buys.length,
    medianSol: median === null ? null : toSol(median),
    meanSol: buys.length === 0 ? null : toSol(sumOf(buys, (one) => one) / BigInt(buys.length)),
    minSol: buys.length === 0 ? null : toSol(buys.reduce((a, b) => (a < b ? a : b))),
    maxSol: buys.length === 0 ? null : toSol(buys.reduce((a, b) => (a > b ? a : b))),
    usualSol: usual === null ? null : toSol(BigInt(usual[0])),
    sameSizePct: usual === null ? 0 : pctOf(usual[1], buys.length),
  }
}

export function failuresOf(facts: readonly TxFact[]) {
  const failed = facts.filter(({ error }) => error !== null)
  return {
    count: failed.length,
    pct: pctOf(failed.length, facts.length),
    feesLostSol: toSol(sumOf(failed, ({ feeLamports }) => feeLamports)),
    reasons: countBy(failed.map(({ error }) => error!))
      .slice(0, TOP_REASONS)
      .map(([reason, count]) => ({ reason, count })),
  }
}

export function feesOf(facts: readonly TxFact[]) {
  const paid = facts.filter(({ feeLamports }) => feeLamports > 0n)
  const priority = sumOf(paid, ({ priorityLamports }) => priorityLamports)
  return {
    networkSol: toSol(sumOf(paid, ({ feeLamports }) => feeLamports)),
    prioritySol: toSol(priority),
    tipsSol: toSol(sumOf(facts, ({ tipLamports }) => tipLamports)),
    paidTx: paid.length,
  }
}

/** Whether it pays for its place in a block: tips go to block engines, priority fees to the leader. */
export function mevAwarenessOf(facts: readonly TxFact[]) {
  const swapping = facts.filter(({ swaps }) => swaps.length > 0)
  const tipped = swapping.filter(({ tipLamports }) => tipLamports > 0n)
  const urgent = swapping.filter(({ priorityLamports }) => priorityLamports > 0n)
  const medianTip = medianLamports(tipped.map(({ tipLamports }) => tipLamports))
  const tippedPct = pctOf(tipped.length, swapping.length)
  const priorityPct = pctOf(urgent.length, swapping.length)
  const level: 'unknown' | 'none' | 'some' | 'high' =
    swapping.length === 0 ? 'unknown' : tippedPct >= P.tippingPct ? 'high' : priorityPct >= 50 ? 'some' : 'none'
  return {
    level,
    swapTx: swapping.length,
    tippedTx: tipped.length,
    tippedPct,
    priorityTx: urgent.length,
    priorityPct,
    medianTipLamports: medianTip === null ? null : Number(medianTip),
  }
}

export function dexBreakdownOf(facts: readonly TxFact[]) {
  const swaps = facts.flatMap((one) => one.swaps)
  const volume = sumOf(swaps, ({ lamports }) => lamports)
  return countBy(swaps.flatMap(({ dexes }) => dexes)).map(([dex, count]) => {
    const here = sumOf(
      swaps.filter(({ dexes }) => dexes.includes(dex)),
      ({ lamports }) => lamports,
    )
    return { dex, swaps: count, volumeSol: toSol(here), pct: shareOfLamports(here, volume) }
  })
}

function timesOf(facts: readonly TxFact[]): readonly number[] {
  return facts.flatMap(({ timeSec }) => (timeSec === null ? [] : [timeSec])).sort((a, b) => a - b)
}

function perDay(count: number, days: number): number {
  return days === 0 ? 0 : Math.round((count / days) * 10) / 10
}
