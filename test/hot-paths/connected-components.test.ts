import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { connectedComponents } from '../../src/hot-paths/connected-components.ts'
import { flatten, join } from '../../src/hot-paths/union-find.ts'

type Pair = readonly [number, number]
function components(nodeCount: number, edges: readonly Pair[]): { labels: number[]; count: number } {
  const labels = new Uint32Array(nodeCount)
  const src = Uint32Array.from(edges, ([from]) => from)
  const count = connectedComponents(
    src,
    Uint32Array.from(edges, ([, to]) => to),
    labels,
  )
  return { labels: [...labels], count }
}

test('a component is named after its smallest node', () => {
  assert.deepEqual(
    components(6, [
      [5, 3],
      [3, 1],
      [4, 2],
    ]),
    { labels: [0, 1, 2, 1, 2, 1], count: 3 },
  )
})
test('nodes without an edge, and loops, are components of one', () => {
  assert.deepEqual(components(3, [[1, 1]]), { labels: [0, 1, 2], count: 3 })
  assert.deepEqual(components(0, []), { labels: [], count: 0 })
})
test('an edge to a node that is not there is refused', () => {
  assert.throws(() => components(2, [[0, 2]]), /not there/)
  assert.throws(() => components(2, [[2 ** 32 - 1, 0]]), /not there/)
  assert.throws(() => components(0, [[0, 0]]), /not there/)
  assert.throws(() => connectedComponents(new Uint32Array(1), new Uint32Array(2), new Uint32Array(3)), /two ends/)
})
test('any graph gives what a walk from each node gives, in whatever order its edges come', () => {
  const graph = fc.integer({ min: 1, max: 40 }).chain((nodeCount) => {
    const node = fc.nat({ max: nodeCount - 1 })
    return fc.record({ nodeCount: fc.constant(nodeCount), edges: fc.array(fc.tuple(node, node), { maxLength: 60 }) })
  })
  fc.assert(
    fc.property(graph, ({ nodeCount, edges }) => {
      const expected = Array.from({ length: nodeCount }, (_, node) => node)
      for (let changed = true; changed; ) {
        changed = false
        for (const [from, to] of edges) {
          const least = Math.min(expected[from]!, expected[to]!)
          if (expected[from] === least && expected[to] === least) continue
          expected[from] = expected[to] = least
          changed = true
        }
      }
      assert.deepEqual(components(nodeCount, edges), { labels: expected, count: new Set(expected).size })
      assert.deepEqual(components(nodeCount, [...edges].reverse()).labels, expected)
    }),
    { numRuns: 300, seed: 11 },
  )
})
test('graphs of many chunks give what joining edge by edge gives, whatever graph came before', () => {
  const size = fc.record({ nodeCount: fc.integer({ min: 1, max: 40_000 }), edgeCount: fc.nat(30_000), seed: fc.nat() })
  fc.assert(
    fc.property(size, ({ nodeCount, edgeCount, seed }) => {
      let state = seed | 1
      const draw = (): number => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        return Math.floor((state / 2 ** 32) * nodeCount)
      }
      const src = Uint32Array.from({ length: edgeCount }, draw)
      const dst = Uint32Array.from({ length: edgeCount }, draw)
      const expected = Uint32Array.from({ length: nodeCount }, (_, node) => node)
      for (let edge = 0; edge < edgeCount; edge++) join(expected, src[edge]!, dst[edge]!)
      const expectedCount = flatten(expected)
      const labels = new Uint32Array(nodeCount).fill(7)
      assert.equal(connectedComponents(src, dst, labels), expectedCount)
      assert.deepEqual(labels, expected)
    }),
    { numRuns: 60, seed: 12 },
  )
})
test('a refused edge in a later chunk leaves nothing behind for the next graph', () => {
  const far = new Uint32Array(5_000)
  far[4_999] = 3
  assert.throws(() => connectedComponents(far, new Uint32Array(5_000), new Uint32Array(3)), /not there/)
  assert.deepEqual(components(4, [[3, 2]]), { labels: [0, 1, 2, 2], count: 3 })
})
test('a path, in the worst order of its edges, is one component', () => {
  const nodeCount = 100_000
  const src = Uint32Array.from({ length: nodeCount - 1 }, (_, edge) => nodeCount - 2 - edge)
  const dst = src.map((node) => node + 1)
  const labels = new Uint32Array(nodeCount)
  assert.equal(connectedComponents(src, dst, labels), 1)
  assert.ok(labels.every((label) => label === 0))
})
