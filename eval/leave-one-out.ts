import { gunzipSync, gzipSync } from 'node:zlib'
import { LINK_KINDS, type LinkKind } from '../src/contract/bubble-map.ts'
import { judgeBubbleMap } from '../src/services/bubble-map/judge-bubble-map.ts'
import type { MapBundle } from '../src/services/bubble-map/map-bundle.ts'
import {
  addPairs,
  countFalseMerges,
  countPairs,
  f1Of,
  type MergeCounts,
  NO_PAIRS,
  type PairCounts,
} from './entity-figures.ts'
import { groupsOf, type TrueEntities, trueEntities } from './judge-lab.ts'
import { type createPrinter, percent, round } from './print-results.ts'
import type { Scanned } from './scan-lab.ts'

type Launch = PackedLaunch & { readonly recipe: string }
/** Inputs of a map, small, with who really belongs together. */
export type PackedLaunch = { readonly packed: Buffer; readonly truth: TrueEntities }
type Figures = { readonly pairs: PairCounts; readonly merges: MergeCounts }

/** A kind of link has to find so many right pairs of a recipe that nothing else finds for the recipe to speak for it,
 *  and over all such pairs not more wrong ones than this part. */
const LEAST_PAIRS = 10
const MOST_WRONG = 0.05

/** What the Bubble Map would find of each recipe had no one known it: a kind of link counts only where other recipes
 *  speak for it. Kinds are what was added after each round of new recipes; thresholds within a kind stay, so that the
 *  figure flatters where several recipes share one. */
export function createLeaveOneOut(): {
  add(scanned: readonly Scanned[]): void
  print(printer: ReturnType<typeof createPrinter>): void
} {
  const launches: Launch[] = []
  return {
    add(scanned) {
      for (const { truth, mapBytes } of scanned)
        if (truth.recipe !== undefined) launches.push({ recipe: truth.recipe.name, ...packLaunch({ truth, mapBytes }) })
    },
    print: (printer) => printLeftOut(printer, launches),
  }
}

export function packLaunch({ truth, mapBytes }: Pick<Scanned, 'truth' | 'mapBytes'>): PackedLaunch {
  return { packed: gzipSync(mapBytes), truth: trueEntities(truth) }
}

function printLeftOut(printer: ReturnType<typeof createPrinter>, launches: readonly Launch[]): void {
  const recipes = [...new Set(launches.map(({ recipe }) => recipe))].sort()
  const full = new Map<string, Figures>()
  /** Pairs that only a kind finds, by recipe. */
  const worth = new Map<LinkKind, Map<string, { right: number; wrong: number }>>()
  for (const launch of launches) {
    const { figures, kinds } = judgeWithout(launch, new Set())
    full.set(launch.recipe, sum(full.get(launch.recipe), figures))
    for (const kind of kinds) {
      const { pairs } = judgeWithout(launch, new Set([kind])).figures
      const byRecipe = worth.get(kind) ?? new Map<string, { right: number; wrong: number }>()
      worth.set(kind, byRecipe)
      const own = byRecipe.get(launch.recipe) ?? { right: 0, wrong: 0 }
      own.right += figures.pairs.rightPairs - pairs.rightPairs
      own.wrong += wrongOf(figures.pairs) - wrongOf(pairs)
      byRecipe.set(launch.recipe, own)
    }
  }
  const rows = recipes.map((recipe) => {
    const withdrawn = LINK_KINDS.filter(
      (kind) => worth.get(kind)?.has(recipe) && !isSpokenFor(worth.get(kind)!, recipe),
    )
    const own = launches.filter((launch) => launch.recipe === recipe)
    const figures =
      withdrawn.length === 0
        ? full.get(recipe)!
        : own.map((launch) => judgeWithout(launch, new Set(withdrawn)).figures).reduce((all, one) => sum(all, one))
    return { recipe, withdrawn, figures, known: full.get(recipe)! }
  })
  printer.say('## Each recipe judged by the kinds of links that the others speak for')
  printer.say()
  printer.table(
    ['recipe', 'F1, all kinds', 'F1, left out', 'organic merged', 'kinds withdrawn'],
    rows.map(({ recipe, withdrawn, figures, known }) => [
      recipe,
      round(f1Of(known.pairs)),
      round(f1Of(figures.pairs)),
      percent(figures.merges),
      withdrawn.join(', '),
    ]),
  )
  const all = rows.map(({ figures }) => figures).reduce((before, one) => sum(before, one))
  const f1s = rows.flatMap(({ figures }) => f1Of(figures.pairs) ?? [])
  printer.say(
    `All, left out: pairwise F1 ${round(f1Of(all.pairs))}, mean over recipes ${round(f1s.reduce((total, one) => total + one, 0) / f1s.length)}, organic merged ${percent(all.merges)}.`,
  )
  printer.say()
}

/** What a map finds when some kinds of links count for nothing, and the kinds that its clusters rest on. */
export function judgeWithout(
  launch: PackedLaunch,
  without: ReadonlySet<LinkKind>,
): { figures: Figures; kinds: ReadonlySet<LinkKind> } {
  const { evidence, mint, generatedAtMs } = JSON.parse(gunzipSync(launch.packed).toString('utf8')) as MapBundle
  const map = judgeBubbleMap(evidence, { mint, generatedAtMs, bundleSha256: null }, without)
  const { wallets, entityOf, organic } = launch.truth
  const groupOf = groupsOf(map)
  return {
    figures: {
      pairs: countPairs(wallets, entityOf, groupOf),
      merges: countFalseMerges(wallets, organic, entityOf, groupOf),
    },
    kinds: new Set(map.clusters.flatMap((cluster) => cluster.kinds)),
  }
}

function isSpokenFor(byRecipe: ReadonlyMap<string, { right: number; wrong: number }>, but: string): boolean {
  const others = [...byRecipe].filter(([recipe]) => recipe !== but).map(([, own]) => own)
  const right = others.reduce((total, own) => total + own.right, 0)
  const wrong = others.reduce((total, own) => total + own.wrong, 0)
  return others.some((own) => own.right >= LEAST_PAIRS) && wrong <= right * MOST_WRONG
}

function wrongOf({ foundPairs, rightPairs }: PairCounts): number {
  return foundPairs - rightPairs
}

function sum(before: Figures | undefined, { pairs, merges }: Figures): Figures {
  return {
    pairs: addPairs(before?.pairs ?? NO_PAIRS, pairs),
    merges: {
      organic: (before?.merges.organic ?? 0) + merges.organic,
      merged: (before?.merges.merged ?? 0) + merges.merged,
    },
  }
}
