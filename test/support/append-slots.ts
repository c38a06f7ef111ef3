import { systemClock } from '../../src/runtime/clock.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { openTape } from '../../src/store/tape/tape.ts'
import { FIRST_SECOND, slotOf, tradeFact } from './tape-facts.ts'

/** The writer of a tape in a process of its own: `append-slots.ts <folder> <first slot> [days]`. Appends slots until it
 *  is killed and says which ones are on disk; with `days`, one slot in each of so many days, and then it empties the
 *  tape when it is told to. (Two openings of one LMDB environment in one process wait for each other for ever.) */
const [folder = '', first = '1', days = ''] = process.argv.slice(2)
const tape = openTape({
  folder,
  mapBytes: 2 ** 32,
  clock: systemClock(),
  log: createLogger({ level: 'silent', process: 'test' }),
  writes: true,
  keepDays: 14,
  keepBytes: Number.POSITIVE_INFINITY,
})
process.on('message', (message) => {
  if (message === 'clear') void tape.clear().then(() => process.send?.('cleared'))
})
if (days === '') {
  for (let slot = Number(first); ; slot++) {
    const facts = Array.from({ length: 5 }, (_, index) => tradeFact(slot, index))
    await tape.writer!.appendSlot(slotOf(slot, facts), Date.now())
    process.send?.(slot)
  }
}
for (let day = 0; day < Number(days); day++) {
  const slot = Number(first) + day
  const blockTimeSec = FIRST_SECOND + day * 86_400
  await tape.writer!.appendSlot(slotOf(slot, [tradeFact(slot, 0, { blockTimeSec })], { blockTimeSec }), Date.now())
}
process.send?.(tape.epoch)
