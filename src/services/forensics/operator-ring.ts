import type { DevHistory } from '../../contract/forensics.ts'
import type { DevEvidence } from '../evidence-bundle/input-bundle.ts'
import { paysStrangers } from './funder-trace.ts'
import { hasCreatorLeft, judgeOutcome } from './rug-outcome.ts'

export const RING = {
  /** Creators beside this one whose money comes from the same funder: one may be a friend, two are a trade. */
  minSiblings: 2,
  /** Of those creators whose token was judged, the share whose token was rugged or left: a studio pays many creators,
   *  and now and then one of them cheats it. */
  endedShare: 0.5,
  /** Launches of the ring, this token's among them, that lie this close together are one campaign. */
  burstSecs: 3_600,
  burstLaunches: 3,
} as const

export type OperatorRing = Pick<
  DevHistory,
  'fundedCreators' | 'operatorRing' | 'operatorRingDetected' | 'ringCoLaunchBurst'
>
type FundedCreator = NonNullable<DevHistory['fundedCreators']>[number]
/** Who launched what and when is always known; times are null where a launch has none. */
type Judged = FundedCreator & { readonly launchTimesSec: readonly number[] }

const UNREAD: OperatorRing = {
  fundedCreators: null,
  operatorRing: null,
  operatorRingDetected: null,
  ringCoLaunchBurst: null,
}

/** Creators of other tokens with the same funder, what became of their tokens, and whether they are a ring. One funder
 *  of several creators is no crime while their tokens live: a ring needs rugs, or creators who sold all they had. Funders of strangers do not count. All
 *  null when the funders were not read; the ring alone is null when it is not known of any of the tokens what became of
 *  it. `nowSec`: the chain's time. O(n log n). */
export function judgeRing(dev: DevEvidence | null, launchTimeSec: number | null, nowSec: number): OperatorRing {
  if (dev === null) return UNREAD
  const strangers = new Set(dev.funders.filter(paysStrangers).map(({ address }) => address))
  const siblings = dev.siblings.filter(({ funder }) => !strangers.has(funder))
  const creators = byCreator(siblings, nowSec)
  const fundedCreators = creators.map(({ launchTimesSec: _times, ...creator }) => creator)
  const isRing = judgeRugs(creators)
  if (isRing === null) return { ...UNREAD, fundedCreators }
  if (!isRing) return { fundedCreators, operatorRing: [], operatorRingDetected: false, ringCoLaunchBurst: false }
  const times = creators.flatMap((creator) => creator.launchTimesSec)
  if (launchTimeSec !== null) times.push(launchTimeSec)
  return {
    fundedCreators,
    operatorRing: creators.map(({ wallet }) => wallet),
    operatorRingDetected: creators.length >= RING.minSiblings,
    ringCoLaunchBurst: hasBurst(times.sort((a, b) => a - b)),
  }
}

/** Each creator once, sorted, with the worst that is known of its tokens. */
function byCreator(siblings: DevEvidence['siblings'], nowSec: number): readonly Judged[] {
  const creators = new Map<string, Judged>()
  for (const { wallet, funder, mint, signature, launchTimeSec, life } of siblings) {
    const { rugged, detail } =
      life === undefined ? { rugged: null, detail: 'its history was not read' } : judgeOutcome(life, nowSec)
    const left = rugged === null || life === undefined ? null : hasCreatorLeft(life)
    const known = creators.get(wallet)
    const shown = { wallet, funder, mint, signature, rugged, left, detail }
    const isWorse = known === undefined || rank(shown) > rank(known)
    const launchTimesSec = [...(known?.launchTimesSec ?? []), ...(launchTimeSec === null ? [] : [launchTimeSec])]
    creators.set(wallet, { ...(isWorse ? shown : known), launchTimesSec })
  }
  return [...creators.values()].sort((a, b) => (a.wallet < b.wallet ? -1 : 1))
}

function rank({ rugged, left }: Pick<FundedCreator, 'rugged' | 'left'>): number {
  if (rugged === null) return 0
  if (rugged) return 3
  return left ? 2 : 1
}

/** Whether enough of the judged tokens were rugged or left; null when there are creators and not one token could be judged. */
function judgeRugs(creators: readonly Judged[]): boolean | null {
  const judged = creators.filter(({ rugged }) => rugged !== null)
  if (judged.length === 0) return creators.length === 0 ? false : null
  const ended = judged.filter(({ rugged, left }) => rugged === true || left === true)
  return ended.length > 0 && ended.length >= judged.length * RING.endedShare
}

/** `times` ascending. */
function hasBurst(times: readonly number[]): boolean {
  const { burstLaunches, burstSecs } = RING
  for (let last = burstLaunches - 1; last < times.length; last++)
    if (times[last]! - times[last - burstLaunches + 1]! <= burstSecs) return true
  return false
}
