import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIRST_SECOND, openTestTape, slotOf, tradeFact } from '../../support/tape-facts.ts'

const DAY_SEC = 86_400

test('a cursor into a day that this process has not looked at yet is not taken for one that is gone', async (t) => {
  const written = openTestTape(t)
  await written.writer!.appendSlot(slotOf(1, [tradeFact(1, 0)]), 1)
  const read = openTestTape(t, { folder: written.folder, writes: false })
  assert.equal(read.window().head.seq, 1)
  const nextDay = { blockTimeSec: FIRST_SECOND + DAY_SEC }
  await written.writer!.appendSlot(slotOf(2, [tradeFact(2, 0, nextDay)], nextDay), 1)
  assert.deepEqual(read.checkCursor(written.formatCursor(2)), { status: 'ok', seq: 2 })
})

test('a cursor of the tape that follows on a cleared one is known as soon as someone shows it', async (t) => {
  const written = openTestTape(t)
  await written.writer!.appendSlot(slotOf(1, [tradeFact(1, 0)]), 1)
  const read = openTestTape(t, { folder: written.folder, writes: false })
  await written.clear()
  written.writer!.writeTo(written.epoch)
  await written.writer!.appendSlot(slotOf(2, [tradeFact(2, 0)]), 1)
  assert.deepEqual(read.checkCursor(written.formatCursor(1)), { status: 'ok', seq: 1 })
})
