import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEnvironment } from '../../../src/store/environment.ts'
import {
  addressHash,
  addToIndex,
  createIndexDraft,
  findInIndex,
  type SegmentTable,
} from '../../../src/store/tape/block-index.ts'
import { decodeSegment, encodeSegment, makeSegment, mergeSegments } from '../../../src/store/tape/segment.ts'
import { addressOf, openTestTape, slotOf, tempFolder, tradeFact } from '../../support/tape-facts.ts'

/** Enough commits for segments on every level. */
const COMMITS = 4_700

test('every level of the index finds exactly the blocks that mention an address, newest first', async (t) => {
  const env = openEnvironment({ name: 'test', path: join(tempFolder(t), 'env'), mapBytes: 2 ** 30, synced: false })
  t.after(() => env.close())
  const table: SegmentTable = env.table<[number, number, number]>('segments')
  const expected = new Map<string, number[]>()
  const wallets = Array.from({ length: 200 }, (_, at) => addressOf(`wallet ${at}`))
  let seq = 1
  for (let at = 0; at < COMMITS; at += 100)
    await env.write(() => {
      for (let commit = at; commit < at + 100; commit++) {
        const draft = createIndexDraft()
        for (let block = 0; block < 1 + (commit % 2); block++) {
          const told = new Set([wallets[(commit * 7 + block) % 200]!, wallets[(commit * 31) % 200]!])
          draft.addBlock(seq, told)
          for (const wallet of told) expected.set(wallet, [seq, ...(expected.get(wallet) ?? [])])
          seq += 256
        }
        addToIndex(table, draft.segment()!, commit)
      }
    })
  const levels = new Set(Array.from(table.getKeys(), ([level]) => level))
  assert.deepEqual([...levels].sort(), [0, 1, 2, 3])
  for (const [wallet, blockSeqs] of expected) {
    const hash = addressHash(wallet)
    assert.deepEqual([...findInIndex(table, hash, Number.MAX_SAFE_INTEGER)], blockSeqs)
    const before = blockSeqs[blockSeqs.length >> 1]!
    assert.deepEqual(
      [...findInIndex(table, hash, before)],
      blockSeqs.filter((blockSeq) => blockSeq < before),
    )
  }
  assert.deepEqual([...findInIndex(table, addressHash(addressOf('nobody')), seq)], [])
})

test('hashes of addresses spread over all 32 bits, and short ones have one too', () => {
  const hashes = Array.from({ length: 20_000 }, (_, at) => addressHash(addressOf(`spread ${at}`)))
  // The expected number of pairs that meet by chance is 0.05.
  assert(new Set(hashes).size >= hashes.length - 2)
  for (let bit = 0; bit < 32; bit++) {
    const ones = hashes.filter((hash) => Math.floor(hash / 2 ** bit) % 2 === 1).length
    assert(ones > 9_500 && ones < 10_500, `bit ${bit}: ${ones}`)
  }
  assert(addressHash('') !== addressHash('1') && addressHash('x'.repeat(9)) !== addressHash('x'.repeat(10)))
})

test('a large commit goes up at once with the small ones that wait, and order is kept', async (t) => {
  const env = openEnvironment({ name: 'test', path: join(tempFolder(t), 'env'), mapBytes: 2 ** 30, synced: false })
  t.after(() => env.close())
  const table: SegmentTable = env.table<[number, number, number]>('segments')
  const many = Array.from({ length: 5_000 }, (_, at) => addressOf(`many ${at}`))
  await env.write(() => {
    for (const [turn, addresses] of [[many[7]!], many, [many[7]!]].entries()) {
      const draft = createIndexDraft()
      draft.addBlock(1 + turn * 256, new Set(addresses))
      addToIndex(table, draft.segment()!, turn)
    }
  })
  assert.equal(table.getKeysCount({ start: [0, 0, 0], end: [1, 0, 0] }), 1)
  assert.deepEqual([...findInIndex(table, addressHash(many[7]!), 10_000)], [513, 257, 1])
  for (const address of many.slice(8)) assert.deepEqual([...findInIndex(table, addressHash(address), 10_000)], [257])
})

test('segments are read from bytes at any place, and cut ones are refused', () => {
  const segment = mergeSegments([makeSegment(10, [5, 2 ** 32 - 1, 5], [12, 10, 10]), makeSegment(20, [5], [20])])
  const bytes = encodeSegment(segment)
  for (let shift = 0; shift < 4; shift++) {
    const moved = Buffer.concat([Buffer.alloc(shift), bytes]).subarray(shift)
    const { base, hashes, distances } = decodeSegment(moved)
    assert.deepEqual([base, [...hashes], [...distances]], [10, [5, 5, 5, 2 ** 32 - 1], [0, 2, 10, 0]])
  }
  assert.throws(() => decodeSegment(bytes.subarray(0, -4)), /cut short/)
})

test('after a minute was emptied by a fork its candle begins again', async (t) => {
  const tape = openTestTape(t)
  await tape.writer!.appendSlot(slotOf(10, []), 0)
  await tape.writer!.appendSlot(slotOf(11, [tradeFact(11, 0, { priceUsd: 9 })]), 0)
  await tape.writer!.retract('solana', [{ slot: 11 }])
  await tape.writer!.appendSlot(slotOf(11, [tradeFact(11, 0, { branch: 'b', priceUsd: 4 })], { branch: 'b' }), 0)
  const candles = tape.candles(addressOf('pool'), 0, Number.MAX_SAFE_INTEGER)
  assert.deepEqual(
    candles.map(({ open, high, low, buys }) => [open, high, low, buys]),
    [[4, 4, 4, 1]],
  )
})
