import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ClusterOptions, clusterHolders, type HolderGraph } from '../../src/hot-paths/cluster-holders.ts'

type Weak = readonly [from: number, to: number, weight: number, kind: number]
type Shape = {
  readonly amounts: readonly number[]
  readonly strong?: readonly (readonly [number, number])[]
  readonly weak?: readonly Weak[]
  readonly excluded?: readonly number[]
}
const OPTIONS: ClusterOptions = { seed: 1, weakThreshold: 0.7, minWeakKinds: 2, density: 0.2, gatherKinds: false }

function graphOf({ amounts, strong = [], weak = [], excluded = [] }: Shape): HolderGraph {
  return {
    amounts: Float64Array.from(amounts),
    excluded: Uint8Array.from(amounts, (_, node) => (excluded.includes(node) ? 1 : 0)),
    strongSrc: Uint32Array.from(strong, ([from]) => from),
    strongDst: Uint32Array.from(strong, ([, to]) => to),
    weakSrc: Uint32Array.from(weak, ([from]) => from),
    weakDst: Uint32Array.from(weak, ([, to]) => to),
    weakWeight: Float64Array.from(weak, ([, , weight]) => weight),
    weakKind: Uint8Array.from(weak, ([, , , kind]) => kind),
  }
}
const cluster = (shape: Shape, options: Partial<ClusterOptions> = {}) =>
  clusterHolders(graphOf(shape), { ...OPTIONS, ...options })
const entities = (shape: Shape, options: Partial<ClusterOptions> = {}) => [...cluster(shape, options).entityOf]
const EQUAL = [1, 1, 1, 1]

test('strong edges join, entities are ordered by share and ties by the smallest member', () => {
  const got = cluster({
    amounts: [0.1, 0.2, 0.1, 0.3, 0.1],
    strong: [
      [4, 2],
      [2, 0],
    ],
  })
  assert.deepEqual([...got.entityOf], [0, 2, 0, 1, 0])
  assert.deepEqual([...got.memberCount], [3, 1, 1])
  assert.deepEqual([...got.strongEdges], [2, 0, 0])
  assert(Math.abs(got.share[0]! - 0.3) < 1e-12)
})
test('a fingerprint of one kind never joins, however heavy and however often', () => {
  const weak = Array.from({ length: 20 }, (_, i): Weak => [i % 4, (i + 1) % 4, 1, 3])
  assert.equal(new Set(entities({ amounts: EQUAL, weak })).size, 4)
  assert.equal(new Set(entities({ amounts: EQUAL, weak }, { gatherKinds: true })).size, 4)
})
test('two kinds that together reach the threshold join, and say so', () => {
  const got = cluster({
    amounts: EQUAL,
    weak: [
      [0, 1, 0.5, 2],
      [0, 1, 0.5, 7],
      [2, 3, 0.5, 2],
    ],
  })
  assert.equal(got.entityOf[0], got.entityOf[1])
  assert.notEqual(got.entityOf[2], got.entityOf[3])
  assert.equal(got.meanWeight[0], 0.75)
  assert.equal(got.weakKinds[0], (1 << 2) | (1 << 7))
  assert.deepEqual([...got.weakEdges], [2, 0, 0])
})
test('two kinds just below the threshold do not join', () => {
  const weak: Weak[] = [
    [0, 1, 0.5, 2],
    [0, 1, 0.39, 7],
  ]
  assert.equal(new Set(entities({ amounts: EQUAL, weak })).size, 4)
})
test('the same kind seen again between two groups adds nothing', () => {
  const weak = Array.from({ length: 10 }, (_, i): Weak => [i % 2, 2 + ((i >> 1) % 2), 0.3, i % 2])
  assert.equal(
    new Set(
      entities({
        amounts: EQUAL,
        strong: [
          [0, 1],
          [2, 3],
        ],
        weak,
      }),
    ).size,
    2,
  )
})
test('weak evidence of several members of a strong group adds up', () => {
  const weak: Weak[] = [
    [0, 2, 0.6, 1],
    [1, 2, 0.6, 2],
  ]
  assert.equal(new Set(entities({ amounts: EQUAL, weak })).size, 4)
  assert.deepEqual(entities({ amounts: EQUAL, strong: [[0, 1]], weak }), [0, 0, 0, 1])
})
test('an excluded node is joined to no one and is no bridge', () => {
  const got = cluster({
    amounts: [1, 5, 1, 1],
    excluded: [1],
    strong: [
      [0, 1],
      [1, 2],
    ],
    weak: [
      [1, 3, 1, 0],
      [1, 3, 1, 1],
    ],
  })
  assert.equal(got.entityCount, 4)
  assert.deepEqual([...got.memberCount], [1, 1, 1, 1])
  assert.equal(got.entityOf[1], 0)
})
test('a long chain of coincidences is split, a crowd linked all around is one', () => {
  const both = (from: number, to: number): Weak[] => [
    [from, to, 0.6, 0],
    [from, to, 0.6, 1],
  ]
  const chain = Array.from({ length: 11 }, (_, i) => both(i, i + 1)).flat()
  assert(new Set(entities({ amounts: Array(12).fill(1), weak: chain })).size >= 3)
  const crowd = Array.from({ length: 12 }, (_, a) => Array.from({ length: a }, (_, b) => both(a, b)).flat()).flat()
  assert.equal(new Set(entities({ amounts: Array(12).fill(1), weak: crowd })).size, 1)
})
test('kinds gathered from several members join only when asked, and only who shows enough', () => {
  const weak: Weak[] = [
    [0, 1, 0.8, 0],
    [1, 2, 0.8, 1],
    [0, 2, 0.8, 2],
    [2, 3, 0.8, 1],
  ]
  assert.equal(new Set(entities({ amounts: EQUAL, weak })).size, 4)
  const gathered = entities({ amounts: EQUAL, weak }, { gatherKinds: true })
  assert.deepEqual(gathered, [0, 0, 0, 1])
})
test('shapes and options that make no sense are refused', () => {
  const shape = { amounts: EQUAL }
  assert.throws(() => cluster(shape, { minWeakKinds: 1 }), /joins on its own/)
  assert.throws(() => cluster({ ...shape, weak: [[0, 1, 1.5, 0]] }), /weak weights/)
  assert.throws(() => cluster({ ...shape, weak: [[0, 1, 1, 32]] }), /kinds are/)
  assert.throws(() => cluster({ ...shape, weak: [[0, 9, 1, 0]] }), /leaves the graph/)
  assert.throws(() => cluster({ ...shape, strong: [[0, 9]] }), /leaves the graph/)
  assert.throws(() => clusterHolders({ ...graphOf(shape), excluded: new Uint8Array(1) }, OPTIONS), /exclusion/)
})

const anyShape = fc.integer({ min: 1, max: 25 }).chain((nodeCount) => {
  const node = fc.nat({ max: nodeCount - 1 })
  return fc.record({
    amounts: fc.array(fc.integer({ min: 0, max: 50 }), { minLength: nodeCount, maxLength: nodeCount }),
    strong: fc.array(fc.tuple(node, node), { maxLength: 15 }),
    weak: fc.array(fc.tuple(node, node, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 3 })), {
      maxLength: 60,
    }),
    excluded: fc.array(node, { maxLength: 3 }),
  })
})

test('any graph: strong groups stay whole, shares and members add up, order descends', () => {
  fc.assert(
    fc.property(anyShape, fc.boolean(), fc.nat(), (shape, gatherKinds, seed) => {
      const got = cluster(shape, { gatherKinds, seed })
      for (const [from, to] of shape.strong)
        if (!shape.excluded.includes(from) && !shape.excluded.includes(to))
          assert.equal(got.entityOf[from], got.entityOf[to])
      const shares = Array(got.entityCount).fill(0)
      const members = Array(got.entityCount).fill(0)
      for (const [node, entity] of got.entityOf.entries()) {
        shares[entity] += shape.amounts[node]!
        members[entity]++
      }
      assert.deepEqual([...got.share], shares)
      assert.deepEqual([...got.memberCount], members)
      for (let entity = 1; entity < got.entityCount; entity++) assert(shares[entity] <= shares[entity - 1])
      for (const node of shape.excluded) assert.equal(got.memberCount[got.entityOf[node]!], 1)
    }),
    { numRuns: 300, seed: 31 },
  )
})
test('any graph: no one is joined without a strong edge or enough kinds around him', () => {
  fc.assert(
    fc.property(anyShape, fc.boolean(), ({ weak, ...rest }, gatherKinds) => {
      const shape = { ...rest, weak, strong: [] }
      const { entityOf, memberCount } = cluster(shape, { gatherKinds })
      for (let node = 0; node < shape.amounts.length; node++) {
        if (memberCount[entityOf[node]!] === 1) continue
        const kinds = weak
          .filter(([from, to]) => (from === node || to === node) && entityOf[from] === entityOf[to] && from !== to)
          .map(([, , , kind]) => kind)
        assert(new Set(kinds).size >= 2, `node ${node}`)
      }
    }),
    { numRuns: 300, seed: 32 },
  )
})
