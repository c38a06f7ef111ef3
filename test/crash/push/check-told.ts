import type { StreamEvent } from '../../../src/contract/stream.ts'
import { parseCursor } from '../../../src/store/tape/cursor.ts'

export type Violation = {
  readonly rule:
    | 'gap'
    | 'duplicate'
    | 'order'
    | 'chain order'
    | 'stranger'
    | 'content'
    | 'retraction'
    | 'truncated'
    | 'state'
    | 'rows'
    | 'digest'
    | 'interface'
  readonly who: string
  readonly says: string
}

type Chained = Exclude<StreamEvent, { type: 'lost' | 'screen' }>

export type Told = {
  readonly who: string
  /** Behind which the topic began. */
  readonly startCursor: string
  /** What the tape holds for the topic behind the start. */
  readonly expected: readonly StreamEvent[]
  /** What was taken, in the order in which it was. */
  readonly taken: readonly StreamEvent[]
  /** False for webhooks, which come at least once and in any order: they are put in order first. */
  readonly isOrdered: boolean
}

export type Judged = {
  readonly violations: readonly Violation[]
  /** Ids of what was told and not taken back, in their order. */
  readonly state: readonly string[]
}

/** Compares what a subscriber has taken with what there was: each event once, none else, in order, unchanged; what was
 *  taken back after it was told was told to be. */
export function checkTold(told: Told): Judged {
  const violations: Violation[] = []
  const blame = (rule: Violation['rule'], says: string): void => void violations.push({ rule, who: told.who, says })
  checkOnce(told, blame)
  const ordered = told.isOrdered ? told.taken : inOrder(told.taken)
  if (told.isOrdered) checkOrder(ordered, blame)
  const state = replayState({ ordered, startSeq: seqOf(told.startCursor) }, blame)
  checkRetracted(told, blame)
  return { violations, state }
}

type Blame = (rule: Violation['rule'], says: string) => void

function checkOnce({ expected, taken, isOrdered }: Told, blame: Blame): void {
  const byCursor = new Map(expected.map((event) => [event.cursor, event]))
  const seen = new Set<string>()
  for (const event of taken) {
    const real = byCursor.get(event.cursor)
    if (real === undefined || real.eventId !== event.eventId)
      blame('stranger', `${nameOf(event)} is none of its events`)
    else if (seen.has(event.cursor)) {
      if (isOrdered) blame('duplicate', `${nameOf(event)} was told again`)
    } else if (bodyOf(real) !== bodyOf(event))
      blame('content', `${nameOf(event)}: ${bodyOf(event)} for ${bodyOf(real)}`)
    seen.add(event.cursor)
  }
  for (const event of expected) if (!seen.has(event.cursor)) blame('gap', `${nameOf(event)} was never told`)
}

/** The same on every transport, but for how final it was when it was told. */
function bodyOf(event: StreamEvent): string {
  const { commitment, ...body } = event as StreamEvent & { commitment?: unknown }
  return JSON.stringify(body)
}

function inOrder(taken: readonly StreamEvent[]): readonly StreamEvent[] {
  const once = new Map(taken.map((event) => [event.cursor, event]))
  return [...once.values()].sort((a, b) => seqOf(a.cursor) - seqOf(b.cursor))
}

function checkOrder(taken: readonly StreamEvent[], blame: Blame): void {
  let last = -1
  for (const event of taken) {
    const seq = seqOf(event.cursor)
    if (seq < last) blame('order', `${nameOf(event)} came after number ${last}`)
    last = Math.max(last, seq)
  }
}

/** Walks through what was told as a reader would: an event stands higher on the chain than everything that stands, and
 *  what is taken back is the newest that stands. */
function replayState(
  { ordered, startSeq }: { readonly ordered: readonly StreamEvent[]; readonly startSeq: number },
  blame: Blame,
): string[] {
  const standing: Chained[] = []
  for (const event of ordered) {
    if (event.type === 'lost' || event.type === 'screen') continue
    const newest = standing.at(-1)
    if (event.type !== 'retracted') {
      if (newest !== undefined && placeOrder(newest, event) >= 0)
        blame('chain order', `${nameOf(event)} stands below ${nameOf(newest)}`)
      standing.push(event)
      continue
    }
    if (seqOf(event.retracts.cursor) <= startSeq) continue
    const at = standing.findLastIndex(({ eventId }) => eventId === event.retracts.eventId)
    if (at < 0) blame('retraction', `${nameOf(event)} takes back what does not stand`)
    else {
      if (at < standing.length - 1) blame('order', `${nameOf(event)} takes back what is not the newest`)
      standing.splice(at, 1)
    }
  }
  return standing.map(({ eventId }) => eventId)
}

/** Negative when `a` stands before `b` on the chain; one instruction may hold several events. */
function placeOrder(a: Chained, b: Chained): number {
  const [aPath, bPath] = [pathOf(a), pathOf(b)]
  const apart =
    a.block.number - b.block.number || a.position.tx - b.position.tx || aPath[0] - bPath[0] || aPath[1] - bPath[1]
  return apart === 0 && a.eventId !== b.eventId ? -1 : apart
}

function pathOf({ position }: Chained): readonly [number, number] {
  const [outer, inner] = position.log.split('.')
  return [Number(outer), inner === undefined ? -1 : Number(inner)]
}

/** Said on its own although a missing notice is a gap too: it is the promise that matters most. */
function checkRetracted({ expected, taken }: Told, blame: Blame): void {
  const events = new Set(taken.map(({ eventId }) => eventId))
  for (const event of expected)
    if (event.type === 'retracted' && events.has(event.retracts.eventId) && !events.has(event.eventId))
      blame('retraction', `${event.retracts.eventId} was told and never taken back`)
}

export function seqOf(cursor: string): number {
  return parseCursor(cursor)?.seq ?? Number.NaN
}

function nameOf({ type, cursor, eventId }: StreamEvent): string {
  return `${type} ${seqOf(cursor)} (${eventId.slice(0, 8)})`
}
