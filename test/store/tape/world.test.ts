import assert from 'node:assert/strict'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '../../../src/runtime/clock.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { openStore } from '../../../src/store/open.ts'
import type { NewSlot } from '../../../src/store/tape/types.ts'
import { SILENT, storeConfig, tempDir } from '../temp-store.ts'

const TIME_SEC = Date.UTC(2026, 10, 20) / 1_000

function slotOf(slot: number, hash = `hash${slot}`): NewSlot {
  return {
    chain: 'solana',
    slot,
    blockHash: hash,
    parentSlot: slot - 1,
    parentHash: `hash${slot - 1}`,
    blockTimeSec: TIME_SEC + slot,
    events: [],
  }
}

function open(dir: string, genesisHash: string | null) {
  const config = storeConfig(dir)
  return openStore({
    config,
    clock: systemClock(),
    log: SILENT,
    metrics: createMetrics(),
    genesisHash,
    writesTape: true,
  })
}

test('another world begins another tape once, and what was still being written for the old one is refused', async (t) => {
  const store = await open(tempDir(t), 'first')
  t.after(() => store.close())
  const { tape } = store
  const writer = tape.writer!
  const oldEpoch = tape.epoch
  writer.writeTo(oldEpoch)
  await writer.appendSlot(slotOf(1), 0)
  await store.claimWorld('second')
  const { epoch } = tape
  assert.notEqual(epoch, oldEpoch)
  assert.equal(tape.position('solana'), undefined)

  await assert.rejects(writer.appendSlot(slotOf(2), 0), { name: 'TapeEmptied' })
  await assert.rejects(writer.recordLost('solana', { fromSlot: 2, toSlot: 3, reason: 'gone' }), { name: 'TapeEmptied' })
  assert.equal(tape.position('solana'), undefined, 'nothing of the old world is on the new tape')

  writer.writeTo(epoch)
  await writer.appendSlot(slotOf(1, 'of the second world'), 0)
  await Promise.all([store.claimWorld('second'), tape.enterWorld('second')])
  assert.equal(tape.epoch, epoch, 'who notices late empties nothing')
  assert.equal(tape.slot('solana', 1)?.blockHash, 'of the second world')
})

test('a commit that is under way when the world ends is not published', async (t) => {
  const store = await open(tempDir(t), 'first')
  t.after(() => store.close())
  const writer = store.tape.writer!
  writer.writeTo(store.tape.epoch)
  await writer.appendSlot(slotOf(1), 0)
  const writing = writer.appendSlot(slotOf(2), 0)
  const heads: number[] = []
  store.tape.subscribe((head) => heads.push(head))
  await Promise.all([assert.rejects(writing), store.tape.enterWorld('second')])
  assert.deepEqual(new Set(heads), new Set([0]))
  assert.equal(store.tape.position('solana'), undefined)
})

test('a tape that outlived the change of a world, and days left behind, are gone at the next start', async (t) => {
  const dir = tempDir(t)
  const first = await open(dir, 'first')
  await first.tape.writer!.appendSlot(slotOf(1), 0)
  // As after a kill between the store's own record and the emptying of the tape.
  await first.tape.enterWorld('first')
  await first.close()
  const folder = join(dir, 'sandbox', 'tape')
  mkdirSync(join(folder, '2026-01-01-deadbeef'))
  const second = await open(dir, 'second')
  assert.equal(second.tape.position('solana'), undefined)
  await second.tape.writer!.appendSlot(slotOf(7), 0)
  await second.close()
  const third = await open(dir, 'second')
  t.after(() => third.close())
  assert.equal(third.tape.position('solana')?.slot, 7)
  assert.deepEqual(readdirSync(folder).sort(), [`2026-11-20-${third.tape.epoch}`, 'head'])
})
