import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { modularity } from '../../bench/engines/modularity.ts'
import { plantedGraph } from '../../bench/engines/planted-graph.ts'
import { connectedComponents } from '../../src/hot-paths/connected-components.ts'
import { buildUndirectedCsr, type Csr } from '../../src/hot-paths/graph-csr.ts'
import { leiden } from '../../src/hot-paths/leiden.ts'
import { createLeidenRoom, leidenUnweighted } from '../../src/hot-paths/leiden-unweighted.ts'

const room = createLeidenRoom()
const PLAIN = { resolution: 1, seed: 1, runs: 2, descends: true }

function graphOf(nodeCount: number, edges: readonly (readonly [number, number])[]): Csr {
  const src = Uint32Array.from(edges, ([from]) => from)
  const dst = Uint32Array.from(edges, ([, to]) => to)
  return buildUndirectedCsr(nodeCount, { src, dst, weight: null })
}
function divide(
  graph: Csr,
  options: Partial<typeof PLAIN> = {},
  inRoom = room,
): { labels: Uint32Array; count: number } {
  const labels = new Uint32Array(graph.nodeCount)
  const count = leidenUnweighted(graph, { ...PLAIN, ...options }, labels, inRoom)
  return { labels, count }
}
function planted(nodeCount: number, mixing: number, seed: number): Csr {
  const { src, dst } = plantedGraph({ nodeCount, edgesPerNode: 3, mixing, seed })
  return buildUndirectedCsr(nodeCount, { src, dst, weight: null })
}
const digestOf = (labels: Uint32Array): string =>
  createHash('sha256').update(new Uint8Array(labels.buffer)).digest('hex').slice(0, 16)

/** Loops, two edges between the same nodes and nodes without any among them. */
const anyGraph = fc.integer({ min: 1, max: 70 }).chain((nodeCount) => {
  const node = fc.nat({ max: nodeCount - 1 })
  return fc.record({
    nodeCount: fc.constant(nodeCount),
    edges: fc.array(fc.tuple(node, node), { minLength: 1, maxLength: 200 }),
  })
})
const anyOptions = fc.record({
  resolution: fc.double({ min: 0, max: 8, noNaN: true }),
  seed: fc.nat(),
  runs: fc.integer({ min: 0, max: 4 }),
})

test('every community of any graph is connected, and labels count from 0 in order of appearance', () => {
  fc.assert(
    fc.property(anyGraph, anyOptions, ({ nodeCount, edges }, options) => {
      const { labels, count } = divide(graphOf(nodeCount, edges), options)
      const inside = edges.filter(([from, to]) => labels[from] === labels[to])
      const [src, dst] = [0, 1].map((end) => Uint32Array.from(inside, (edge) => edge[end]!)) as [
        Uint32Array,
        Uint32Array,
      ]
      assert.equal(connectedComponents(src, dst, new Uint32Array(nodeCount)), count)
      const seen = [...new Set(labels)]
      assert.deepEqual(
        seen,
        seen.map((_, i) => i),
      )
    }),
    { numRuns: 500, seed: 51 },
  )
})
test('no single node of any result gains by joining a neighbour or leaving', () => {
  fc.assert(
    fc.property(anyGraph, ({ nodeCount, edges }) => {
      const graph = graphOf(nodeCount, edges)
      const { labels } = divide(graph, { runs: 20 })
      const reached = modularity(graph, labels, 1)
      for (let node = 0; node < nodeCount; node++) {
        const spare = [...Array(nodeCount).keys()].find((label) => !labels.includes(label))
        const row = graph.neighbours.subarray(graph.offsets[node], graph.offsets[node + 1])
        const targets = [...row].map((neighbour) => labels[neighbour]!)
        for (const target of spare === undefined ? targets : [...targets, spare]) {
          const moved = labels.slice()
          moved[node] = target
          // Gains are whole steps of 2^-29 of a node's weight.
          assert(modularity(graph, moved, 1) <= reached + 1e-7, `node ${node} to ${target}`)
        }
      }
    }),
    { numRuns: 200, seed: 52 },
  )
})
test('divisions are as good as those of the general code for weights that are all one', () => {
  for (const mixing of [0.2, 0.5, 1]) {
    const graph = planted(2_000, mixing, 6)
    const equal: Csr = { ...graph, weight: new Float64Array(graph.neighbours.length).fill(1) }
    const mean = (divideOnce: (seed: number) => Uint32Array): number => {
      let sum = 0
      for (let seed = 0; seed < 9; seed++) sum += modularity(graph, divideOnce(seed), 1)
      return sum / 9
    }
    const ours = mean((seed) => divide(graph, { seed, runs: 1 }).labels)
    const general = mean((seed) => {
      const labels = new Uint32Array(2_000)
      leiden(equal, { ...PLAIN, seed, runs: 1, objective: 'modularity' }, labels)
      return labels
    })
    assert(ours > general - 0.002, `mixing ${mixing}: ${ours} against ${general}`)
  }
})
test('what was in the room before has no say, nor does its size', () => {
  const [small, large] = [planted(300, 0.3, 1), planted(5_000, 0.3, 2)]
  const fresh = digestOf(divide(small, {}, createLeidenRoom()).labels)
  const used = createLeidenRoom()
  divide(large, {}, used)
  assert.equal(digestOf(divide(small, {}, used).labels), fresh)
  assert.equal(digestOf(divide(large, {}, used).labels), digestOf(divide(large, {}, createLeidenRoom()).labels))
})
test('the memory grows during a call where a graph takes more than most', () => {
  const tight = createLeidenRoom()
  const graph = planted(4_000, 1, 3)
  const expected = digestOf(divide(graph).labels)
  // A start that gives one page whatever is asked for.
  const short = { ...tight, start: () => tight.start(1) }
  assert.equal(digestOf(divide(graph, {}, short).labels), expected)
})
test('the same graph and seed give the same labels, which these are, through `leiden` too', () => {
  const graph = planted(3_000, 0.3, 9)
  const labels = new Uint32Array(3_000)
  leiden(graph, { ...PLAIN, objective: 'modularity' }, labels, room)
  assert.deepEqual(labels, divide(graph).labels)
  assert.notEqual(digestOf(divide(graph, { seed: 2 }).labels), digestOf(labels))
  // Pinned: results are the same on other machines and with later versions.
  assert.equal(digestOf(labels), 'ed27edfa40ffe37c')
})
test('more runs never make a division worse', () => {
  const graph = planted(2_000, 0.2, 5)
  const reached = [0, 1, 3].map((runs) => modularity(graph, divide(graph, { runs }).labels, 1))
  assert(reached[1]! >= reached[0]! - 1e-7 && reached[2]! >= reached[1]! - 1e-7, reached.join())
})
test('without the way down a division is still better than all alone, and no better than with it', () => {
  const graph = planted(2_000, 0.2, 5)
  const [up, both] = [false, true].map((descends) =>
    modularity(graph, divide(graph, { runs: 0, descends }).labels, 1),
  ) as [number, number]
  assert(up > 0.7 && up < both, `${up} against ${both}`)
})
test('weights and wrong shapes are refused', () => {
  const graph = graphOf(2, [[0, 1]])
  assert.throws(() => divide({ ...graph, weight: Float64Array.of(1, 1) }), /weigh the same/)
  assert.throws(() => leidenUnweighted(graph, PLAIN, new Uint32Array(1), room), /one label/)
})
