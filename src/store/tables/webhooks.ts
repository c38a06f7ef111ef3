import { randomBytes } from 'node:crypto'
import { WEBHOOKS } from '../../config/webhooks.ts'
import { guarded } from '../../runtime/background.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Sealer } from '../../runtime/seal.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import { parseCursor } from '../tape/cursor.ts'
import type {
  AttemptRow,
  OutboxEntry,
  Settlement,
  WebhookRecord,
  WebhookState,
  WebhooksTable,
  WebhookWithState,
} from '../webhook-rows.ts'

const VERSION_KEY = 'version'
const LAST_TEXT = '\uffff'
const MAX_NUMBER = Number.MAX_SAFE_INTEGER
/** The last one that nine digits of base 36 hold. */
const MAX_TIME_MS = 36 ** 9 - 1

type Tables = {
  readonly records: Table<string>
  readonly states: Table<string>
  /** Those that are not deleted, by key. */
  readonly ofKey: Table<[number, string]>
  /** By webhook, time of the next attempt, delivery. */
  readonly outbox: Table<[string, number, string]>
  /** By webhook and time; what makes the key unique follows the time. */
  readonly attempts: Table<[string, string]>
  readonly counters: Table<string>
}

export type OpenWebhooks = {
  readonly table: WebhooksTable
  /** Another world: what waits is of the old one. The webhooks stay. */
  forgetWorld(): Promise<void>
  stop(): void
}

export function openWebhooks(env: Environment, clock: Clock, sealer: Sealer): OpenWebhooks {
  const tables: Tables = {
    records: env.table('webhooks.v1'),
    states: env.table('webhookStates.v1'),
    ofKey: env.table('webhooksOfKey.v1'),
    outbox: env.table('webhookOutbox.v1'),
    attempts: env.table('webhookAttempts.v1'),
    counters: env.table('webhookCounters.v1'),
  }
  const { records, ofKey, outbox, attempts } = tables
  const listeners = new Set<() => void>()
  let version = readVersion(tables)
  const timer = setInterval(
    guarded('webhook version', () => noticed(readVersion(tables))),
    WEBHOOKS.versionEveryMs,
  )
  timer.unref()

  function noticed(seen: number): void {
    if (seen <= version) return
    version = seen
    for (const listener of listeners) listener()
  }

  async function changing<T>(work: () => T): Promise<T> {
    const done = await env.write(() => ({ result: work(), version: bumpVersion(tables) }))
    noticed(done.version)
    return done.result
  }

  const table: WebhooksTable = {
    create: (standing, maxOfKey) =>
      changing(() => {
        const { record } = standing
        const own = standingsOf(tables, record.keyId, '', MAX_NUMBER)
        const identical = own.find((one) => one.record.enabled && asksTheSame(one.record, record))
        if (identical !== undefined) return { made: false, identicalTo: identical.record.id }
        if (own.length >= maxOfKey) return { made: false, identicalTo: null }
        write(tables, standing)
        ofKey.put([record.keyId, record.id], Buffer.alloc(1))
        return { made: true, identicalTo: null }
      }),
    find: (id) => find(tables, id),
    listOf: (keyId, { afterId, limit }) => standingsOf(tables, keyId, afterId, limit),
    enabled: () =>
      Array.from(records.getRange(), ({ value }) => decodeDurable<WebhookRecord>(value))
        .filter(({ enabled }) => enabled)
        .map(({ id }) => find(tables, id)!),
    change: (id, edit, options) =>
      changing(() => {
        const before = find(tables, id)
        if (before === undefined) return undefined
        const after = edit(before)
        write(tables, after)
        if (after.record.deletedAtMs !== null) ofKey.remove([after.record.keyId, id])
        if (options?.dropQueued) for (const key of keysOf(outbox, id)) outbox.remove(key)
        return after
      }),
    async settle(id, settlement) {
      const settled = await env.write(() => settle(tables, id, settlement))
      return settled
    },
    moveCursor: (id, cursor) =>
      env.write(() => {
        const before = find(tables, id)
        if (before === undefined) return
        const state = { ...before.state, cursor: later(before.state.cursor, cursor) }
        tables.states.put(id, encodeDurable(state))
      }),
    queue: (id, entries) =>
      changing(() => {
        for (const entry of entries) outbox.put(outboxKey(id, entry), encodeDurable(entry))
      }),
    waiting: (id, untilMs, limit) =>
      Array.from(outbox.getRange({ start: [id, 0, ''], end: [id, untilMs, LAST_TEXT], limit }), ({ value }) =>
        decodeDurable<OutboxEntry>(value),
      ),
    waitingCount: (id) => outbox.getKeysCount({ start: [id, 0, ''], end: [id, MAX_NUMBER, LAST_TEXT] }),
    waitingOne(id, deliveryId) {
      for (const { key, value } of outbox.getRange({ start: [id, 0, ''], end: [id, MAX_NUMBER, LAST_TEXT] }))
        if (key[2] === deliveryId) return decodeDurable<OutboxEntry>(value)
      return undefined
    },
    attempts: (id, { beforeKey, limit }) =>
      Array.from(
        attempts.getRange({ start: [id, beforeKey ?? LAST_TEXT], end: [id, ''], reverse: true, limit: limit + 1 }),
        ({ key, value }) => ({ key: key[1], row: decodeDurable<AttemptRow>(value) }),
      )
        .filter(({ key }) => key !== beforeKey)
        .slice(0, limit),
    async prune(beforeMs) {
      let removed = 0
      for (const id of Array.from(records.getKeys()))
        if (isPrunable(tables, id, beforeMs)) removed += await env.write(() => prune(tables, id, beforeMs))
      return removed
    },
    seal: (id, secret) => sealer.seal(secret, id),
    open: (id, sealed) => sealer.open(sealed, id),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }

  return {
    table,
    forgetWorld: () =>
      changing(() => {
        for (const key of Array.from(outbox.getKeys())) outbox.remove(key)
        const fromTimeSec = Math.floor(clock.nowMs() / 1_000) - WEBHOOKS.startToleranceSec
        for (const { value } of Array.from(records.getRange())) {
          const record = decodeDurable<WebhookRecord>(value)
          records.put(record.id, encodeDurable({ ...record, fromTimeSec }))
        }
      }),
    stop: () => clearInterval(timer),
  }
}

/** Called inside a write transaction. */
function settle(tables: Tables, id: string, settlement: Settlement): WebhookWithState | undefined {
  const { attempt, from, cursor, breakAfter } = settlement
  const before = find(tables, id)
  if (before === undefined) return undefined
  const { record, state } = before
  // Deleted meanwhile, or its world is gone: what happened is remembered, nothing waits any more.
  const isOver = record.deletedAtMs !== null || cursor === null
  const hadEntry = from === null || tables.outbox.doesExist(outboxKey(id, from))
  if (from !== null) tables.outbox.remove(outboxKey(id, from))
  const retries = attempt.nextAtMs !== null && !isOver && hadEntry
  if (retries) {
    const { deliveryId, epoch, seqs, eventIds, test, replay, nextAtMs } = attempt
    const entry = { deliveryId, epoch, seqs, eventIds, test, replay, attempts: attempt.attempt, nextAtMs: nextAtMs! }
    tables.outbox.put(outboxKey(id, entry), encodeDurable(entry))
  }
  const key = `${timeKey(attempt.atMs)}${randomBytes(4).toString('hex')}`
  tables.attempts.put([id, key], encodeDurable(attempt))
  const dropped = state.kept >= WEBHOOKS.attemptsKept ? dropOldest(tables, id, 2) : 0
  const succeeded = attempt.status === 'succeeded'
  const consecutiveFailures = succeeded ? 0 : state.consecutiveFailures + 1
  const breaks = record.enabled && consecutiveFailures >= breakAfter.failures
  const after: WebhookWithState = {
    record: breaks
      ? { ...record, enabled: false, disabledReason: breakAfter.reason, updatedAtMs: attempt.atMs }
      : record,
    state: {
      ...state,
      cursor: cursor === null ? state.cursor : later(state.cursor, cursor),
      consecutiveFailures,
      delivered: state.delivered + (succeeded ? 1 : 0),
      failed: state.failed + (succeeded ? 0 : 1),
      dead: state.dead + (attempt.status === 'dead' ? 1 : 0),
      kept: state.kept + 1 - dropped,
      lastSuccessAtMs: succeeded ? attempt.atMs : state.lastSuccessAtMs,
      lastFailure: succeeded
        ? state.lastFailure
        : { atMs: attempt.atMs, status: attempt.httpStatus, reason: attempt.reason ?? '' },
    },
  }
  tables.states.put(id, encodeDurable(after.state))
  if (after.record !== record) tables.records.put(id, encodeDurable(after.record))
  return after
}

/** The later one of the stored cursor and the given one; a cursor of another tape is behind every one of this. */
function later(stored: string, given: { readonly text: string; readonly seq: number }): string {
  const held = parseCursor(stored)
  const isSameTape = held !== null && held.epoch === parseCursor(given.text)?.epoch
  return isSameTape && held.seq > given.seq ? stored : given.text
}

function dropOldest({ attempts }: Tables, id: string, count: number): number {
  const keys = Array.from(attempts.getKeys({ start: [id, ''], end: [id, LAST_TEXT], limit: count }))
  for (const key of keys) attempts.remove(key)
  return keys.length
}

function oldAttempts({ attempts }: Tables, id: string, beforeMs: number, limit: number): [string, string][] {
  return Array.from(attempts.getKeys({ start: [id, ''], end: [id, timeKey(beforeMs)], limit }))
}

/** Looked at outside of a transaction, which others would wait for. */
function isPrunable(tables: Tables, id: string, beforeMs: number): boolean {
  const deletedAtMs = find(tables, id)?.record.deletedAtMs ?? null
  return (deletedAtMs !== null && deletedAtMs < beforeMs) || oldAttempts(tables, id, beforeMs, 1).length > 0
}

/** Called inside a write transaction: old attempts of one webhook, and after them the webhook when it was deleted before. */
function prune(tables: Tables, id: string, beforeMs: number): number {
  const standing = find(tables, id)
  if (standing === undefined) return 0
  const { record, state } = standing
  const isGone = record.deletedAtMs !== null && record.deletedAtMs < beforeMs
  const old = oldAttempts(tables, id, isGone ? MAX_TIME_MS : beforeMs, WEBHOOKS.prunedPerWrite)
  for (const key of old) tables.attempts.remove(key)
  if (!isGone) tables.states.put(id, encodeDurable({ ...state, kept: Math.max(0, state.kept - old.length) }))
  if (!isGone || old.length === WEBHOOKS.prunedPerWrite) return old.length
  tables.records.remove(id)
  tables.states.remove(id)
  return old.length + 1
}

function keysOf(outbox: Tables['outbox'], id: string): [string, number, string][] {
  return Array.from(outbox.getKeys({ start: [id, 0, ''], end: [id, MAX_NUMBER, LAST_TEXT] }))
}

function standingsOf(tables: Tables, keyId: number, afterId: string, limit: number): WebhookWithState[] {
  const found: WebhookWithState[] = []
  for (const [, id] of tables.ofKey.getKeys({ start: [keyId, afterId], end: [keyId, LAST_TEXT] })) {
    if (id === afterId) continue
    if (found.length >= limit) break
    const one = find(tables, id)
    if (one !== undefined) found.push(one)
  }
  return found
}

function find({ records, states }: Tables, id: string): WebhookWithState | undefined {
  const record = records.get(id)
  const state = states.get(id)
  if (record === undefined || state === undefined) return undefined
  return { record: decodeDurable<WebhookRecord>(record), state: decodeDurable<WebhookState>(state) }
}

function write({ records, states }: Tables, { record, state }: WebhookWithState): void {
  records.put(record.id, encodeDurable(record))
  states.put(record.id, encodeDurable(state))
}

function outboxKey(id: string, { nextAtMs, deliveryId }: OutboxEntry): [string, number, string] {
  return [id, nextAtMs, deliveryId]
}

/** Sorts as the times do. */
function timeKey(atMs: number): string {
  return Math.max(0, Math.trunc(atMs)).toString(36).padStart(9, '0')
}

function asksTheSame(a: WebhookRecord, b: WebhookRecord): boolean {
  const told = ({ url, events, chain, filter }: WebhookRecord) =>
    JSON.stringify([
      url,
      [...events].sort(),
      chain,
      ...Object.entries(filter)
        .sort()
        .map(([, value]) => (Array.isArray(value) ? [...value].sort() : value)),
    ])
  return told(a) === told(b)
}

function readVersion({ counters }: Tables): number {
  const bytes = counters.get(VERSION_KEY)
  return bytes === undefined ? 0 : decodeDurable<number>(bytes)
}

function bumpVersion(tables: Tables): number {
  const version = readVersion(tables) + 1
  tables.counters.put(VERSION_KEY, encodeDurable(version))
  return version
}
