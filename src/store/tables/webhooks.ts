import { WEBHOOKS } from '../../config/webhooks.ts'
import { guarded } from '../../runtime/background.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Sealer } from '../../runtime/seal.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import type { Settlement, WebhookBatch, WebhookRecord, WebhooksTable, WebhookWithState } from '../webhook-rows.ts'
import { type ConsumerProgress, createConsumerProgress } from './consumer-progress.ts'

const VERSION_KEY = 'version'
const LAST_TEXT = '\uffff'
const MAX_NUMBER = Number.MAX_SAFE_INTEGER

type Tables = {
  readonly records: Table<string>
  /** Those that are not deleted, by key. */
  readonly ofKey: Table<[number, string]>
  readonly counters: Table<string>
  readonly progress: ConsumerProgress<WebhookBatch>
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
    ofKey: env.table('webhooksOfKey.v1'),
    counters: env.table('webhookCounters.v1'),
    progress: createConsumerProgress(
      {
        states: env.table('webhookStates.v1'),
        outbox: env.table('webhookOutbox.v1'),
        attempts: env.table('webhookAttempts.v1'),
      },
      WEBHOOKS,
    ),
  }
  const { records, ofKey, progress } = tables
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
    create: (webhook, maxOfKey) =>
      changing(() => {
        const { record } = webhook
        const own = webhooksOf(tables, record.keyId, '', MAX_NUMBER)
        const identical = own.find((one) => one.record.enabled && asksTheSame(one.record, record))
        if (identical !== undefined) return { made: false, identicalTo: identical.record.id }
        if (own.length >= maxOfKey) return { made: false, identicalTo: null }
        write(tables, webhook)
        ofKey.put([record.keyId, record.id], Buffer.alloc(1))
        return { made: true, identicalTo: null }
      }),
    find: (id) => find(tables, id),
    listOf: (keyId, { afterId, limit }) => webhooksOf(tables, keyId, afterId, limit),
    enabled: () =>
      Array.from(records.getRange(), ({ value }) => decodeRecord(value))
        .filter(({ enabled }) => enabled)
        .map(({ id }) => find(tables, id)!),
    change: (id, edit, options) =>
      changing(() => {
        const before = find(tables, id)
        if (before === undefined) return undefined
        const after = edit(before)
        write(tables, after)
        if (after.record.deletedAtMs !== null) ofKey.remove([after.record.keyId, id])
        if (options?.dropQueued) progress.dropQueued(id)
        return after
      }),
    settle: (id, settlement) => env.write(() => settle(tables, id, settlement)),
    moveCursor: (id, cursor) => env.write(() => progress.moveCursor(id, cursor)),
    queue: (id, entries) => changing(() => progress.queue(id, entries)),
    waiting: progress.waiting,
    waitingCount: progress.waitingCount,
    waitingOne: progress.waitingOne,
    attempts: progress.attempts,
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
        progress.dropQueued()
        const fromTimeSec = Math.floor(clock.nowMs() / 1_000) - WEBHOOKS.startToleranceSec
        for (const { value } of Array.from(records.getRange())) {
          const record = decodeRecord(value)
          records.put(record.id, encodeDurable({ ...record, fromTimeSec }))
        }
      }),
    stop: () => clearInterval(timer),
  }
}

/** Called inside a write transaction. */
function settle(tables: Tables, id: string, settlement: Settlement): WebhookWithState | undefined {
  const { attempt, cursor, breakAfter } = settlement
  const record = find(tables, id)?.record
  if (record === undefined) return undefined
  // Deleted meanwhile, or its world is gone: what happened is remembered, nothing waits any more.
  const isOver = record.deletedAtMs !== null || cursor === null
  const state = tables.progress.settle(id, settlement, isOver)
  if (state === undefined) return undefined
  if (!record.enabled || state.consecutiveFailures < breakAfter.failures) return { record, state }
  const off = { ...record, enabled: false, disabledReason: breakAfter.reason, updatedAtMs: attempt.atMs }
  tables.records.put(id, encodeDurable(off))
  return { record: off, state }
}

/** Looked at outside of a transaction, which others would wait for. */
function isPrunable(tables: Tables, id: string, beforeMs: number): boolean {
  const deletedAtMs = find(tables, id)?.record.deletedAtMs ?? null
  return (deletedAtMs !== null && deletedAtMs < beforeMs) || tables.progress.hasAttemptsBefore(id, beforeMs)
}

/** Called inside a write transaction: old attempts of one webhook, and after them the webhook when it was deleted
 *  before. */
function prune(tables: Tables, id: string, beforeMs: number): number {
  const record = find(tables, id)?.record
  if (record === undefined) return 0
  if (record.deletedAtMs === null || record.deletedAtMs >= beforeMs) return tables.progress.pruneAttempts(id, beforeMs)
  const { rows, isGone } = tables.progress.remove(id)
  if (!isGone) return rows
  tables.records.remove(id)
  return rows + 1
}

function webhooksOf(tables: Tables, keyId: number, afterId: string, limit: number): WebhookWithState[] {
  const found: WebhookWithState[] = []
  for (const [, id] of tables.ofKey.getKeys({ start: [keyId, afterId], end: [keyId, LAST_TEXT] })) {
    if (id === afterId) continue
    if (found.length >= limit) break
    const one = find(tables, id)
    if (one !== undefined) found.push(one)
  }
  return found
}

function find({ records, progress }: Tables, id: string): WebhookWithState | undefined {
  const record = records.get(id)
  const state = progress.state(id)
  return record === undefined || state === undefined ? undefined : { record: decodeRecord(record), state }
}

/** Webhooks that were made before there were screens name none. */
function decodeRecord(bytes: Buffer): WebhookRecord {
  const record = decodeDurable<WebhookRecord>(bytes)
  return { ...record, filter: { ...record.filter, screens: record.filter.screens ?? [] } }
}

function write({ records, progress }: Tables, { record, state }: WebhookWithState): void {
  records.put(record.id, encodeDurable(record))
  progress.putState(record.id, state)
}

function asksTheSame(a: WebhookRecord, b: WebhookRecord): boolean {
  const target = ({ url, events, chain, filter }: WebhookRecord) =>
    JSON.stringify([
      url,
      [...events].sort(),
      chain,
      ...Object.entries(filter)
        .sort()
        .map(([, value]) => (Array.isArray(value) ? [...value].sort() : value)),
    ])
  return target(a) === target(b)
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
