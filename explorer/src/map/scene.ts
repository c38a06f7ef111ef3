import type { BubbleMap, MapNode } from '../api/types.ts'
import { createLayout, type Layout } from './layout.ts'
import { groupColour } from './palette.ts'

/** A map as the canvas needs it: typed arrays by the index of a bubble, built once. */
export type Scene = {
  readonly nodes: readonly MapNode[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly radii: Float32Array
  /** Slot of the first purchase; -1 where it is not known. */
  readonly slots: Float64Array
  readonly colours: readonly string[]
  /** Indexes of the bubbles of each colour, large ones last, so that one path draws all of them. */
  readonly byColour: ReadonlyMap<string, readonly number[]>
  /** Indexes of pools, programs and exchanges, which have an outline of their own. */
  readonly places: readonly number[]
  readonly links: readonly { one: number; other: number; kind: string; weight: number }[]
  readonly layout: Layout
}

/** Groups by their share, largest first: the order of their colours. */
export function groupsOf(map: BubbleMap): ReadonlyMap<string, number> {
  return new Map(
    [...map.clusters].sort((a, b) => b.pctSupply - a.pctSupply).map(({ entity_id: id }, index) => [id, index]),
  )
}

export function buildScene(map: BubbleMap): Scene {
  const nodes = map.nodes
  const groupIndex = groupsOf(map)
  const indexOf = new Map(nodes.map(({ id }, at) => [id, at]))
  const radii = Float32Array.from(nodes, ({ pctSupply }) => 4 + Math.min(52, Math.sqrt(Math.max(0, pctSupply)) * 8.5))
  const groups = Int16Array.from(nodes, ({ entity_id: id }) => (id === null ? -1 : (groupIndex.get(id) ?? -1)))
  const links = map.links.flatMap(({ source, target, type, weight }) => {
    const one = indexOf.get(source)
    const other = indexOf.get(target)
    return one === undefined || other === undefined ? [] : [{ one, other, kind: type, weight: weight ?? 0.3 }]
  })
  const layout = createLayout({
    radii,
    groups,
    links: Uint16Array.from(links.flatMap(({ one, other }) => [one, other])),
    weights: Float32Array.from(links, ({ weight }) => weight),
  })
  const colours = Array.from(groups, groupColour)
  return {
    nodes,
    indexOf,
    radii,
    slots: Float64Array.from(nodes, ({ first_buy_slot: slot }) => slot ?? -1),
    colours,
    byColour: new Map([...new Set(colours)].map((colour) => [colour, indexesOf(colours, colour)])),
    places: nodes.flatMap((node, at) => (node.is_lp || node.is_dex || node.is_cex ? [at] : [])),
    links,
    layout,
  }
}

function indexesOf(colours: readonly string[], colour: string): readonly number[] {
  return colours.flatMap((one, at) => (one === colour ? [at] : [])).reverse()
}
