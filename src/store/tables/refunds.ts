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

  const keyOf = (signature: string): RowKey | undefined => {
    const bytes = bySignature.get(signature)
    return bytes === undefined ? undefined : decodeDurable<RowKey>(bytes)
  }
  const read = (key: RowKey): RefundRow | undefined => {
    const bytes = rows.get(key)
    return bytes === undefined ? undefined : decodeDurable<RefundRow>(bytes)
  }

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
        const { signature, sent } = decodeDurable<{ signature: string; sent: RefundSent }>(value)
        // A copy: what LMDB lends is valid until the next read only.
        const own = { ...sent, wire: Uint8Array.from(sent.wire) }
        const key = keyOf(signature)
        const row = key === undefined ? undefined : read(key)
        if (row !== undefined) found.push({ row, sent: own })
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
        for (const table of [rows, bySignature, waiting] as unknown as Table[])
          for (const key of Array.from(table.getKeys())) table.remove(key)
      }),
  }
}
