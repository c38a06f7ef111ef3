import { transfersOnlyBaseline } from './entity-baseline.ts'
import {
  addPairs,
  countFalseMerges,
  countPairs,
  type MergeCounts,
  NO_PAIRS,
  type PairCounts,
} from './entity-figures.ts'
import type { Scanned } from './scan-lab.ts'

export type Split =
  | 'tuned recipes, tuned seeds'
  | 'tuned recipes, new seeds'
  | 'held-out recipes'
  | 'traps and look-alikes'

/** What one launch showed, against its truth. */
export type LaunchResult = {
  readonly mint: string
  readonly recipe: string
  readonly split: Split
  readonly intent: 'rug' | 'honest'
  readonly rugged: boolean
  readonly score: number
  readonly grade: string
  readonly pairs: PairCounts
  readonly merges: MergeCounts
  readonly baselinePairs: PairCounts
  readonly baselineMerges: MergeCounts
  readonly failing: readonly string[]
  readonly passed: readonly string[]
  readonly gatherMs: number
}

/** Entities are compared over everyone who ever held or traded the token: who is missing from the map counts as alone,
 *  and so as a miss. */
export function judgeLaunch({ truth, bundle, report, map, gatherMs }: Scanned, split: Split): LaunchResult {
  const recipe = truth.recipe
  if (recipe === undefined) throw new Error(`${truth.mint} was drawn up by no recipe`)
  const { wallets, entityOf, organic } = trueEntities(truth)
  const groupOf = groupsOf(map)
  const evidence = bundle.evidence.value
  const baseline: ReadonlyMap<string, string> = evidence === null ? new Map() : transfersOnlyBaseline(evidence)
  return {
    mint: truth.mint,
    recipe: recipe.name,
    split,
    intent: recipe.intent,
    rugged: truth.rugged,
    score: report.score,
    grade: report.grade,
    pairs: countPairs(wallets, entityOf, groupOf),
    merges: countFalseMerges(wallets, organic, entityOf, groupOf),
    baselinePairs: countPairs(wallets, entityOf, baseline),
    baselineMerges: countFalseMerges(wallets, organic, entityOf, baseline),
    ...checksOf(report),
    gatherMs,
  }
}

/** Who really belongs together: everyone who ever held or traded the token, the entity of each, and who is organic. */
export type TrueEntities = {
  readonly wallets: readonly string[]
  readonly entityOf: ReadonlyMap<string, string>
  readonly organic: ReadonlySet<string>
}

export function trueEntities({ mint, dev, recipe }: Scanned['truth']): TrueEntities {
  if (recipe === undefined) throw new Error(`${mint} was drawn up by no recipe`)
  const team = [dev, ...recipe.insiders]
  const others = recipe.entities ?? []
  const wallets = [...new Set([...team, ...recipe.organic, ...others.flatMap((entity) => entity.wallets)])]
  const entityOf = new Map(wallets.map((wallet) => [wallet, wallet]))
  for (const entity of others) for (const wallet of entity.wallets) entityOf.set(wallet, entity.wallets[0]!)
  for (const wallet of team) entityOf.set(wallet, `team of ${mint}`)
  return { wallets, entityOf, organic: new Set(recipe.organic.filter((wallet) => !team.includes(wallet))) }
}

/** Cluster of each wallet that is in one. */
export function groupsOf({ clusters }: Scanned['map']): ReadonlyMap<string, string> {
  return new Map(clusters.flatMap(({ entity_id, members }) => members.map((member) => [member, entity_id] as const)))
}

/** Own checks that failed, and those that were really asked and passed, as `layer.check`. */
export function checksOf({ layers }: Scanned['report']): { failing: string[]; passed: string[] } {
  const failing: string[] = []
  const passed: string[] = []
  for (const [layer, { checks }] of Object.entries(layers))
    for (const { id, ok, severity } of checks) {
      if (!ok) failing.push(`${layer}.${id}`)
      else if (severity !== 'info') passed.push(`${layer}.${id}`)
    }
  return { failing, passed }
}

export function sumPairs(results: readonly LaunchResult[], pick: (result: LaunchResult) => PairCounts): PairCounts {
  return results.reduce((sum, result) => addPairs(sum, pick(result)), NO_PAIRS)
}

export function sumMerges(results: readonly LaunchResult[], pick: (result: LaunchResult) => MergeCounts): MergeCounts {
  return results.reduce(
    (sum, result) => ({ organic: sum.organic + pick(result).organic, merged: sum.merged + pick(result).merged }),
    { organic: 0, merged: 0 },
  )
}
