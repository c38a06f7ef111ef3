import assert from 'node:assert/strict'
import bs58 from 'bs58'
import { decodeBase58Fixed, encodeBase58 } from '../../src/hot-paths/base58.ts'
import { interleave, medianOf, printMeasured, reportGoals } from '../harness.ts'
import { readBenchOptions } from '../options.ts'
import { cpuPerOperation } from './cost.ts'

/** Row 8, third line: addresses (32 bytes) and signatures (64) to and from text, against bs58. */
const { rounds, isQuick } = readBenchOptions(11)
const ROWS = 256
const TURNS = isQuick ? 20 : 100

const goals = []
for (const byteLength of [32, 64] as const) {
  const rows = Array.from({ length: ROWS }, (_, row) =>
    Uint8Array.from({ length: byteLength }, (_, i) => (Math.imul(row * 131 + i * 17 + 7, 2654435761) >>> 24) & 255),
  )
  const texts = rows.map((row) => bs58.encode(row))
  for (const [i, row] of rows.entries()) {
    assert.equal(encodeBase58(row), texts[i])
    assert.deepEqual(decodeBase58Fixed(texts[i]!, byteLength), row)
  }
  const perOne = async (run: () => void) => (await cpuPerOperation(TURNS, run)) / ROWS
  const each =
    <T>(list: readonly T[], run: (one: T) => unknown) =>
    () => {
      for (const one of list) run(one)
    }
  const measured = await interleave(
    [
      { name: 'encode, ours', measure: () => perOne(each(rows, encodeBase58)) },
      { name: 'encode, bs58', measure: () => perOne(each(rows, (row) => bs58.encode(row))) },
      { name: 'decode, ours', measure: () => perOne(each(texts, (text) => decodeBase58Fixed(text, byteLength))) },
      { name: 'decode, bs58', measure: () => perOne(each(texts, (text) => bs58.decode(text))) },
    ],
    rounds,
  )
  printMeasured(`base58 of ${byteLength} bytes`, measured, 'us CPU each')
  for (const way of ['encode', 'decode'])
    goals.push({
      what: `base58 of ${byteLength} bytes, ${way}: times bs58`,
      got: medianOf(measured, `${way}, bs58`) / medianOf(measured, `${way}, ours`),
      reach: 4,
      aim: 8,
    })
}
reportGoals('trade', goals)
