import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectedComponents } from '../../src/hot-paths/connected-components.ts'
import { buildUndirectedCsr } from '../../src/hot-paths/graph-csr.ts'
import { leiden } from '../../src/hot-paths/leiden.ts'
import { type Case, type Goal, interleave, medianOf, printMeasured, reportGoals } from '../harness.ts'
import { readBenchOptions } from '../options.ts'
import { hasPeer } from '../peers.ts'
import { communityQuality } from './community-quality.ts'
import { compileIgraphPeer, type Peer, startPeer } from './peer-process.ts'
import { plantedGraph } from './planted-graph.ts'

/** Row 3 of the performance goals: components and communities of graphs with three edges a node, CPU time.
 *
 *  Components go from the edge list to the labels; the peers have built their graph before. Communities go from a built
 *  graph to the labels: ours has its rows of neighbours, igraph its graph. What building costs is a table of its own,
 *  with the sums of both from the edge list. The objective is the one that the Bubble Map uses (`cluster-holders.ts`),
 *  the constant Potts model. Communities are compared at no less quality: against igraph stands the cheapest of our
 *  settings that reaches its quality, and where none does it is a miss. */
const { rounds, isQuick } = readBenchOptions(7)
const SIZES = isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000]
/** Groups with a fifth of their edges going astray, as holders have them, and, up to this size, no groups at all. */
const MIXINGS = [0.2, 1]
const UNGROUPED_MAX_NODES = 10_000
/** Rounds where one takes minutes. */
const MANY_NODES = 1_000_000
const ROUNDS_OF_MANY = 5
/** graphology keeps an object for each edge: a million nodes do not fit into Node's default heap. */
const GRAPHOLOGY_MAX_NODES = 100_000
/** From cheap to dear. */
const SETTINGS = [
  { name: 'ours, way up only', runs: 0, descends: false },
  { name: 'ours, 0 runs', runs: 0, descends: true },
  { name: 'ours, 1 runs', runs: 1, descends: true },
  { name: 'ours, 2 runs', runs: 2, descends: true },
]
/** As in `native/igraph-peer.c`. */
const DENSITY = 0.2
/** On few nodes the quality of one call is mostly luck, so the median is taken of this many calls, those after the
 *  timed rounds included. */
const FEW_NODES = 1_000
const DRAWS_OF_FEW = 31
/** A round of one case works on this many nodes in all, so that short computations are repeated. */
const NODES_PER_ROUND = isQuick ? 40_000 : 200_000

type GraphologyGraph = { addNode(key: number): void; addEdge(source: number, target: number): void }
const require = createRequire(new URL('../package.json', import.meta.url))
const graphology =
  hasPeer('graphology') && hasPeer('graphology-components')
    ? {
        Graph: (require('graphology') as { UndirectedGraph: new () => GraphologyGraph }).UndirectedGraph,
        components: (require('graphology-components') as { countConnectedComponents(graph: GraphologyGraph): number })
          .countConnectedComponents,
      }
    : null
const igraph = compileIgraphPeer()
const goals: Goal[] = []

for (const mixing of MIXINGS)
  for (const nodeCount of SIZES) if (mixing < 1 || nodeCount <= UNGROUPED_MAX_NODES) await compare(nodeCount, mixing)
igraph?.remove()
reportGoals('engines', goals)

async function compare(nodeCount: number, mixing: number): Promise<void> {
  const { src, dst } = plantedGraph({ nodeCount, edgesPerNode: 3, mixing, seed: 7 })
  const graph = buildUndirectedCsr(nodeCount, { src, dst, weight: null })
  const repeats = Math.max(1, Math.floor(NODES_PER_ROUND / nodeCount))
  const labels = new Uint32Array(nodeCount)
  const title = `${nodeCount} nodes, ${mixing === 1 ? 'no groups' : 'groups'}`
  /** Quality of each round, by case. */
  const qualities = new Map<string, number[]>()
  const noteQuality = (name: string, quality: number): void => {
    qualities.set(name, [...(qualities.get(name) ?? []), quality])
  }
  const peer = igraph === null ? null : startIgraph(igraph.program, src, dst, nodeCount)
  const theirs = graphology === null || nodeCount > GRAPHOLOGY_MAX_NODES ? null : fillGraphology(src, dst, nodeCount)

  const componentCount = connectedComponents(src, dst, labels)
  const components: Case[] = [
    { name: 'ours', measure: () => cpuOf(repeats, () => connectedComponents(src, dst, labels)) },
  ]
  // A new seed each round, as igraph draws new numbers on each call: the median then is no lucky draw.
  let seed = 0
  const communities: Case[] = SETTINGS.map(({ name, runs, descends }) => ({
    name,
    measure: () => {
      const options = { resolution: DENSITY, seed: seed++, runs, descends } as const
      const cost = cpuOf(repeats, () => leiden(graph, options, labels))
      noteQuality(name, communityQuality(graph, labels, DENSITY))
      return cost
    },
  }))
  const building: Case[] = [
    {
      name: 'ours',
      measure: () => cpuOf(repeats, () => buildUndirectedCsr(nodeCount, { src, dst, weight: null })),
    },
  ]
  if (peer !== null) {
    building.push({ name: 'igraph', measure: async () => (await peer.ask(`build ${Math.max(1, repeats >> 3)}`))[0]! })
    const [, count] = await peer.ask('components 1')
    assert.equal(count, componentCount, 'igraph finds as many components')
    components.push({ name: 'igraph', measure: async () => (await peer.ask(`components ${repeats}`))[0]! })
    communities.push({
      name: 'igraph',
      measure: async () => {
        const [cost, , quality] = await peer.ask(`leiden ${Math.max(1, repeats >> 3)}`)
        noteQuality('igraph', quality!)
        return cost!
      },
    })
  }
  if (theirs !== null && graphology !== null) {
    assert.equal(graphology.components(theirs), componentCount, 'graphology finds as many components')
    components.push({ name: 'graphology', measure: () => cpuOf(1, () => graphology.components(theirs)) })
  }
  const turns = nodeCount >= MANY_NODES ? ROUNDS_OF_MANY : rounds
  const timedComponents = await interleave(components, turns)
  printMeasured(`components of ${title}`, timedComponents, 'us CPU')
  const built = await interleave(building, turns)
  printMeasured(`building the graph of ${title}`, built, 'us CPU')
  const timed = await interleave(communities, turns)
  if (nodeCount <= FEW_NODES)
    for (let draw = turns; draw < DRAWS_OF_FEW; draw++) for (const one of communities) await one.measure()
  printMeasured(`communities of ${title}`, timed, 'us CPU')
  console.table(
    Object.fromEntries([...qualities].map(([name, values]) => [name, { quality: middleOf(values).toFixed(5) }])),
  )
  peer?.stop()

  const addGoal = (name: string, got: number, reach: number, aim: number): void => {
    goals.push({ what: `${title}: ${name}`, got, reach, aim })
  }
  const ours = medianOf(timedComponents, 'ours')
  if (peer !== null) addGoal('components, times igraph', medianOf(timedComponents, 'igraph') / ours, 2.5, 4)
  if (theirs !== null) addGoal('components, times graphology', medianOf(timedComponents, 'graphology') / ours, 50, 100)
  if (peer === null) return
  const theirQuality = middleOf(qualities.get('igraph')!)
  const setting = SETTINGS.find(({ name }) => middleOf(qualities.get(name)!) >= theirQuality)
  const shown = (setting ?? SETTINGS.at(-1)!).name
  const ratio = medianOf(timed, 'igraph') / medianOf(timed, shown)
  const text = `communities, times igraph leiden (${shown}, quality ${middleOf(qualities.get(shown)!).toFixed(5)} against ${theirQuality.toFixed(5)}`
  if (setting === undefined) addGoal(`${text}: less; ${ratio.toFixed(2)} times as fast)`, 0, 4, 6)
  else addGoal(`${text})`, ratio, 4, 6)
  const theirsFromEdges = medianOf(built, 'igraph') + medianOf(timed, 'igraph')
  const oursFromEdges = medianOf(built, 'ours') + medianOf(timed, shown)
  console.log(
    `\ncommunities of ${title}, building included on both sides: ${(theirsFromEdges / oursFromEdges).toFixed(2)}`,
  )
}

/** CPU microseconds of one of `repeats` calls. */
function cpuOf(repeats: number, work: () => unknown): number {
  const before = process.cpuUsage()
  for (let i = 0; i < repeats; i++) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / repeats
}

function startIgraph(program: string, src: Uint32Array, dst: Uint32Array, nodeCount: number): Peer {
  const file = join(tmpdir(), `mintglass-graph-${process.pid}-${nodeCount}.bin`)
  const bytes = (column: Uint32Array): Buffer => Buffer.from(column.buffer, column.byteOffset, column.byteLength)
  writeFileSync(file, Buffer.concat([bytes(Uint32Array.of(nodeCount, src.length)), bytes(src), bytes(dst)]))
  const peer = startPeer(program, [file])
  return {
    ask: (line) => peer.ask(line),
    stop() {
      peer.stop()
      rmSync(file, { force: true })
    },
  }
}

function fillGraphology(src: Uint32Array, dst: Uint32Array, nodeCount: number): GraphologyGraph {
  const graph = new graphology!.Graph()
  for (let node = 0; node < nodeCount; node++) graph.addNode(node)
  for (let edge = 0; edge < src.length; edge++) graph.addEdge(src[edge]!, dst[edge]!)
  return graph
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!
}
