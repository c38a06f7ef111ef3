import assert from 'node:assert/strict'
import { Bench } from 'tinybench'
import {
  BLOCK_WORDS,
  blocksOf,
  compileFilter,
  filterBlock,
  holdsFor,
} from '../../../src/hot-paths/screener/row-filter.ts'
import { fillColumns } from './bench-columns.ts'

const ROWS = 100_000
const columns = fillColumns(ROWS)
const filter = compileFilter({
  kind: 'and',
  items: [
    { kind: 'range', column: 0, min: 100, max: 1e5 },
    { kind: 'code', column: 0, codes: [1, 2, 3] },
    { kind: 'not', item: { kind: 'range', column: 1, min: 0, max: 50 } },
  ],
})
const bits = new Uint32Array(BLOCK_WORDS)
const byBlocks = (): number => {
  let found = 0
  for (let block = 0; block < blocksOf(columns); block++)
    if (filterBlock(columns, filter, block, bits)) for (let word of bits) for (; word !== 0; word &= word - 1) found++
  return found
}
const byRows = (): number => {
  let found = 0
  for (let row = 0; row < ROWS; row++) if (holdsFor(columns, filter, row)) found++
  return found
}
assert.equal(byBlocks(), byRows())
const bench = new Bench({ name: 'row-filter', time: 500, warmupTime: 100 })
bench.add(`three conditions on ${ROWS} rows, by blocks`, () => void byBlocks())
bench.add(`three conditions on ${ROWS} rows, row by row`, () => void byRows())
await bench.run()
console.table(bench.table())
