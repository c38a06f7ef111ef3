import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import type { PendingRefund, RefundEnd, RefundRow, RefundSent, RefundsTable } from '../refund-rows.ts'

type RowKey = [number, string, string]
const LAST_TEXT = '\uffff'

export function openRefunds(env: Environment): RefundsTable {
  const rows: Table<RowKey> = env.table('refunds.v1')
  const bySignature: Table<string> = env.table('refundKeys.v1')
  /** By id, so that the oldest come first. */
  const waiting: Table<string> = env.table('refundsPending.v1')

  const keyOf = (signature: string) => decoded<RowKey>(bySignature.get(signature))
  const read = (key: RowKey) => decoded<RefundRow>(rows.get(key))

  function record(pending: readonly PendingRefund[]): void {
    for (const { row, sent } of pending) {
      if (keyOf(row.signature) !== undefined) continue
      const key: RowKey = [row.keyId, row.userRef, row.id]
      rows.put(key, encodeDurable(row))
      bySignature.put(row.signature, encodeDurable(key))
      waiting.put(row.id, encodeDurable({ signature: row.signature, sent }))
    }
  }

  function settle(signature: string, end: RefundEnd): void {
    const key = keyOf(signature)
    const row = key === undefined ? undefined : read(key)
    if (key === undefined || row?.status !== 'pending') return
    rows.put(key, encodeDurable({ ...row, ...end }))
    waiting.remove(row.id)
  }

  return {
    record: (pending) => env.write(() => record(pending)),
    settle: (signature, end) => env.write(() => settle(signature, end)),
    pending(limit) {
      const found: PendingRefund[] = []
      for (const { value } of Array.from(waiting.getRange({ limit }))) {
        const { signature, sent } = waitingOf(value)
        const key = keyOf(signature)
        const row = key === undefined ? undefined : read(key)
        if (row !== undefined) found.push({ row, sent })
      }
      return found
    },
    list(keyId, userRef, { beforeId, limit }) {
      const start: RowKey = [keyId, userRef, beforeId ?? LAST_TEXT]
      return Array.from(
        rows.getRange({ start, end: [keyId, userRef, ''], reverse: true, limit: limit + 1 }),
        ({ value }) => decodeDurable<RefundRow>(value),
      )
        .filter(({ id }) => id !== beforeId)
        .slice(0, limit)
    },
    clear: () =>
      env.write(() => {
        for (const table of [rows, bySignature, waiting]) empty(table as unknown as Table)
      }),
  }
}

function decoded<T>(bytes: Buffer | undefined): T | undefined {
  return bytes === undefined ? undefined : decodeDurable<T>(bytes)
}

/** A copy: what LMDB lends is valid until the next read only. */
function waitingOf(value: Buffer): { readonly signature: string; readonly sent: RefundSent } {
  const { signature, sent } = decodeDurable<{ signature: string; sent: RefundSent }>(value)
  return { signature, sent: { ...sent, wire: Uint8Array.from(sent.wire) } }
}

function empty(table: Table): void {
  for (const key of Array.from(table.getKeys())) table.remove(key)
}
