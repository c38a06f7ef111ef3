import { createHash } from 'node:crypto'
import { Bench } from 'tinybench'
import { buildAddressTable, findAddress, ROW_WORDS, writeAddress } from '../../src/hot-paths/address-table.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'

/** Building a table of 100,000 addresses and finding 100 among them, beside a Map. */
const ROWS = 100_000
const addressOf = (index: number): string => encodeBase58(createHash('sha256').update(`row ${index}`).digest())
const texts = Array.from({ length: ROWS }, (_, index) => addressOf(index))
const rows = new Uint32Array(ROWS * ROW_WORDS)
for (const [row, text] of texts.entries()) writeAddress(rows, row, text)
const table = buildAddressTable(rows)
const map = new Map(texts.map((text, row) => [text, row]))
const asked = Array.from({ length: 100 }, (_, index) => addressOf(index * 2_003))

const bench = new Bench({ name: 'address table', time: 400, warmupTime: 100 })
bench
  .add('build, ours', () => {
    buildAddressTable(rows)
  })
  .add('build, Map', () => {
    new Map(texts.map((text, row) => [text, row]))
  })
  .add('find 100, ours', () => {
    for (const text of asked) findAddress(table, text)
  })
  .add('find 100, Map', () => {
    for (const text of asked) map.get(text)
  })
await bench.run()
console.table(bench.table())
