/** How well a partition of wallets matches the true one, counted in pairs. */
export type PairCounts = { readonly truePairs: number; readonly foundPairs: number; readonly rightPairs: number }
export type MergeCounts = { readonly organic: number; readonly merged: number }

/** `entityOf` true, `groupOf` found: wallets that map to the same text belong together, absent ones stand alone. */
export function countPairs(
  wallets: readonly string[],
  entityOf: ReadonlyMap<string, string>,
  groupOf: ReadonlyMap<string, string>,
): PairCounts {
  let truePairs = 0
  let foundPairs = 0
  let rightPairs = 0
  for (let i = 0; i < wallets.length; i++) {
    for (let j = i + 1; j < wallets.length; j++) {
      const isTrue = isSame(entityOf, wallets[i]!, wallets[j]!)
      const isFound = isSame(groupOf, wallets[i]!, wallets[j]!)
      if (isTrue) truePairs++
      if (isFound) foundPairs++
      if (isTrue && isFound) rightPairs++
    }
  }
  return { truePairs, foundPairs, rightPairs }
}

/** Organic holders that were put together with anyone who is not their own entity. */
export function countFalseMerges(
  wallets: readonly string[],
  organic: ReadonlySet<string>,
  entityOf: ReadonlyMap<string, string>,
  groupOf: ReadonlyMap<string, string>,
): MergeCounts {
  const own = wallets.filter((wallet) => organic.has(wallet))
  const merged = own.filter((wallet) =>
    wallets.some((other) => other !== wallet && isSame(groupOf, wallet, other) && !isSame(entityOf, wallet, other)),
  )
  return { organic: own.length, merged: merged.length }
}

export function addPairs(a: PairCounts, b: PairCounts): PairCounts {
  return {
    truePairs: a.truePairs + b.truePairs,
    foundPairs: a.foundPairs + b.foundPairs,
    rightPairs: a.rightPairs + b.rightPairs,
  }
}

export const NO_PAIRS: PairCounts = { truePairs: 0, foundPairs: 0, rightPairs: 0 }

/** Null where there are no pairs to find and none were found. */
export function f1Of({ truePairs, foundPairs, rightPairs }: PairCounts): number | null {
  return truePairs + foundPairs === 0 ? null : (2 * rightPairs) / (truePairs + foundPairs)
}

/** Probability that a random healthy token scores above a random rug, ties counting half (Mann-Whitney). */
export function areaUnderCurve(healthy: readonly number[], rugs: readonly number[]): number | null {
  if (healthy.length === 0 || rugs.length === 0) return null
  let wins = 0
  for (const good of healthy) for (const bad of rugs) wins += good > bad ? 1 : good === bad ? 0.5 : 0
  return wins / (healthy.length * rugs.length)
}

function isSame(groups: ReadonlyMap<string, string>, a: string, b: string): boolean {
  const group = groups.get(a)
  return group !== undefined && group === groups.get(b)
}
