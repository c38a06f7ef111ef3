import { DAY_MS, HOUR_MS } from '../../config/durations.ts'
import { STORAGE } from '../../config/storage.ts'
import type { Logger } from '../../runtime/log.ts'
import type { Environment, Table } from '../environment.ts'
import type { UsageDelta, UsageResolution, UsageTable } from '../store.ts'

/** Start of the bucket, key, route: one bucket's rows lie together, so writing touches few pages and old buckets are
 *  cut off in one piece. */
type UsageKey = [bucketMs: number, keyId: number, route: string]
type UsageTables = Readonly<Record<UsageResolution, Table<UsageKey>>>

/** Every delta goes into its hour's and its day's row. Keys with negative ids (they live in memory only) are counted in
 *  the volatile environment. */
export function createUsageTable(durable: Environment, volatile: Environment, log: Logger): UsageTable {
  const stored = openTables(durable)
  const passing = openTables(volatile)
  const tablesOf = (keyId: number) => (keyId < 0 ? passing : stored)
  const pending = new Set<() => Promise<void>>()
  return {
    async add(deltas) {
      const lasting = deltas.filter(({ keyId }) => keyId >= 0)
      const brief = deltas.filter(({ keyId }) => keyId < 0)
      if (lasting.length > 0) await durable.write(() => addRows(stored, lasting))
      if (brief.length === 0) return
      try {
        volatile.writeNow(() => addRows(passing, brief))
      } catch (error) {
        // Giving the whole batch back would count the durable part twice.
        log.warn({ err: error }, 'usage of keys in memory was lost')
      }
    },
    read(keyId, resolution, fromMs, toMs) {
      const widthMs = resolution === 'hour' ? HOUR_MS : DAY_MS
      const table = tablesOf(keyId)[resolution]
      const rows: UsageDelta[] = []
      for (let bucketMs = fromMs - (fromMs % widthMs); bucketMs <= toMs; bucketMs += widthMs) {
        const range = table.getRange({ start: [bucketMs, keyId, ''], end: [bucketMs, keyId, '\uffff'] })
        for (const { key, value } of range) rows.push(decodeRow(key, value))
      }
      return rows
    },
    async prune(beforeMs) {
      let removed = 0
      for (const [env, tables] of [
        [durable, stored],
        [volatile, passing],
      ] as const) {
        for (const resolution of ['hour', 'day'] as const) {
          const end: UsageKey = [beforeMs[resolution], -Number.MAX_SAFE_INTEGER, '']
          const keys = Array.from(tables[resolution].getKeys({ end, limit: STORAGE.prunedRowsPerWrite }))
          if (keys.length === 0) continue
          const removeAll = (): void => {
            for (const key of keys) tables[resolution].remove(key)
          }
          if (env === volatile) env.writeNow(removeAll)
          else await env.write(removeAll)
          removed += keys.length
        }
      }
      return removed
    },
    attachPending(flush) {
      pending.add(flush)
      return () => pending.delete(flush)
    },
    async settle() {
      await Promise.all(Array.from(pending, (flush) => flush()))
    },
  }
}

function openTables(env: Environment): UsageTables {
  return { hour: env.table<UsageKey>('usageHours.v1'), day: env.table<UsageKey>('usageDays.v1') }
}

function addRows(tables: UsageTables, deltas: readonly UsageDelta[]): void {
  for (const delta of deltas) {
    addRow(tables.hour, [delta.bucketMs - (delta.bucketMs % HOUR_MS), delta.keyId, delta.route], delta)
    addRow(tables.day, [delta.bucketMs - (delta.bucketMs % DAY_MS), delta.keyId, delta.route], delta)
  }
}

/** Value of a row, seven numbers of 8 bytes: calls, errors, failures, totalMs, maxMs, providerCalls,
 *  providerCostUsd. */
const COLUMNS = ['calls', 'errors', 'failures', 'totalMs', 'maxMs', 'providerCalls', 'providerCostUsd'] as const

function addRow(table: Table<UsageKey>, key: UsageKey, delta: UsageDelta): void {
  const before = table.get(key)
  const row = Buffer.allocUnsafe(COLUMNS.length * 8)
  for (let i = 0; i < COLUMNS.length; i++) {
    const column = COLUMNS[i]!
    const held = before === undefined ? 0 : before.readDoubleLE(i * 8)
    row.writeDoubleLE(column === 'maxMs' ? Math.max(held, delta.maxMs) : held + delta[column], i * 8)
  }
  table.put(key, row)
}

function decodeRow([bucketMs, keyId, route]: UsageKey, value: Buffer): UsageDelta {
  return {
    keyId,
    route,
    bucketMs,
    calls: value.readDoubleLE(0),
    errors: value.readDoubleLE(8),
    failures: value.readDoubleLE(16),
    totalMs: value.readDoubleLE(24),
    maxMs: value.readDoubleLE(32),
    providerCalls: value.readDoubleLE(40),
    providerCostUsd: value.readDoubleLE(48),
  }
}
