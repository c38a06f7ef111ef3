import type { ChainFact, TapeEvent } from '../../../src/contract/tape-event.ts'
import { chainDigest, slotDigest } from '../../../src/store/tape/slot-digest.ts'
import type { NewSlot, SlotRecord } from '../../../src/store/tape/types.ts'
import type { Violation } from './check-told.ts'

/** Blocks that a fork took away. */
export type Dropped = { readonly slot: number; readonly blockhash: string; readonly signatures: readonly string[] }

export type TapeCheck = {
  /** All events of the tape. */
  readonly events: readonly TapeEvent[]
  /** Records of all slots, ascending. */
  readonly records: readonly SlotRecord[]
  /** The chain read again between the oldest and the newest of them. */
  readonly fresh: readonly NewSlot[]
  readonly dropped: readonly Dropped[]
  /** Older days have left the tape. */
  readonly isCut: boolean
}

const WHO = 'tape'

/** Compares a tape with the chain: numbers without holes, every event of a surviving block in the order of the chain,
 *  nothing of any other, each retraction of something a fork took, and digests as anyone can compute them. Answers the
 *  ids of what survives, in the order of the tape. */
export function checkTape(check: TapeCheck): {
  readonly violations: readonly Violation[]
  readonly state: readonly string[]
} {
  const violations: Violation[] = []
  const blame: Blame = (rule, says) => void violations.push({ rule, who: WHO, says })
  checkNumbers(check.events, blame)
  const standing = foldEvents(check, blame)
  checkSlots(check, standing, blame)
  checkDigests(check, blame)
  return { violations, state: standing.map(({ eventId }) => eventId) }
}

type Blame = (rule: Violation['rule'], says: string) => void
type WebhookWithState = Extract<TapeEvent, { type: 'trade' | 'launch' }>

function checkNumbers(events: readonly TapeEvent[], blame: Blame): void {
  for (const [at, event] of events.entries()) {
    const before = events[at - 1]
    if (before !== undefined && event.seq !== before.seq + 1) blame('gap', `number ${event.seq} after ${before.seq}`)
    if (event.type === 'lost') blame('truncated', `slots ${event.slot} to ${event.toSlot} are lost: ${event.reason}`)
  }
}

/** What stands at the end. */
function foldEvents({ events, dropped }: TapeCheck, blame: Blame): WebhookWithState[] {
  const taken = new Set(
    dropped.flatMap(({ signatures, slot }) => signatures.map((signature) => `${slot} ${signature}`)),
  )
  const standing: WebhookWithState[] = []
  for (const event of events) {
    if (event.type === 'lost' || event.type === 'screen') continue
    if (event.type !== 'retracted') {
      standing.push(event)
      continue
    }
    const { eventId, slot, signature } = event.retracts
    if (standing.at(-1)?.eventId !== eventId)
      blame('retraction', `number ${event.seq} takes back what is not the newest`)
    const at = standing.findLastIndex((one) => one.eventId === eventId)
    if (at >= 0) standing.splice(at, 1)
    if (!taken.has(`${slot} ${signature}`)) blame('retraction', `number ${event.seq}: no fork took slot ${slot} away`)
  }
  const ids = new Set(standing.map(({ eventId }) => eventId))
  if (ids.size !== standing.length) blame('duplicate', `${standing.length - ids.size} events stand twice`)
  return standing
}

function checkSlots({ records, fresh }: TapeCheck, standing: readonly WebhookWithState[], blame: Blame): void {
  const kept = records.filter(({ status }) => status !== 'retracted')
  const bySlot = new Map(kept.map((record) => [record.slot, record]))
  for (const { slot, blockHash } of fresh) {
    const record = bySlot.get(slot)
    if (record === undefined) blame('gap', `slot ${slot} of the chain is not on the tape`)
    else if (record.blockHash !== blockHash) blame('stranger', `slot ${slot} has another block on the tape`)
  }
  const real = new Set(fresh.map(({ slot }) => slot))
  for (const { slot } of kept) if (!real.has(slot)) blame('stranger', `slot ${slot} of the tape is not on the chain`)
  const facts = fresh.flatMap(({ events }) => events)
  for (let at = 0; at < Math.max(facts.length, standing.length); at++) {
    const [fact, event] = [facts[at], standing[at]]
    const [a, b] = [fact && factText(fact), event && factText(event)]
    if (a === b) continue
    blame(
      fact === undefined ? 'stranger' : event === undefined ? 'gap' : 'state',
      `event ${at + 1} of the chain: ${a} is ${b} on the tape`,
    )
    // What comes behind the first one is only shifted.
    return
  }
}

/** Without prices and what the tape adds. */
function factText(event: ChainFact | WebhookWithState): string {
  const { priceUsd, amountUsd, seq, indexedAtMs, ...fact } = event as Record<string, unknown>
  return JSON.stringify(
    Object.entries(fact)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, value]) => (typeof value === 'bigint' ? `${value}` : value)),
  )
}

function checkDigests({ records, fresh, isCut }: TapeCheck, blame: Blame): void {
  const freshBySlot = new Map(fresh.map((slot) => [slot.slot, slot]))
  let chained: string | null = null
  for (const record of records) {
    const { slot, status, count, digest } = record
    if (status === 'retracted') continue
    const real = freshBySlot.get(slot)
    const ids = real?.events.map(({ eventId }) => eventId) ?? []
    if (real !== undefined && (ids.length !== count || slotDigest(ids) !== digest))
      blame('digest', `slot ${slot}: ${count} events, digest ${digest}; the chain has ${ids.length}`)
    if (status !== 'finalized') continue
    if (chained === null && record.chainDigest !== null && isCut) {
      // What it stands on has left the tape.
      chained = record.chainDigest
      continue
    }
    chained = chainDigest(chained, { slot, count: ids.length, digest: slotDigest(ids) })
    if (record.chainDigest !== chained) {
      blame('digest', `chain digest at slot ${slot}`)
      return
    }
  }
}
