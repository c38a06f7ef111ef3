import type { LinkEvidence, LinkKind } from '../../contract/bubble-map.ts'
import { compareText } from './compare-text.ts'
import type { MapView } from './map-view.ts'

/** Something two addresses share. `weight` 1 joins them on its own. */
export type RawLink = {
  readonly kind: LinkKind
  readonly source: string
  readonly target: string
  readonly weight: number
  readonly evidence: LinkEvidence
}

/** One kind of link. `either`: strong or weak, as its rules say. Links are found in an order that does not depend on
 *  that of the evidence. */
export type LinkRule = {
  readonly kind: LinkKind
  readonly strength: 'strong' | 'weak' | 'either'
  /** Sentences for `docs/engines.md`: the condition, its strength, the exceptions. No report holds them. */
  readonly rules: readonly string[]
  find(view: MapView): readonly RawLink[]
  /** Links that only show next to groups that are joined already; `groupOf` is equal for all wallets of a group. */
  beside?(view: MapView, groupOf: (wallet: string) => string): readonly RawLink[]
}

type Ends = { readonly source: string; readonly target: string; readonly weight: number }

export function toLink(
  kind: LinkKind,
  { source, target, weight }: Ends,
  evidence: Partial<LinkEvidence> & Pick<LinkEvidence, 'detail'>,
): RawLink {
  const nothing = { slot: null, signature: null, otherSignature: null, amount: null, unit: null, via: null, hops: null }
  return { kind, source, target, weight: roundWeight(weight), evidence: { ...nothing, ...evidence } }
}

/** Links each of a group to its first member: the fewest links that join them all. */
export function starOf<T>(members: readonly T[], link: (first: T, other: T) => RawLink): readonly RawLink[] {
  const [first, ...others] = members
  return first === undefined ? [] : others.map((other) => link(first, other))
}

export function groupBy<T>(rows: Iterable<T>, keyOf: (row: T) => string | null): readonly (readonly [string, T[]])[] {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return [...groups].sort(([a], [b]) => compareText(a, b))
}

export function roundWeight(weight: number): number {
  return Math.round(weight * 1e4) / 1e4
}
