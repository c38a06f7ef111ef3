import assert from 'node:assert/strict'
import { Bench } from 'tinybench'
import { createRankedList } from '../../../src/hot-paths/screener/ranked-list.ts'
import { compileFilter } from '../../../src/hot-paths/screener/row-filter.ts'
import { createTopScan, walkTop } from '../../../src/hot-paths/screener/top-rows.ts'
import { fillColumns } from './bench-columns.ts'

const ROWS = 200_000
const columns = fillColumns(ROWS)
const list = createRankedList()
for (let row = 0; row < ROWS; row++) list.set(row, columns.number(2, row))
const filter = compileFilter({ kind: 'range', column: 0, min: 100, max: 1e5 })
const query = { filter, column: 2, isDescending: true, limit: 50 }
const scan = (): number[] => {
  const top = createTopScan(columns, query)
  top.step(Number.POSITIVE_INFINITY)
  return top.result()
}
assert.deepEqual(walkTop(columns, list, query, ROWS), scan())
const bench = new Bench({ name: 'top-rows', time: 500, warmupTime: 100 })
bench.add(`50 of ${ROWS}, walking the kept order`, () => void walkTop(columns, list, query, ROWS))
bench.add(`50 of ${ROWS}, looking at every row`, () => void scan())
await bench.run()
console.table(bench.table())
