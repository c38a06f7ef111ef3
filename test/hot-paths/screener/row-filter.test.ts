import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  BLOCK_ROWS,
  BLOCK_WORDS,
  blocksOf,
  type Condition,
  compileFilter,
  filterBlock,
  holdsFor,
  sampleFilter,
} from '../../../src/hot-paths/screener/row-filter.ts'
import { conditions, fillRows, judge } from './screener-lab.ts'

const { columns, rows } = fillRows(5, 1_400)
/** Few, for the many trees. */
const few = fillRows(6, 150)

function select(condition: Condition, within = columns): number[] {
  const filter = compileFilter(condition)
  const bits = new Uint32Array(BLOCK_WORDS)
  const found: number[] = []
  for (let block = 0; block < blocksOf(within); block++) {
    if (!filterBlock(within, filter, block, bits)) continue
    for (let at = 0; at < BLOCK_ROWS; at++)
      if ((bits[at >>> 5]! & (1 << (at & 31))) !== 0) found.push(block * BLOCK_ROWS + at)
  }
  return found
}

test('10,000 random trees find what a reading of the rows one by one finds', () => {
  let matched = 0
  let tree = 0
  fc.assert(
    fc.property(conditions, (condition) => {
      // Every hundredth over more rows than a block has.
      const lab = tree++ % 100 === 0 ? { columns, rows } : few
      const wanted = lab.rows.filter((row) => judge(condition, row) === true).map(({ row }) => row)
      matched += wanted.length
      assert.deepEqual(select(condition, lab.columns), wanted)
      // The same row by row, as the walk of an order asks.
      const filter = compileFilter(condition)
      for (let i = 0; i < lab.rows.length; i += 13) {
        const { row } = lab.rows[i]!
        assert.equal(holdsFor(lab.columns, filter, row), wanted.includes(row))
      }
    }),
    { numRuns: 10_000, seed: 20 },
  )
  assert(matched > 100_000, `${matched} rows`)
})

test('what is unknown fulfils neither a condition nor its contrary', () => {
  const range: Condition = { kind: 'range', column: 0, min: 0, max: Number.POSITIVE_INFINITY }
  const known = rows.filter(({ numbers }) => numbers[0] !== null).length
  assert(known < rows.length)
  assert.equal(select(range).length + select({ kind: 'not', item: range }).length, known)
  assert.equal(select({ kind: 'not', item: { kind: 'known', column: 0 } }).length, rows.length - known)
})

test('an empty `and` holds for every pair, an empty `or` for none', () => {
  assert.equal(select({ kind: 'and', items: [] }).length, rows.length)
  assert.deepEqual(select({ kind: 'or', items: [] }), [])
})

test('a sampled filter finds the same rows, and says how many of them there are about', () => {
  fc.assert(
    fc.property(conditions, (condition) => {
      const filter = compileFilter(condition)
      const sampled = sampleFilter(columns, filter)
      let held = 0
      for (const { row } of rows) {
        assert.equal(holdsFor(columns, sampled.filter, row), holdsFor(columns, filter, row))
        if (holdsFor(columns, filter, row)) held++
      }
      assert.equal(sampled.share > 0, held > 0)
    }),
    { numRuns: 100, seed: 8 },
  )
})
