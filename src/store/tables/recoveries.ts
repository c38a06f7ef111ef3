import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import type { RecoveriesTable, RecoveryRow, RecoveryTotals } from '../recovery-rows.ts'
import { openAdvances } from './advances.ts'

type RowKey = [number, number, string]
type SignatureKey = [number, string]

const NO_TOTALS: RecoveryTotals = {
  recoveries: 0,
  accountsClosed: 0,
  solRecoveredLamports: '0',
  feesEarnedLamports: '0',
}

export function openRecoveries(env: Environment): RecoveriesTable {
  /** `[key id, epoch ms, signature]` */
  const rows: Table<RowKey> = env.table('recoveries.v1')
  const bySignature: Table<SignatureKey> = env.table('recoverySignatures.v1')
  const totals: Table<number> = env.table('recoveryTotals.v1')
  const { tables: advanceTables, ...advances } = openAdvances(env)

  const read = (key: RowKey): RecoveryRow | undefined => {
    const bytes = rows.get(key)
    return bytes === undefined ? undefined : decodeDurable<RecoveryRow>(bytes)
  }
  const keyOf = (keyId: number, signature: string): RowKey | undefined => {
    const bytes = bySignature.get([keyId, signature])
    return bytes === undefined ? undefined : decodeDurable<RowKey>(bytes)
  }
  const totalsOf = (keyId: number): RecoveryTotals => {
    const bytes = totals.get(keyId)
    return bytes === undefined ? NO_TOTALS : decodeDurable<RecoveryTotals>(bytes)
  }

  function record(row: RecoveryRow): { row: RecoveryRow; isNew: boolean } {
    const known = keyOf(row.keyId, row.signature)
    const before = known === undefined ? undefined : read(known)
    if (before !== undefined) return { row: before, isNew: false }
    const key: RowKey = [row.keyId, row.createdAtMs, row.signature]
    rows.put(key, encodeDurable(row))
    bySignature.put([row.keyId, row.signature], encodeDurable(key))
    totals.put(row.keyId, encodeDurable(plus(totalsOf(row.keyId), row)))
    return { row, isNew: true }
  }

  return {
    ...advances,
    record: (row) => env.write(() => record(row)),
    judge: (keyId, signature, verdict) =>
      env.write(() => {
        const key = keyOf(keyId, signature)
        const row = key === undefined ? undefined : read(key)
        if (key !== undefined && row !== undefined) rows.put(key, encodeDurable({ ...row, ...verdict }))
      }),
    totals: totalsOf,
    newest(keyId, limit) {
      const range = { start: [keyId, Number.MAX_SAFE_INTEGER, ''] as RowKey, end: [keyId, 0, ''] as RowKey }
      return Array.from(rows.getRange({ ...range, reverse: true, limit }), ({ value }) =>
        decodeDurable<RecoveryRow>(value),
      )
    },
    clear: () =>
      env.write(() => {
        for (const table of [rows, bySignature, totals, ...advanceTables] as unknown as Table[])
          for (const key of Array.from(table.getKeys())) table.remove(key)
      }),
  }
}

function plus(before: RecoveryTotals, row: RecoveryRow): RecoveryTotals {
  const sum = (one: string, other: string): string => String(BigInt(one) + BigInt(other))
  return {
    recoveries: before.recoveries + 1,
    accountsClosed: before.accountsClosed + row.accountsClosed,
    solRecoveredLamports: sum(before.solRecoveredLamports, row.solRecoveredLamports),
    feesEarnedLamports: sum(before.feesEarnedLamports, row.feeEarnedLamports),
  }
}
