import { connectedComponents } from '../../hot-paths/connected-components.ts'
import { compareText } from './compare-text.ts'
import { groupBy } from './link-rule.ts'

type Edge = { readonly source: string; readonly target: string }

/** What hangs together: the edges of each component, components by their first address, edges in the order given. */
export function componentsOf<T extends Edge>(edges: readonly T[]): readonly (readonly T[])[] {
  const addresses = [...new Set(edges.flatMap(({ source, target }) => [source, target]))].sort(compareText)
  const at = new Map(addresses.map((address, i) => [address, i]))
  const groups = new Uint32Array(addresses.length)
  connectedComponents(
    Uint32Array.from(edges, ({ source }) => at.get(source)!),
    Uint32Array.from(edges, ({ target }) => at.get(target)!),
    groups,
  )
  const firstOf = new Map<number, string>()
  for (const [i, group] of groups.entries()) if (!firstOf.has(group)) firstOf.set(group, addresses[i]!)
  return groupBy(edges, ({ source }) => firstOf.get(groups[at.get(source)!]!)!).map(([, own]) => own)
}
