import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { RetractedEvent, TapeEvent, TradeEvent } from '../../../src/contract/tape-event.ts'
import { toStreamEvent } from '../../../src/push/feeds/to-wire.ts'
import { formatCursor } from '../../../src/store/tape/cursor.ts'
import { tradeFact } from '../../support/tape-facts.ts'
import { type JournalEntry, openJournal, readJournal } from './journal.ts'
import { emptyTally, judge, type Truth } from './judge.ts'

const tape: Truth['tape'] = {
  formatCursor: (seq) => formatCursor({ epoch: '0badcafe', seq }),
  isFinalized: () => false,
}
const trade = (seq: number, slot: number): TradeEvent => ({ ...(tradeFact(slot, 0) as TradeEvent), seq })
const [a, b, c] = [trade(1, 100), trade(2, 101), trade(4, 103)]
const { chain, slot, blockTimeSec } = b
const back: RetractedEvent = { type: 'retracted', eventId: 'f0', chain, slot, blockTimeSec, seq: 3, retracts: b }
const events: readonly TapeEvent[] = [a, b, back, c]
const truth: Truth = { tape, events, chainIds: [a.eventId, c.eventId] }
const topic = a.mint

const rowOf = ({ signature, side, amountRaw, decimals }: TradeEvent): string =>
  `${signature} ${side} ${Number(amountRaw) / 10 ** decimals}`
const started: JournalEntry = { is: 'start', topic, cursor: tape.formatCursor(0) }
const taken = (event: TapeEvent): JournalEntry => ({
  is: 'event',
  topic,
  via: 'events',
  event: toStreamEvent(tape, event),
})
const listed = (seq: number, trades: readonly TradeEvent[], isWhole = true): JournalEntry => ({
  is: 'rows',
  topic,
  cursor: tape.formatCursor(seq),
  rows: trades.map(rowOf),
  isWhole,
})
const rulesOf = (journal: readonly JournalEntry[]): string[] => [
  ...new Set(judge('reader', journal, truth, emptyTally()).map(({ rule }) => rule)),
]

test('a journal with everything in it is kept and counted', () => {
  const tally = emptyTally()
  const journal = [started, ...events.map(taken), listed(4, [c, a]), listed(2, [b, a]), listed(2, [a])]
  assert.deepEqual(judge('reader', journal, truth, tally), [])
  const { topics, events: count, retractions, listings } = tally
  assert.deepEqual({ topics, count, retractions, listings }, { topics: 1, count: 4, retractions: 1, listings: 3 })
})

test('what a reader holds is compared with the chain as well', () => {
  const journal = [started, ...events.map(taken)]
  const other = { ...truth, chainIds: [a.eventId] }
  assert.deepEqual(
    judge('reader', journal, other, emptyTally()).map(({ rule }) => rule),
    ['state'],
  )
})

test('a listing that misses a trade, shows one that was taken back before, or is in another order is a violation', () => {
  const whole = [started, ...events.map(taken)]
  assert.deepEqual(rulesOf([...whole, listed(4, [a])]), ['rows'])
  assert.deepEqual(rulesOf([...whole, listed(4, [c])]), ['rows'])
  assert.deepEqual(rulesOf([...whole, listed(4, [c], false)]), [])
  assert.deepEqual(rulesOf([...whole, listed(4, [c, b, a])]), ['rows'])
  assert.deepEqual(rulesOf([...whole, listed(4, [a, c])]), ['rows'])
})

test('truncations and problems are violations', () => {
  const whole = [started, ...events.map(taken)]
  assert.deepEqual(rulesOf([...whole, { is: 'truncated', via: 'events', says: '{}' }]), ['truncated'])
  assert.deepEqual(rulesOf([...whole, { is: 'problem', via: 'rest', says: '500' }]), ['interface'])
})

test('half of a last line of a journal is dropped, and writing resumes after the last whole one', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'mintglass-journal-'))
  t.after(() => rmSync(dir, { recursive: true }))
  const path = join(dir, 'journal.jsonl')
  openJournal(path).append(started, taken(a))
  appendFileSync(path, '{"is":"event","topi')
  const again = openJournal(path)
  assert.deepEqual(again.entries, [started, taken(a)])
  again.append(taken(b))
  assert.deepEqual(readJournal(path), [started, taken(a), taken(b)])
  assert(readFileSync(path, 'utf8').endsWith('\n'))
})
