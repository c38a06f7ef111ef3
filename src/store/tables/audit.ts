import assert from 'node:assert/strict'
import { AUDIT } from '../../config/audit.ts'
import {
  AUDIT_TABLE,
  type AuditHead,
  decodeHead,
  encodeChained,
  encodeHead,
  HEAD_PLACE,
  HEAD_TABLE,
  linkOf,
  restartedHead,
  SUBJECTS_TABLE,
  splitChained,
} from '../audit-chain.ts'
import {
  type AuditEntry,
  type AuditRow,
  type AuditTable,
  type AuditValue,
  type AuditValues,
  holdsKey,
} from '../audit-rows.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import type { Integrity } from '../integrity.ts'
import { verifyAudit } from '../verify-audit.ts'

const LAST_ID = Number.MAX_SAFE_INTEGER

export type OpenAudit = {
  readonly table: AuditTable
  /** Adds a row to the write transaction that is under way, so that no change is without its row. */
  write(entry: AuditEntry): AuditRow
}

export function openAudit(env: Environment, integrity: Integrity, keptRows: number = AUDIT.keptRows): OpenAudit {
  const rows: Table<number> = env.table(AUDIT_TABLE)
  const heads: Table<string> = env.table(HEAD_TABLE)
  const ofSubject: Table<[string, number]> = env.table(SUBJECTS_TABLE)

  /** Where the kept part of the chain begins after the oldest rows have gone. */
  function dropOldest(head: AuditHead): AuditHead {
    let kept = head
    for (const id of Array.from(rows.getKeys({ limit: AUDIT.droppedPerRow }))) {
      if (head.id - id < keptRows) break
      const chained = chainedAt(rows, id)
      if (chained !== undefined) {
        ofSubject.remove([decodeDurable<AuditRow>(chained.row).subject, id])
        if (id === kept.firstId) kept = { ...kept, firstId: id + 1, firstPrevious: chained.link }
      }
      rows.remove(id)
    }
    return kept
  }

  function write(entry: AuditEntry): AuditRow {
    const key = integrity.key()
    const bytes = heads.get(HEAD_PLACE.key)
    // A log whose head is gone or forged goes on all the same, and says so for ever.
    const head = decodeHead(key, bytes) ?? restartedHead(newestId(rows))
    const id = head.id + 1
    const row: AuditRow = { ...entry, before: bounded(entry.before), after: bounded(entry.after), id }
    assert(!holdsKey(JSON.stringify(row)), 'an API key must never get into the audit log')
    const encoded = encodeDurable(row)
    const link = linkOf(key, head.link, id, encoded)
    rows.put(id, encodeChained(encoded, link))
    ofSubject.put([row.subject, id], Buffer.alloc(1))
    heads.put(HEAD_PLACE.key, encodeHead(key, dropOldest({ ...head, id, link })))
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
        const found = ids.flatMap((id) => rowAt(rows, id) ?? [])
        // What leads to a row has no code of its own: the row says what it is about.
        return subject === undefined ? found : found.filter((row) => row.subject === subject)
      },
      verify: () => verifyAudit({ rows, heads, subjects: ofSubject, key: integrity.key() }),
    },
  }
}

/** A row with its link; undefined where there is none, or none of ours. */
function chainedAt(rows: Table<number>, id: number): ReturnType<typeof splitChained> {
  const bytes = rows.get(id)
  return bytes === undefined ? undefined : splitChained(bytes)
}

/** A row that is no row of ours is left out; `verify` names it. */
function rowAt(rows: Table<number>, id: number): AuditRow | undefined {
  const chained = chainedAt(rows, id)
  return chained === undefined ? undefined : decodeDurable<AuditRow>(chained.row)
}

function newestId(rows: Table<number>): number {
  for (const id of rows.getKeys({ reverse: true, limit: 1 })) return id
  return 0
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
