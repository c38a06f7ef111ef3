import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createRankedList } from '../../../src/hot-paths/screener/ranked-list.ts'
import { compileFilter } from '../../../src/hot-paths/screener/row-filter.ts'
import { createTopScan, createTopWalk, type TopQuery, walkTop } from '../../../src/hot-paths/screener/top-rows.ts'
import { COUNTS, conditions, fillRows, judge, type PlainRow } from './screener-lab.ts'

const { columns, rows } = fillRows(11, 1_300)
const lists = Array.from({ length: COUNTS.numbers }, (_, column) => {
  const list = createRankedList()
  for (const { row, numbers } of rows) list.set(row, numbers[column]!)
  return list
})

function scan(query: TopQuery): { rows: number[]; total: number } {
  const top = createTopScan(columns, query)
  while (!top.step(1)) {}
  return { rows: top.result(), total: top.total }
}

/** By a full sort. */
function byHand(found: readonly PlainRow[], { column, isDescending, limit }: Omit<TopQuery, 'filter'>): number[] {
  const key = ({ numbers }: PlainRow): number => {
    const value = numbers[column]!
    return value === null ? Number.POSITIVE_INFINITY : isDescending ? -value : value
  }
  return found
    .toSorted((a, b) => (key(a) === key(b) ? a.row - b.row : key(a) - key(b)))
    .slice(0, limit)
    .map(({ row }) => row)
}

test('walk and scan give what a full sort of the matching rows gives', () => {
  const orders = fc.record({
    column: fc.nat({ max: COUNTS.numbers - 1 }),
    isDescending: fc.boolean(),
    limit: fc.integer({ min: 1, max: 80 }),
  })
  fc.assert(
    fc.property(conditions, orders, fc.boolean(), (condition, order, leavesSomeOut) => {
      const found = rows.filter((row) => judge(condition, row) === true)
      const without = leavesSomeOut
        ? new Set(found.filter(({ row }) => row % 3 === 0).map(({ row }) => row))
        : undefined
      const query = { ...order, filter: compileFilter(condition), without }
      const wanted = byHand(
        found.filter(({ row }) => !without?.has(row)),
        order,
      )
      assert.deepEqual(walkTop(columns, lists[order.column]!, query, 1e9), wanted)
      const walk = createTopWalk(columns, lists[order.column]!, query, 1e9)
      let state = walk.step(3)
      while (state === 'more') state = walk.step(3)
      // A bucket of more rows than twice a step is left to the scan.
      if (state === 'done') assert.deepEqual(walk.result(), wanted, 'a few rows with each step')
      assert.deepEqual(scan(query), { rows: wanted, total: found.length })
    }),
    { numRuns: 500, seed: 2 },
  )
})

test('a walk that looks at too many rows gives up', () => {
  const query = { column: 0, isDescending: true, limit: 5, filter: compileFilter({ kind: 'or', items: [] }) }
  assert.equal(walkTop(columns, lists[0]!, query, 100), null)
  assert.deepEqual(walkTop(columns, lists[0]!, query, rows.length), [])
})

test('a scan without room counts only', () => {
  const query = { column: 0, isDescending: true, limit: 0, filter: compileFilter({ kind: 'and', items: [] }) }
  assert.deepEqual(scan(query), { rows: [], total: rows.length })
})
