import { WALLET_PROFILE as P } from '../../config/wallet-profile.ts'
import { counted } from '../../contract/counted.ts'
import { lamportsToSol } from '../../contract/units.ts'
import type { Measured } from './measure.ts'

export type Reason = { readonly rule: string; readonly evidence: readonly string[] }
export type Tag = { readonly key: string; readonly label: string; readonly tone: 'good' | 'neutral' | 'bad' }
export type ExplainedTag = Tag & Reason

type TagRule = Tag & {
  readonly rule: string
  /** What shows it, or null where it does not hold. */
  readonly shows: (measured: Measured, nowSec: number) => readonly string[] | null
}

/** In the order of what says most; a profile shows the first `traderTags` that hold. */
const TAG_RULES: readonly TagRule[] = [
  {
    key: 'automated',
    label: 'Automated',
    tone: 'neutral',
    rule: `at work in ${P.botHours} hours of the day, or ${P.botPerHour} transactions in one hour`,
    shows: ({ activity, velocity }) =>
      activity.activeHours >= P.botHours || velocity.peakPerHour >= P.botPerHour
        ? [
            `${counted(activity.activeHours, 'hour')} of the day`,
            `${counted(velocity.peakPerHour, 'transaction')} in its busiest hour`,
          ]
        : null,
  },
  {
    key: 'scalper',
    label: 'Scalper',
    tone: 'neutral',
    rule: `${P.leastSamples} closed trades, the median under ${P.scalpSecs} s`,
    shows: ({ holdingTimes: { closed, medianSecs } }) =>
      closed >= P.leastSamples && medianSecs! < P.scalpSecs ? [`${closed} trades`, `median ${medianSecs} s`] : null,
  },
  {
    key: 'patient',
    label: 'Patient',
    tone: 'good',
    rule: `${P.leastSamples} closed trades, the median at least ${P.holdSecs} s`,
    shows: ({ holdingTimes: { closed, medianSecs } }) =>
      closed >= P.leastSamples && medianSecs! >= P.holdSecs ? [`${closed} trades`, `median ${medianSecs} s`] : null,
  },
  {
    key: 'winning',
    label: 'Mostly wins',
    tone: 'good',
    rule: `${P.leastSamples} closed trades, at least ${P.winningPct} % of them won, and more came out than went in`,
    shows: ({ pnl: { closedTrades, winRatePct, netSol } }) =>
      closedTrades >= P.leastSamples && winRatePct! >= P.winningPct && netSol > 0
        ? [`${winRatePct} % of ${closedTrades}`, `net ${netSol} SOL`]
        : null,
  },
  {
    key: 'losing',
    label: 'Mostly loses',
    tone: 'bad',
    rule: `${P.leastSamples} closed trades, at most ${P.losingPct} % of them won, and less came out than went in`,
    shows: ({ pnl: { closedTrades, winRatePct, netSol } }) =>
      closedTrades >= P.leastSamples && winRatePct! <= P.losingPct && netSol < 0
        ? [`${winRatePct} % of ${closedTrades}`, `net ${netSol} SOL`]
        : null,
  },
  {
    key: 'large_size',
    label: 'Large size',
    tone: 'neutral',
    rule: `the median purchase is at least ${lamportsToSol(P.whaleBuyLamports)} SOL`,
    shows: ({ sizing: { buys, medianSol } }) =>
      buys > 0 && medianSol! >= lamportsToSol(P.whaleBuyLamports) ? [`median ${medianSol} SOL of ${buys}`] : null,
  },
  {
    key: 'small_size',
    label: 'Small size',
    tone: 'neutral',
    rule: `${P.leastSamples} purchases, the median at most ${lamportsToSol(P.smallBuyLamports)} SOL`,
    shows: ({ sizing: { buys, medianSol } }) =>
      buys >= P.leastSamples && medianSol! <= lamportsToSol(P.smallBuyLamports)
        ? [`median ${medianSol} SOL of ${buys}`]
        : null,
  },
  {
    key: 'fixed_size',
    label: 'Fixed size',
    tone: 'neutral',
    rule: `${P.leastSamples} purchases, at least ${P.sameSizePct} % of one size to the lamport`,
    shows: ({ sizing: { buys, usualSol, sameSizePct } }) =>
      buys >= P.leastSamples && sameSizePct >= P.sameSizePct
        ? [`${sameSizePct} % of ${buys} at ${usualSol} SOL`]
        : null,
  },
  {
    key: 'tips',
    label: 'Pays tips',
    tone: 'neutral',
    rule: `${P.leastSamples} transactions with swaps, at least ${P.tippingPct} % with a tip to a block engine`,
    shows: ({ mevAwareness: { swapTx, tippedPct } }) =>
      swapTx >= P.leastSamples && tippedPct >= P.tippingPct ? [`${tippedPct} % of ${swapTx}`] : null,
  },
  {
    key: 'fails_often',
    label: 'Fails often',
    tone: 'bad',
    rule: `at least ${P.failingPct} % of ${P.leastSamples} or more transactions failed`,
    shows: ({ activity: { total }, failures: { count, pct } }) =>
      total >= P.leastSamples && pct >= P.failingPct ? [`${count} of ${total}`] : null,
  },
  {
    key: 'launcher',
    label: 'Launches tokens',
    tone: 'neutral',
    rule: 'a transaction of it made a token',
    shows: ({ types }) => {
      const made = types.find(({ type }) => type === 'CREATE')
      return made === undefined ? null : [`${counted(made.count, 'transaction')} of type CREATE`]
    },
  },
  {
    key: 'one_venue',
    label: 'One venue',
    tone: 'neutral',
    rule: `${P.leastSamples} swaps, at least ${P.oneVenuePct} % of the volume on one DEX`,
    shows: ({ overview: { swaps }, dexBreakdown: [top] }) =>
      swaps >= P.leastSamples && top !== undefined && top.pct >= P.oneVenuePct ? [`${top.pct} % on ${top.dex}`] : null,
  },
  {
    key: 'dusted',
    label: 'Dusted',
    tone: 'bad',
    rule: `at least ${P.dustyPct} % of ${P.leastSamples} or more incoming transfers are dust`,
    shows: ({ dustAttackIndex: { count, total, pct }, dustSignatures }) =>
      total >= P.leastSamples && pct >= P.dustyPct ? [`${count} of ${total}`, ...dustSignatures] : null,
  },
  {
    key: 'dormant',
    label: 'Dormant',
    tone: 'neutral',
    rule: `nothing for ${P.dormantSecs} s`,
    shows: ({ activity: { lastTs } }, nowSec) =>
      lastTs !== null && nowSec - lastTs >= P.dormantSecs ? [`last at ${lastTs}`] : null,
  },
]

export function traderTags(measured: Measured, nowSec: number): readonly ExplainedTag[] {
  return TAG_RULES.flatMap(({ shows, ...tag }) => {
    const evidence = shows(measured, nowSec)
    return evidence === null ? [] : [{ ...tag, evidence }]
  }).slice(0, P.traderTags)
}
