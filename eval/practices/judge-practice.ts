import type { TruePractice } from '../../sandbox/world/plan-types.ts'
import { countFalseMerges, countPairs, type MergeCounts, type PairCounts } from '../entity-figures.ts'
import { groupsOf, trueEntities } from '../judge-lab.ts'
import type { Look } from './look-at.ts'

/** What the service said of one practice, beside what is true. */
export type PracticeResult = {
  readonly seed: string
  readonly practice: TruePractice
  readonly mint: string
  readonly score: number
  readonly grade: string
  readonly failing: readonly string[]
  readonly pairs: PairCounts
  readonly merges: MergeCounts
  /** Of the hand's wallets, creator included, the part in the largest cluster of them. */
  readonly teamFound: number | null
  /** Victims in a cluster with one of the hand, or in one that is called a team or insiders. */
  readonly victimsInTeam: number
  /** Victims among the holders that the intel record flags as insiders, bundlers or the creator. */
  readonly victimsFlagged: number
  readonly victims: number
  /** Professionals in the sniper cohort's sample, and those of them it calls serial or heavy. */
  readonly professionals: { readonly there: number; readonly sampled: number; readonly named: number }
  /** Null without a ring: whether its root, how many of its creators and how many of its tokens were named. */
  readonly ring: {
    readonly hops: number
    readonly isRootNamed: boolean
    readonly creators: number
    readonly creatorsNamed: number
    readonly tokens: number
    readonly tokensNamed: number
  } | null
  /** A ring, or a serial rugger, where no earlier token of the same hand was a rug. */
  readonly isRingInvented: boolean
  readonly intelVerdict: string | null
  readonly mapCalls: number
  readonly intelCalls: number
  readonly errors: readonly string[]
}

const TEAM_KINDS: ReadonlySet<string> = new Set(['team', 'insiders'])
const TEAM_FLAGS: ReadonlySet<string> = new Set(['dev', 'insider', 'bundler'])

export function judgePractice(seed: string, look: Look): PracticeResult {
  const { truth, report, map, history, intel } = look
  const recipe = truth.recipe
  const practice = recipe?.practice
  if (recipe === undefined || practice === undefined) throw new Error(`${truth.mint} was drawn by no practice`)
  const { wallets, entityOf, organic } = trueEntities(truth)
  const groupOf = groupsOf(map)
  const team = practice.stage === 'staged' ? [truth.dev, ...recipe.insiders] : []
  const isInTeam = (victim: string): boolean =>
    map.clusters.some(
      ({ members, kind }) =>
        members.includes(victim) && (TEAM_KINDS.has(kind) || team.some((wallet) => members.includes(wallet))),
    )
  const flagged = new Set(
    (intel?.top_holders ?? [])
      .filter(({ flags }) => flags.some((flag) => TEAM_FLAGS.has(flag)))
      .map(({ owner }) => owner),
  )
  return {
    seed,
    practice,
    mint: truth.mint,
    score: report.score,
    grade: report.grade,
    failing: report.flags.filter(({ severity }) => severity !== 'info').map(({ source, id }) => `${source}.${id}`),
    pairs: countPairs(wallets, entityOf, groupOf),
    merges: countFalseMerges(wallets, organic, entityOf, groupOf),
    teamFound: team.length === 0 ? null : largestGroup(team, groupOf) / team.length,
    victimsInTeam: practice.victims.filter(isInTeam).length,
    victimsFlagged: practice.victims.filter((victim) => flagged.has(victim)).length,
    victims: practice.victims.length,
    professionals: countProfessionals(practice, look),
    ring: judgeRing(practice, look),
    isRingInvented:
      practice.ring === null && ((history?.operatorRing?.length ?? 0) > 0 || history?.serialRugger === true),
    intelVerdict: intel?.verdict ?? null,
    mapCalls: look.mapCalls,
    intelCalls: look.intelCalls,
    errors: [...map.errors, ...(history?.errors ?? ['no history']), ...(look.snipers?.errors ?? ['no cohort'])],
  }
}

function largestGroup(wallets: readonly string[], groupOf: ReadonlyMap<string, string>): number {
  const counts = new Map<string, number>()
  for (const wallet of wallets) {
    const group = groupOf.get(wallet)
    if (group !== undefined) counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}

function countProfessionals({ professionals }: TruePractice, { snipers }: Look): PracticeResult['professionals'] {
  const rows = (snipers?.sampledSnipers ?? []).filter(({ address }) => professionals.includes(address))
  return {
    there: professionals.length,
    sampled: rows.length,
    named: rows.filter(({ serial, heavy }) => serial === true || heavy === true).length,
  }
}

function judgeRing({ ring }: TruePractice, { truth, history, map }: Look): PracticeResult['ring'] {
  if (ring === null) return null
  const roots = [history?.devRootFunder, ...map.clusters.map(({ rootFunder }) => rootFunder)]
  // A creator who launches again under its own name is named by its tokens.
  const others = ring.creators.filter((creator) => creator !== truth.dev)
  const named = new Set(history?.operatorRing ?? [])
  const prior = new Set((history?.priorTokens ?? []).map(({ mint }) => mint))
  return {
    hops: ring.hops,
    isRootNamed: ring.root === truth.dev ? history?.dev === truth.dev : roots.includes(ring.root),
    creators: others.length,
    creatorsNamed: others.filter((creator) => named.has(creator)).length,
    tokens: ring.hops === 0 ? ring.mints.length : 0,
    tokensNamed: ring.hops === 0 ? ring.mints.filter((mint) => prior.has(mint)).length : 0,
  }
}

/** At least half of what there was to name. */
export function isRingNamed({
  creators,
  creatorsNamed,
  tokens,
  tokensNamed,
}: NonNullable<PracticeResult['ring']>): boolean {
  return creatorsNamed + tokensNamed > 0 && 2 * (creatorsNamed + tokensNamed) >= creators + tokens
}
