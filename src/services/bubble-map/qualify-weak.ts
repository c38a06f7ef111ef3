import type { RawLink } from './link-rule.ts'
import { JOIN } from './weights.ts'

/** A link with the numbers of its ends; `from` is the smaller. */
export type PlacedLink = { readonly link: RawLink; readonly from: number; readonly to: number; readonly kind: number }
/** What a weak link weighs in the joining. */
export type Weighed = PlacedLink & { readonly weight: number }

type Pair = readonly PlacedLink[]

/** The weak links that may decide something, `groups` being what is joined already. Between two groups a pair of
 *  wallets counts when it shows enough kinds on its own and they weigh enough with the support of the other pairs; of a
 *  large group several members must be tied, for one of forty is tied to someone by chance. `acted`: 1 for who bought
 *  or launched the token; a member who only holds what it was handed leaves no traces of a purchase, and is not missed. */
export function qualifyWeak(weak: readonly PlacedLink[], groups: Uint32Array, acted: Uint8Array): readonly Weighed[] {
  const sizes = new Uint32Array(groups.length)
  for (const [node, group] of groups.entries()) sizes[group]! += acted[node]!
  const pairs = new Map<number, PlacedLink[]>()
  for (const placed of weak) {
    if (groups[placed.from] === groups[placed.to]) continue
    const key = placed.from * groups.length + placed.to
    const own = pairs.get(key)
    if (own === undefined) pairs.set(key, [placed])
    else own.push(placed)
  }
  const ties = new Map<number, Pair[]>()
  for (const pair of pairs.values()) {
    if (pair.length < JOIN.kinds) continue
    const { from, to } = pair[0]!
    const [low, high] = [Math.min(groups[from]!, groups[to]!), Math.max(groups[from]!, groups[to]!)]
    const key = low * groups.length + high
    const own = ties.get(key)
    if (own === undefined) ties.set(key, [pair])
    else own.push(pair)
  }
  return [...ties].flatMap(([key, tie]) =>
    decisive(tie, sizes[Math.floor(key / groups.length)]!, sizes[key % groups.length]!),
  )
}

function decisive(pairs: readonly Pair[], size: number, otherSize: number): readonly Weighed[] {
  const tied = new Set(pairs.flatMap(([placed]) => [placed!.from, placed!.to])).size
  if (tied < tiesNeeded(size) + tiesNeeded(otherSize)) return []
  const support = Math.min(JOIN.mostSupport, (pairs.length - 1) * JOIN.support)
  return pairs.flatMap((pair) => {
    const sorted = [...pair].sort((a, b) => b.link.weight - a.link.weight || a.kind - b.kind)
    const doubt = sorted.reduce((product, { link }) => product * (1 - link.weight), 1)
    if (1 - doubt + support < JOIN.score) return []
    // The support goes onto the heaviest: together they then weigh what they weigh with it.
    const [heaviest, ...others] = sorted
    const lifted = 1 - ((1 - heaviest!.link.weight) * Math.max(0, doubt - support)) / doubt
    return [{ ...heaviest!, weight: lifted }, ...others.map((placed) => ({ ...placed, weight: placed.link.weight }))]
  })
}

function tiesNeeded(size: number): number {
  return Math.min(JOIN.supportEnough, Math.ceil(size * JOIN.supportShare))
}
