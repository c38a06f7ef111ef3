import assert from 'node:assert/strict'
import { Bench } from 'tinybench'
import { findExtension, readTokenAccount } from '../../src/hot-paths/account-layouts.ts'

const COUNT = 10_000
const rows = Array.from({ length: COUNT }, (_, row) => {
  const data = Buffer.alloc(182)
  data.fill(row & 255, 0, 64)
  data.writeBigUInt64LE(BigInt(row) * 1_000_003n, 64)
  data[108] = 1
  data[165] = 2
  data.set([7, 0, 0, 0, 2, 0, 8, 0], 166)
  return data
})
const total = rows.reduce((sum, row) => sum + readTokenAccount(row)!.amountRaw, 0n)
assert.equal(
  total,
  rows.reduce((sum, row) => sum + row.readBigUInt64LE(64), 0n),
)

const bench = new Bench({ name: 'account-layouts', time: 500, warmupTime: 100 })
bench.add(`read ${COUNT} token accounts`, () => {
  for (const row of rows) readTokenAccount(row)
})
bench.add(`find an extension in ${COUNT} token accounts`, () => {
  for (const row of rows) findExtension(row, 2)
})
await bench.run()
console.table(bench.table())
