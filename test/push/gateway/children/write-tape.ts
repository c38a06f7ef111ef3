import { systemClock } from '../../../../src/runtime/clock.ts'
import { createLogger } from '../../../../src/runtime/log.ts'
import { openTape } from '../../../../src/store/tape/tape.ts'
import { slotOf, tradeFact } from '../../../support/tape-facts.ts'

/** A process that writes a tape: one block with one trade for each message. */
const [folder, mint] = process.argv.slice(2)
const tape = openTape({
  folder: folder!,
  mapBytes: 2 ** 32,
  clock: systemClock(),
  log: createLogger({ level: 'silent', process: 'test' }),
  writes: true,
  keepDays: 14,
  keepBytes: Number.POSITIVE_INFINITY,
})
let slot = 0
let writing: Promise<unknown> = Promise.resolve()
process.on('message', () => {
  writing = writing.then(() => tape.writer!.appendSlot(slotOf(++slot, [tradeFact(slot, 0, { mint: mint! })]), slot))
})
process.on('disconnect', () => process.exit(0))
process.send!('ready')
