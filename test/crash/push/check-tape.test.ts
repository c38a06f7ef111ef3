import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TapeEvent } from '../../../src/contract/tape-event.ts'
import { chainDigest, slotDigest } from '../../../src/store/tape/slot-digest.ts'
import type { NewSlot, SlotRecord } from '../../../src/store/tape/types.ts'
import { slotOf, tradeFact } from '../../support/tape-facts.ts'
import { checkTape, type TapeCheck } from './check-tape.ts'

const FIRST = slotOf(100, [tradeFact(100, 0), tradeFact(100, 1)])
const GONE = slotOf(101, [tradeFact(101, 0)])
const LAST = slotOf(102, [tradeFact(102, 0), tradeFact(102, 5)])

function recordOf({ slot, blockHash, parentSlot, parentHash, events }: NewSlot, chained: string | null): SlotRecord {
  const digest = slotDigest(events.map(({ eventId }) => eventId))
  const counted = { slot, count: events.length, digest }
  return {
    chain: 'solana',
    ...counted,
    bank: 0,
    blockHash,
    parentSlot,
    parentHash,
    blockTimeSec: null,
    status: 'finalized',
    firstSeq: 0,
    chainDigest: chainDigest(chained, counted),
  }
}

/** A tape on which slot 101 was taken back. */
function goodTape(): { -readonly [K in keyof TapeCheck]: TapeCheck[K] } {
  const facts = [...FIRST.events, ...GONE.events].map((fact, at) => ({ ...fact, seq: at + 1 }) as TapeEvent)
  const gone = facts.at(-1)! as Extract<TapeEvent, { type: 'trade' }>
  const { chain, slot, blockTimeSec, signature } = gone
  const back: TapeEvent = { type: 'retracted', eventId: 'f0', chain, slot, blockTimeSec, seq: 4, retracts: gone }
  const rest = LAST.events.map((fact, at) => ({ ...fact, seq: 5 + at }) as TapeEvent)
  const first = recordOf(FIRST, null)
  const taken = {
    ...recordOf(GONE, null),
    status: 'retracted',
    count: 0,
    digest: slotDigest([]),
    chainDigest: null,
  } as const
  return {
    events: [...facts, back, ...rest],
    records: [first, taken, recordOf(LAST, first.chainDigest)],
    fresh: [FIRST, LAST],
    dropped: [{ slot: 101, blockhash: GONE.blockHash, signatures: [signature] }],
    isCut: false,
  }
}
const rulesOf = (check: TapeCheck): string[] => [...new Set(checkTape(check).violations.map(({ rule }) => rule))].sort()

test('a tape that is the chain is kept, and what survives is what the chain has', () => {
  const { violations, state } = checkTape(goodTape())
  assert.deepEqual(violations, [])
  assert.deepEqual(
    state,
    [...FIRST.events, ...LAST.events].map(({ eventId }) => eventId),
  )
})

test('a hole in the numbers, a missing event and a missing slot are gaps', () => {
  const hole = goodTape()
  hole.events = hole.events.filter(({ seq }) => seq !== 2)
  assert(rulesOf(hole).includes('gap'))
  const short = goodTape()
  short.events = short.events.slice(0, -1)
  assert(rulesOf(short).includes('gap'))
  const slotless = goodTape()
  slotless.records = slotless.records.filter(({ slot }) => slot !== 102)
  assert(rulesOf(slotless).includes('gap'))
})

test('events of a block that is no longer on the chain, and amounts that are not those of the chain, are found', () => {
  const stale = goodTape()
  stale.events = stale.events.filter(({ seq }) => seq !== 4).map((event, at) => ({ ...event, seq: at + 1 }))
  assert(rulesOf(stale).includes('state'))
  const other = goodTape()
  other.events = other.events.map((event) => (event.seq === 2 ? ({ ...event, amountRaw: 9n } as TapeEvent) : event))
  assert.deepEqual(rulesOf(other), ['state'])
})

test('a retraction that no fork explains, or of what is not the newest, is named', () => {
  const unexplained = goodTape()
  unexplained.dropped = []
  assert.deepEqual(rulesOf(unexplained), ['retraction'])
  const wrong = goodTape()
  wrong.events = wrong.events.map((event) =>
    event.type === 'retracted' ? ({ ...event, retracts: wrong.events[0] } as TapeEvent) : event,
  )
  assert(rulesOf(wrong).includes('retraction'))
})

test('a digest of a slot or of the chain that does not follow from its events is found', () => {
  const slot = goodTape()
  slot.records = slot.records.map((record, at) => (at === 0 ? { ...record, digest: slotDigest(['00']) } : record))
  assert.deepEqual(rulesOf(slot), ['digest'])
  const chain = goodTape()
  chain.records = chain.records.map((record, at) => (at === 2 ? { ...record, chainDigest: slotDigest([]) } : record))
  assert.deepEqual(rulesOf(chain), ['digest'])
})

test('slots reported as lost are never expected here', () => {
  const lost = goodTape()
  const event = { type: 'lost', eventId: 'f1', chain: 'solana', slot: 103, toSlot: 104, seq: 7 } as const
  lost.events = [...lost.events, { ...event, blockTimeSec: null, reason: 'gone' }]
  assert.deepEqual(rulesOf(lost), ['truncated'])
})
