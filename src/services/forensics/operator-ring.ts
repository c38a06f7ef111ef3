import type { DevHistory } from '../../contract/forensics.ts'
import type { DevEvidence } from '../evidence-bundle/input-bundle.ts'
import { paysStrangers } from './funder-trace.ts'

export const RING = {
  /** Creators beside this one whose money comes from the same hand: one may be a friend, two are a trade. */
  minSiblings: 2,
  /** Launches of the ring, this token's among them, that lie this close together are one campaign. */
  burstSecs: 3_600,
  burstLaunches: 3,
} as const

export type OperatorRing = Pick<DevHistory, 'operatorRing' | 'operatorRingDetected' | 'ringCoLaunchBurst'>

/** Creators of other tokens with the same funder, and whether they launched together. Funders of strangers do not
 *  count. All null when the funders were not read. O(n log n). */
export function judgeRing(dev: DevEvidence | null, launchTimeSec: number | null): OperatorRing {
  if (dev === null) return { operatorRing: null, operatorRingDetected: null, ringCoLaunchBurst: null }
  const strangers = new Set(dev.funders.filter(paysStrangers).map(({ address }) => address))
  const siblings = dev.siblings.filter(({ funder }) => !strangers.has(funder))
  const wallets = [...new Set(siblings.map(({ wallet }) => wallet))].sort()
  const times = siblings.flatMap(({ launchTimeSec: timeSec }) => (timeSec === null ? [] : [timeSec]))
  if (launchTimeSec !== null) times.push(launchTimeSec)
  return {
    operatorRing: wallets,
    operatorRingDetected: wallets.length >= RING.minSiblings,
    ringCoLaunchBurst: hasBurst(times.sort((a, b) => a - b)),
  }
}

/** `times` ascending. */
function hasBurst(times: readonly number[]): boolean {
  const { burstLaunches, burstSecs } = RING
  for (let last = burstLaunches - 1; last < times.length; last++)
    if (times[last]! - times[last - burstLaunches + 1]! <= burstSecs) return true
  return false
}
