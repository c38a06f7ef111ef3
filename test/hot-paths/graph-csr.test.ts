import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildUndirectedCsr, type Csr } from '../../src/hot-paths/graph-csr.ts'

type Edge = readonly [number, number, number]
const columns = (edges: readonly Edge[]) => ({
  src: Uint32Array.from(edges, ([from]) => from),
  dst: Uint32Array.from(edges, ([, to]) => to),
  weight: Float64Array.from(edges, ([, , weight]) => weight),
})
const rowsOf = (csr: Csr): [number, number][][] =>
  Array.from({ length: csr.nodeCount }, (_, node) =>
    Array.from(csr.neighbours.subarray(csr.offsets[node], csr.offsets[node + 1]), (neighbour, i) => [
      neighbour,
      csr.weight === null ? 1 : csr.weight[csr.offsets[node]! + i]!,
    ]),
  )
const graph = fc.integer({ min: 1, max: 20 }).chain((nodeCount) => {
  const node = fc.nat({ max: nodeCount - 1 })
  const edges = fc.array(fc.tuple(node, node, fc.integer({ min: 1, max: 9 })), { maxLength: 50 })
  return fc.record({ nodeCount: fc.constant(nodeCount), edges })
})

test('each edge stands in the rows of both its ends, in the order of the edges', () => {
  fc.assert(
    fc.property(graph, ({ nodeCount, edges }) => {
      const expected: [number, number][][] = Array.from({ length: nodeCount }, () => [])
      for (const [from, to, weight] of edges) {
        expected[from]!.push([to, weight])
        expected[to]!.push([from, weight])
      }
      assert.deepEqual(rowsOf(buildUndirectedCsr(nodeCount, columns(edges))), expected)
      const unweighted = rowsOf(buildUndirectedCsr(nodeCount, { ...columns(edges), weight: null }))
      assert.deepEqual(
        unweighted,
        expected.map((row) => row.map(([neighbour]) => [neighbour, 1])),
      )
    }),
    { numRuns: 200, seed: 12 },
  )
})
test('columns of different lengths and nodes that are not there are refused', () => {
  const edges = columns([[0, 1, 1]])
  assert.throws(() => buildUndirectedCsr(1, edges), /not there/)
  assert.throws(() => buildUndirectedCsr(2, { ...edges, dst: new Uint32Array(2) }), /two ends/)
  assert.throws(() => buildUndirectedCsr(2, { ...edges, weight: new Float64Array(2) }), /one weight/)
})
