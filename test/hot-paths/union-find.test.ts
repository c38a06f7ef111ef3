import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { flatten, join } from '../../src/hot-paths/union-find.ts'

test('join says whether the two were apart', () => {
  const parents = Uint32Array.of(0, 1, 2, 3)
  assert.deepEqual([join(parents, 3, 1), join(parents, 1, 3), join(parents, 2, 2)], [true, false, false])
  assert.equal(flatten(parents), 3)
})
test('sets joined in any order are named after their smallest member, and each join of two apart leaves one set less', () => {
  const node = fc.nat(29)
  fc.assert(
    fc.property(fc.array(fc.tuple(node, node), { maxLength: 60 }), (pairs) => {
      const parents = Uint32Array.from({ length: 30 }, (_, at) => at)
      const sets = new Map(Array.from({ length: 30 }, (_, at) => [at, new Set([at])]))
      for (const [one, other] of pairs) {
        const [left, right] = [sets.get(one)!, sets.get(other)!]
        assert.equal(join(parents, one, other), left !== right)
        const both = new Set([...left, ...right])
        for (const member of both) sets.set(member, both)
      }
      assert.equal(flatten(parents), new Set(sets.values()).size)
      for (const [member, set] of sets) assert.equal(parents[member], Math.min(...set))
    }),
    { numRuns: 200, seed: 13 },
  )
})
