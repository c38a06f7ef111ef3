import type { LinkKind } from '../../contract/bubble-map.ts'
import type { CohortAnalysis } from '../../contract/cohort.ts'
import { flatten, join } from '../../hot-paths/union-find.ts'
import type { MemberLink } from './join-graphs.ts'

/** What family of evidence a kind of link is. */
export const FAMILY_OF: Readonly<Record<LinkKind, keyof CohortAnalysis['cohesion']['components']>> = {
  same_funder: 'money',
  transfer: 'money',
  peel: 'money',
  withdrawal_fingerprint: 'money',
  common_funder: 'money',
  shared_payer: 'money',
  shared_payee: 'money',
  mutual_payment: 'money',
  hand_over: 'money',
  paid_back: 'money',
  shared_hub: 'money',
  debt_repaid: 'money',
  paid_together: 'money',
  matched_swap: 'money',
  same_amount: 'money',
  same_remainder: 'money',
  shared_fee_payer: 'control',
  shared_table: 'control',
  shared_nonce: 'control',
  budget_fingerprint: 'control',
  co_signed: 'control',
  standing_power: 'control',
  shared_fee_taker: 'control',
  shared_route: 'control',
  same_slot: 'timing',
  same_bundle: 'timing',
  same_exit: 'timing',
  same_minutes: 'timing',
  shared_coin: 'timing',
}

/** Pairs in one cluster, of all pairs of members that could be read, percent; and the same for what the edges of one
 *  family tie among members of one cluster. A trace that joins nobody raises nothing. */
export function measureCohesion(
  readable: readonly string[],
  clusters: readonly (readonly string[])[],
  links: readonly MemberLink[],
): CohortAnalysis['cohesion'] {
  const pairs = pairsOf(readable.length)
  const at = new Map(readable.map((member, i) => [member, i]))
  const clusterOf = new Map(clusters.flatMap((own, i) => own.map((member) => [member, i] as const)))
  const inside = links.filter(({ source, target }) => {
    const cluster = clusterOf.get(source)
    return cluster !== undefined && cluster === clusterOf.get(target) && at.has(source) && at.has(target)
  })
  const shareOf = (tied: number): number => (pairs === 0 ? 0 : Math.round((tied * 100) / pairs))
  const componentOf = (family: string): number => {
    const groups = Uint32Array.from(readable, (_, i) => i)
    for (const { kind, source, target } of inside)
      if (FAMILY_OF[kind] === family) join(groups, at.get(source)!, at.get(target)!)
    flatten(groups)
    const sizes = new Map<number, number>()
    for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1)
    return shareOf([...sizes.values()].reduce((sum, size) => sum + pairsOf(size), 0))
  }
  const joined = clusters.map((own) => own.filter((member) => at.has(member)).length)
  return {
    score: shareOf(joined.reduce((sum, size) => sum + pairsOf(size), 0)),
    components: { money: componentOf('money'), control: componentOf('control'), timing: componentOf('timing') },
  }
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2
}
