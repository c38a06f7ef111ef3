import assert from 'node:assert/strict'
import { AUDIT } from '../../config/audit.ts'
import type { AuditEntry, AuditRow, AuditTable, AuditValue, AuditValues } from '../audit-rows.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'

const LAST_ID = Number.MAX_SAFE_INTEGER
/** A key of ours: a prefix and 32 random bytes. */
const KEY_TEXT = /(mg|rt)_[A-Za-z0-9_-]{43}/

export type OpenAudit = {
  readonly table: AuditTable
  /** Adds a row to the write transaction that is under way, so that no change is without its row. */
  write(entry: AuditEntry): AuditRow
}

export function openAudit(env: Environment, keptRows: number = AUDIT.keptRows): OpenAudit {
  const rows: Table<number> = env.table('audit.v1')
  const ofSubject: Table<[string, number]> = env.table('auditOfSubject.v1')

  function read(id: number): AuditRow | undefined {
    const bytes = rows.get(id)
    return bytes === undefined ? undefined : decodeDurable<AuditRow>(bytes)
  }

  function dropOldest(newestId: number): void {
    for (const id of Array.from(rows.getKeys({ limit: AUDIT.droppedPerRow }))) {
      if (newestId - id < keptRows) return
      const row = read(id)
      rows.remove(id)
      if (row !== undefined) ofSubject.remove([row.subject, id])
    }
  }

  function write(entry: AuditEntry): AuditRow {
    const row: AuditRow = { ...entry, before: bounded(entry.before), after: bounded(entry.after), id: nextId(rows) }
    assert(!KEY_TEXT.test(JSON.stringify(row)), 'an API key must never get into the audit log')
    rows.put(row.id, encodeDurable(row))
    ofSubject.put([row.subject, row.id], Buffer.alloc(1))
    dropOldest(row.id)
    return row
  }

  return {
    write,
    table: {
      append: (entry) => env.write(() => write(entry)),
      page({ limit, beforeId = LAST_ID, subject }) {
        const ids =
          subject === undefined
            ? Array.from(rows.getKeys({ start: beforeId - 1, end: 0, reverse: true, limit }))
            : Array.from(
                ofSubject.getKeys({ start: [subject, beforeId - 1], end: [subject, 0], reverse: true, limit }),
                ([, id]) => id,
              )
        return ids.flatMap((id) => read(id) ?? [])
      },
    },
  }
}

function nextId(rows: Table<number>): number {
  for (const id of rows.getKeys({ reverse: true, limit: 1 })) return id + 1
  return 1
}

function bounded(values: AuditValues | null): AuditValues | null {
  if (values === null) return null
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, boundedValue(value)]))
}

function boundedValue(value: AuditValue): AuditValue {
  if (typeof value === 'string') return value.slice(0, AUDIT.valueChars)
  if (typeof value !== 'object' || value === null) return value
  return value.slice(0, AUDIT.valueItems).map((item) => item.slice(0, AUDIT.valueChars))
}
