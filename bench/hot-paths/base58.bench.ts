import assert from 'node:assert/strict'
import bs58 from 'bs58'
import { Bench } from 'tinybench'
import { decodeBase58Fixed, encodeBase58 } from '../../src/hot-paths/base58.ts'

const COUNT = 256
const column = (byteLength: number) =>
  Array.from({ length: COUNT }, (_, row) =>
    Uint8Array.from({ length: byteLength }, (_, i) => (Math.imul(row * 131 + i * 17 + 7, 2654435761) >>> 24) & 255),
  )

const bench = new Bench({ name: 'base58', time: 500, warmupTime: 100 })
for (const byteLength of [32, 64] as const) {
  const rows = column(byteLength)
  const texts = rows.map((row) => bs58.encode(row))
  rows.forEach((row, i) => {
    assert.equal(encodeBase58(row), texts[i])
    assert.deepEqual(decodeBase58Fixed(texts[i]!, byteLength), row)
  })
  bench.add(`encode ${COUNT} x ${byteLength}, ours`, () => {
    for (const row of rows) encodeBase58(row)
  })
  bench.add(`encode ${COUNT} x ${byteLength}, bs58`, () => {
    for (const row of rows) bs58.encode(row)
  })
  bench.add(`decode ${COUNT} x ${byteLength}, ours`, () => {
    for (const text of texts) decodeBase58Fixed(text, byteLength)
  })
  bench.add(`decode ${COUNT} x ${byteLength}, bs58`, () => {
    for (const text of texts) bs58.decode(text)
  })
}
await bench.run()
console.table(bench.table())
