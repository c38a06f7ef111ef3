import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StreamEvent } from '../../../src/contract/stream.ts'
import { formatCursor } from '../../../src/store/tape/cursor.ts'
import { checkTold, type Judged } from './check-told.ts'

const cursorOf = (seq: number): string => formatCursor({ epoch: '0badcafe', seq })
const idOf = (name: string): string => Buffer.from(name).toString('hex').padStart(32, '0')

/** A trade of slot and transaction, at a place on the tape. */
function trade(seq: number, slot: number, tx: number, log = '4.7', name = `${slot}/${tx}/${log}`): StreamEvent {
  return {
    type: 'trade',
    eventId: idOf(name),
    chain: 'solana',
    cursor: cursorOf(seq),
    block: { number: slot, time: 1_795_132_800 + slot },
    position: { tx, log },
    txHash: `signature ${name}`,
    commitment: 'confirmed',
    trade: {
      pool: 'pool',
      dex: 'orca',
      token: 'mint',
      quote: 'quote',
      side: 'buy',
      amount: 1,
      amountQuote: 2,
      amountRaw: '1',
      amountQuoteRaw: '2',
      priceUSD: 2,
      amountUSD: 2,
      maker: 'wallet',
    },
  }
}

function takenBack(seq: number, event: StreamEvent): StreamEvent {
  assert(event.type === 'trade')
  const { eventId, cursor } = event
  return {
    ...event,
    type: 'retracted',
    eventId: idOf(`back ${seq}`),
    cursor: cursorOf(seq),
    retracts: { eventId, cursor, type: 'trade' },
  }
}

const [a, b, c, d] = [trade(11, 100, 0), trade(12, 100, 3), trade(14, 101, 0), trade(17, 103, 1)]
const back = takenBack(16, c)
const EXPECTED = [a, b, c, back, d]

function check(taken: readonly StreamEvent[], isOrdered = true, expected = EXPECTED): Judged {
  return checkTold({ who: 'reader', startCursor: cursorOf(10), expected, taken, isOrdered })
}
const rulesOf = ({ violations }: Judged): string[] => [...new Set(violations.map(({ rule }) => rule))].sort()

test('everything once and in order is kept, and what stands is what was not taken back', () => {
  const judged = check(EXPECTED)
  assert.deepEqual(judged.violations, [])
  assert.deepEqual(judged.state, [a.eventId, b.eventId, d.eventId])
})

test('how final an event was when it was sent does not matter, anything else does', () => {
  assert.deepEqual(check([a, { ...b, commitment: 'finalized' } as StreamEvent, c, back, d]).violations, [])
  const other = { ...b, txHash: 'another' } as StreamEvent
  assert.deepEqual(rulesOf(check([a, other, c, back, d])), ['content'])
})

test('a missing event is a gap, at the end as well', () => {
  assert.deepEqual(rulesOf(check([a, c, back, d])), ['gap'])
  assert.deepEqual(rulesOf(check([a, b, c, back])), ['gap'])
  assert.deepEqual(check([]).violations.length, EXPECTED.length)
})

test('an event sent twice is a duplicate, but not of webhooks', () => {
  assert(rulesOf(check([a, b, b, c, back, d])).includes('duplicate'))
  assert(rulesOf(check([a, b, c, back, d, a])).includes('duplicate'))
  assert.deepEqual(check([a, b, b, c, back, d, a], false).violations, [])
})

test('webhooks may come in any order, everything else may not', () => {
  assert.deepEqual(check([d, back, c, a, b], false).violations, [])
  assert(rulesOf(check([b, a, c, back, d])).includes('order'))
})

test('tape order against chain order is reported even when it is the order of the tape', () => {
  const late = trade(18, 99, 0)
  assert.deepEqual(rulesOf(check([...EXPECTED, late], true, [...EXPECTED, late])), ['chain order'])
})

test('inner instructions come after their own instruction, ordered as numbers and not as text', () => {
  const inOrder = [trade(11, 100, 0, '4'), trade(12, 100, 0, '4.9'), trade(13, 100, 0, '4.10'), trade(14, 100, 0, '10')]
  assert.deepEqual(check(inOrder, true, inOrder).violations, [])
})

test('a retraction that never reached a subscriber who saw the event is named as such', () => {
  assert.deepEqual(rulesOf(check([a, b, c, d])), ['gap', 'retraction'])
})

test('a retraction of what does not stand is a violation, unless it stood before the reader began', () => {
  const twice = takenBack(18, c)
  assert(rulesOf(check([...EXPECTED, twice], true, [...EXPECTED, twice])).includes('retraction'))
  const older = takenBack(18, trade(9, 99, 0))
  assert.deepEqual(check([...EXPECTED, older], true, [...EXPECTED, older]).violations, [])
})

test('what is taken back must be the newest that stands', () => {
  const wrong = takenBack(18, a)
  assert(rulesOf(check([...EXPECTED, wrong], true, [...EXPECTED, wrong])).includes('order'))
})

test('an event of someone else, or another event at a place, is a stranger', () => {
  assert(rulesOf(check([...EXPECTED, trade(20, 104, 0)])).includes('stranger'))
  assert(rulesOf(check([a, trade(12, 100, 3, '4.8'), c, back, d])).includes('stranger'))
})
