import type { Summary } from './measure-summary.ts'

/** Points of each part and where it is used up. */
export const DECENTRALIZATION = {
  top: { points: 40, fullPct: 30 },
  majority: { points: 30, entities: 20 },
  hhi: { points: 15, full: 0.25 },
  hidden: { points: 15, fullPct: 30 },
} as const

/** 0-100, higher is more spread out; null while the list of holders is not complete:
 *
 *      40 (1 - largest entity's percent / 30)  +  30 (entity Nakamoto - 1) / 19
 *    + 15 (1 - entity HHI / 0.25)              +  15 (1 - hidden percent / 30)
 *
 *  each part cut to its range. Concentration by entity and not by wallet: splitting a holding over wallets that are
 *  seen to belong together gains nothing. Rounded to a tenth. */
export function decentralizationScore(summary: Summary): number | null {
  const { entity_hhi: hhi, entity_nakamoto: nakamoto, hiddenSupplyPct: hidden, topPct } = summary
  if (hhi === null || nakamoto === null || hidden === null || topPct === null || nakamoto === 0) return null
  const { top, majority, hhi: byHhi, hidden: byHidden } = DECENTRALIZATION
  const score =
    top.points * unit(1 - topPct / top.fullPct) +
    majority.points * unit((nakamoto - 1) / (majority.entities - 1)) +
    byHhi.points * unit(1 - hhi / byHhi.full) +
    byHidden.points * unit(1 - hidden / byHidden.fullPct)
  return Math.round(score * 10) / 10
}

function unit(value: number): number {
  return Math.min(1, Math.max(0, value))
}
