import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { connectedComponents, flatten, join } from '../../src/hot-paths/union-find.ts'

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
  assert.throws(() => connectedComponents(new Uint32Array(1), new Uint32Array(2), new Uint32Array(3)), /two ends/)
})
test('join says whether the two were apart', () => {
  const parents = Uint32Array.of(0, 1, 2, 3)
  assert.deepEqual([join(parents, 3, 1), join(parents, 1, 3), join(parents, 2, 2)], [true, false, false])
  assert.equal(flatten(parents), 3)
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
