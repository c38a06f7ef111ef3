import { randomBytes } from 'node:crypto'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { AttemptRow, ConsumerState, CursorPlace, Delivery, OutboxEntry, Settlement } from '../consumer-rows.ts'
import type { Table } from '../environment.ts'
import { parseCursor } from '../tape/cursor.ts'

const LAST_TEXT = '\uffff'
const MAX_NUMBER = Number.MAX_SAFE_INTEGER
/** The last one that nine digits of base 36 hold. */
const MAX_TIME_MS = 36 ** 9 - 1

/** Three tables of one environment, all by subscription first. */
export type ProgressTables = {
  readonly states: Table<string>
  /** By time of the next attempt, delivery. */
  readonly outbox: Table<[string, number, string]>
  /** By time; what makes the key unique follows the time. */
  readonly attempts: Table<[string, string]>
}

export type ProgressBounds = {
  /** Attempts of one subscription that are kept; the oldest go first. */
  readonly attemptsKept: number
  /** Attempts that one write removes. */
  readonly prunedPerWrite: number
}

/** The durable half of a consumer: cursor, outbox, attempts and dead letters of its subscriptions. What writes is
 *  called inside a write transaction of the caller, so that its own rows change with it. */
export type ConsumerProgress<D extends Delivery> = {
  state(id: string): ConsumerState | undefined
  putState(id: string, state: ConsumerState): void
  /** What an attempt changes; undefined for an unknown subscription. `isOver`: nothing of it waits any more, the
   *  outcome is remembered only. */
  settle(id: string, settlement: Settlement<D>, isOver: boolean): ConsumerState | undefined
  /** Moves the cursor past events that no subscription matches. */
  moveCursor(id: string, cursor: CursorPlace): void
  queue(id: string, entries: readonly OutboxEntry<D>[]): void
  /** Empties the outbox of one subscription, or of all. */
  dropQueued(id?: string): void
  /** Waiting entries by the time of their next attempt, those before `untilMs`. */
  waiting(id: string, untilMs: number, limit: number): readonly OutboxEntry<D>[]
  waitingCount(id: string): number
  waitingOne(id: string, deliveryId: string): OutboxEntry<D> | undefined
  /** Attempts, newest first, after a key of an earlier answer. */
  attempts(
    id: string,
    options: { readonly beforeKey: string | null; readonly limit: number },
  ): readonly { readonly key: string; readonly row: AttemptRow<D> }[]
  hasAttemptsBefore(id: string, beforeMs: number): boolean
  /** Removes some of the attempts before a time; how many. */
  pruneAttempts(id: string, beforeMs: number): number
  /** Removes every attempt, some at a time, and then the state; how many rows. `isGone` once nothing is left. */
  remove(id: string): { readonly rows: number; readonly isGone: boolean }
}

export function createConsumerProgress<D extends Delivery>(
  tables: ProgressTables,
  bounds: ProgressBounds,
): ConsumerProgress<D> {
  const { states, outbox, attempts } = tables
  const state = (id: string): ConsumerState | undefined => {
    const bytes = states.get(id)
    return bytes === undefined ? undefined : decodeDurable<ConsumerState>(bytes)
  }
  const putState = (id: string, given: ConsumerState): void => void states.put(id, encodeDurable(given))
  const removeBefore = (id: string, beforeMs: number): number => {
    const old = attemptsBefore(tables, id, beforeMs, bounds.prunedPerWrite)
    for (const key of old) attempts.remove(key)
    return old.length
  }

  return {
    state,
    putState,
    settle(id, settlement, isOver) {
      const before = state(id)
      if (before === undefined) return undefined
      moveInOutbox(tables, id, settlement, isOver)
      const dropped = keepAttempt(tables, id, settlement.attempt, before.kept >= bounds.attemptsKept)
      const after = stateAfter(before, settlement, dropped)
      putState(id, after)
      return after
    },
    moveCursor(id, cursor) {
      const before = state(id)
      if (before !== undefined) putState(id, { ...before, cursor: later(before.cursor, cursor) })
    },
    queue(id, entries) {
      for (const entry of entries) outbox.put(outboxKey(id, entry), encodeDurable(entry))
    },
    dropQueued(id) {
      for (const key of Array.from(outbox.getKeys(id === undefined ? {} : outboxOf(id)))) outbox.remove(key)
    },
    ...createReads<D>(tables),
    hasAttemptsBefore: (id, beforeMs) => attemptsBefore(tables, id, beforeMs, 1).length > 0,
    pruneAttempts(id, beforeMs) {
      const removed = removeBefore(id, beforeMs)
      const before = state(id)
      if (before !== undefined) putState(id, { ...before, kept: Math.max(0, before.kept - removed) })
      return removed
    },
    remove(id) {
      const rows = removeBefore(id, MAX_TIME_MS)
      if (rows === bounds.prunedPerWrite) return { rows, isGone: false }
      states.remove(id)
      return { rows, isGone: true }
    },
  }
}

function createReads<D extends Delivery>({
  outbox,
  attempts,
}: ProgressTables): Pick<ConsumerProgress<D>, 'waiting' | 'waitingCount' | 'waitingOne' | 'attempts'> {
  return {
    waiting: (id, untilMs, limit) =>
      Array.from(outbox.getRange({ start: [id, 0, ''], end: [id, untilMs, LAST_TEXT], limit }), ({ value }) =>
        decodeDurable<OutboxEntry<D>>(value),
      ),
    waitingCount: (id) => outbox.getKeysCount(outboxOf(id)),
    waitingOne(id, deliveryId) {
      for (const { key, value } of outbox.getRange(outboxOf(id)))
        if (key[2] === deliveryId) return decodeDurable<OutboxEntry<D>>(value)
      return undefined
    },
    attempts: (id, { beforeKey, limit }) =>
      Array.from(
        attempts.getRange({ start: [id, beforeKey ?? LAST_TEXT], end: [id, ''], reverse: true, limit: limit + 1 }),
        ({ key, value }) => ({ key: key[1], row: decodeDurable<AttemptRow<D>>(value) }),
      )
        .filter(({ key }) => key !== beforeKey)
        .slice(0, limit),
  }
}

/** The entry of the attempt goes, and waits again when there is a further attempt. An entry that was dropped meanwhile
 *  does not come back. */
function moveInOutbox<D extends Delivery>(
  { outbox }: ProgressTables,
  id: string,
  { delivery, attempt, from }: Settlement<D>,
  isOver: boolean,
): void {
  const hadEntry = from === null || outbox.doesExist(outboxKey(id, from))
  if (from !== null) outbox.remove(outboxKey(id, from))
  if (attempt.nextAtMs === null || isOver || !hadEntry) return
  const entry: OutboxEntry<D> = { ...delivery, attempts: attempt.attempt, nextAtMs: attempt.nextAtMs }
  outbox.put(outboxKey(id, entry), encodeDurable(entry))
}

/** How many of the oldest made room. */
function keepAttempt(tables: ProgressTables, id: string, attempt: AttemptRow, isFull: boolean): number {
  const key = `${timeKey(attempt.atMs)}${randomBytes(4).toString('hex')}`
  tables.attempts.put([id, key], encodeDurable(attempt))
  if (!isFull) return 0
  const oldest = Array.from(tables.attempts.getKeys({ start: [id, ''], end: [id, LAST_TEXT], limit: 2 }))
  for (const one of oldest) tables.attempts.remove(one)
  return oldest.length
}

function stateAfter(state: ConsumerState, { attempt, cursor }: Settlement, dropped: number): ConsumerState {
  const succeeded = attempt.status === 'succeeded'
  return {
    ...state,
    cursor: cursor === null ? state.cursor : later(state.cursor, cursor),
    consecutiveFailures: succeeded ? 0 : state.consecutiveFailures + 1,
    delivered: state.delivered + (succeeded ? 1 : 0),
    failed: state.failed + (succeeded ? 0 : 1),
    dead: state.dead + (attempt.status === 'dead' ? 1 : 0),
    kept: state.kept + 1 - dropped,
    lastSuccessAtMs: succeeded ? attempt.atMs : state.lastSuccessAtMs,
    lastFailure: succeeded
      ? state.lastFailure
      : { atMs: attempt.atMs, status: attempt.httpStatus, reason: attempt.reason ?? '' },
  }
}

/** The later one of the stored cursor and the given one; a cursor of another tape is before every one of this. */
function later(stored: string, given: CursorPlace): string {
  const held = parseCursor(stored)
  const isSameTape = held !== null && held.epoch === parseCursor(given.text)?.epoch
  return isSameTape && held.seq > given.seq ? stored : given.text
}

function attemptsBefore({ attempts }: ProgressTables, id: string, beforeMs: number, limit: number): [string, string][] {
  return Array.from(attempts.getKeys({ start: [id, ''], end: [id, timeKey(beforeMs)], limit }))
}

function outboxOf(id: string): { start: [string, number, string]; end: [string, number, string] } {
  return { start: [id, 0, ''], end: [id, MAX_NUMBER, LAST_TEXT] }
}

function outboxKey(id: string, { nextAtMs, deliveryId }: OutboxEntry): [string, number, string] {
  return [id, nextAtMs, deliveryId]
}

/** Sorts as the times do. */
function timeKey(atMs: number): string {
  return Math.max(0, Math.trunc(atMs)).toString(36).padStart(9, '0')
}
