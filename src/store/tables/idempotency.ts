import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY } from '../../config/idempotency.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import { isHolderAlive } from '../process-mark.ts'
import type { IdempotencyClaim, IdempotencyKey, IdempotencyRow, IdempotencyTable } from '../trade-rows.ts'
import { openSignatures } from './signatures.ts'

const NO_OWNER = ''
type RowKey = [number, string]
type TimeKey = [number, number, string]

/** Keys and what became of them. A claim is one write transaction, which LMDB gives to one process at a time: of any
 *  number of duplicates in any number of processes one starts. */
export function openIdempotency(env: Environment, ownName: string): IdempotencyTable {
  const rows: Table<RowKey> = env.table('idempotency.v1')
  /** By the time of the start, for pruning. */
  const byTime: Table<TimeKey> = env.table('idempotencyByTime.v1')
  const signatures = openSignatures(env)

  const read = (key: RowKey): IdempotencyRow | undefined => {
    const bytes = rows.get(key)
    return bytes === undefined ? undefined : decodeRow(bytes)
  }
  const write = (key: RowKey, row: IdempotencyRow): void => void rows.put(key, encodeDurable(row))
  const remove = (key: RowKey, { startedAtMs }: IdempotencyRow): void => {
    rows.remove(key)
    byTime.remove([startedAtMs, ...key])
  }
  /** The row while it is ours. */
  const own = (key: RowKey): IdempotencyRow | undefined => {
    const row = read(key)
    return row?.owner === ownName ? row : undefined
  }

  return {
    claim: (key, request) => env.write(() => claim(rowKey(key), request)),
    sentOf: (key) => read(rowKey(key))?.sent ?? null,
    keepSent: (key, sent, { isExclusive }) =>
      env.write(() => {
        const row = own(rowKey(key))
        if (row === undefined) return 'lost'
        if (isExclusive && !signatures.take(sent.signature, rowKey(key).join(' '), sent.signedAtMs)) return 'taken'
        write(rowKey(key), { ...row, sent })
        return 'kept'
      }),
    takeSignature: (signature, nowMs) => env.write(() => signatures.take(signature, randomUUID(), nowMs)),
    finish: (key, answer) =>
      env.write(() => {
        const row = own(rowKey(key))
        if (row !== undefined) write(rowKey(key), { ...row, owner: NO_OWNER, answer })
      }),
    release: (key) =>
      env.write(() => {
        const row = own(rowKey(key))
        if (row === undefined) return
        if (row.sent === null) remove(rowKey(key), row)
        else write(rowKey(key), { ...row, owner: NO_OWNER })
      }),
    prune: ({ settled, unsettled }) =>
      env.write(() => {
        const old: TimeKey[] = []
        for (const at of byTime.getKeys({ end: [settled, Number.NEGATIVE_INFINITY, ''] })) {
          const row = read([at[1], at[2]])
          // What is open stays longer, and must not hold up what comes after it.
          if (row !== undefined && row.answer === null && at[0] >= unsettled) continue
          old.push(at)
          if (old.length >= IDEMPOTENCY.prunedPerWrite) break
        }
        for (const [startedAtMs, ...key] of old) {
          rows.remove(key)
          byTime.remove([startedAtMs, ...key])
        }
        return old.length + signatures.prune(settled)
      }),
    async clear() {
      await env.write(() => {
        for (const key of Array.from(rows.getKeys())) rows.remove(key)
        for (const key of Array.from(byTime.getKeys())) byTime.remove(key)
        signatures.prune(Number.POSITIVE_INFINITY)
      })
    },
  }

  function claim(
    key: RowKey,
    { bodyHex, route, nowMs }: { readonly bodyHex: string; readonly route: string; readonly nowMs: number },
  ): IdempotencyClaim {
    const row = read(key)
    if (row === undefined) {
      write(key, { bodyHex, route, owner: ownName, startedAtMs: nowMs, sent: null, answer: null })
      byTime.put([nowMs, ...key], Buffer.alloc(1))
      return { kind: 'start' }
    }
    if (row.bodyHex !== bodyHex) return { kind: 'mismatch' }
    if (row.answer !== null) return { kind: 'done', answer: row.answer }
    // Our own name remains from work that could not write its end: who asks in this process joins what is still running
    // before coming to the table.
    if (row.owner !== NO_OWNER && row.owner !== ownName && isHolderAlive(row.owner))
      return { kind: 'running', sent: row.sent }
    write(key, { ...row, owner: ownName })
    return row.sent === null ? { kind: 'start' } : { kind: 'resume', sent: row.sent }
  }
}

function rowKey({ keyId, digestHex }: IdempotencyKey): RowKey {
  return [keyId, digestHex]
}

function decodeRow(bytes: Buffer): IdempotencyRow {
  const row = decodeDurable<IdempotencyRow>(bytes)
  // A copy: what LMDB lends is valid until the next read only.
  return row.sent === null ? row : { ...row, sent: { ...row.sent, wire: Uint8Array.from(row.sent.wire) } }
}
