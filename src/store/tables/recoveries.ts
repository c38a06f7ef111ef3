import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import type { RecoveriesTable, RecoveryRow, RecoveryTotals } from '../recovery-rows.ts'

type RowKey = [number, number, string]
type SignatureKey = [number, string]
type RiskKey = [string, string]

const NO_TOTALS: RecoveryTotals = {
  recoveries: 0,
  accountsClosed: 0,
  solRecoveredLamports: '0',
  feesEarnedLamports: '0',
}
/** Of all wallets together, among the rows of each: no address is empty. */
const ALL_WALLETS = ''
/** Days whose risks are forgotten at once: each is looked at when the next one begins. */
const FORGOTTEN_PER_WRITE = 1_000

export function openRecoveries(env: Environment): RecoveriesTable {
  /** `[key id, epoch ms, signature]` */
  const rows: Table<RowKey> = env.table('recoveries.v1')
  const bySignature: Table<SignatureKey> = env.table('recoverySignatures.v1')
  const totals: Table<number> = env.table('recoveryTotals.v1')
  /** `[UTC day, wallet]` to lamports at risk; those of all wallets under the empty one. */
  const risks: Table<RiskKey> = env.table('recoveryRisks.v1')

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
  const riskOf = (key: RiskKey): bigint => {
    const bytes = risks.get(key)
    return bytes === undefined ? 0n : BigInt(decodeDurable<string>(bytes))
  }
  const setRisk = (key: RiskKey, lamports: bigint): void => {
    if (lamports > 0n) risks.put(key, encodeDurable(String(lamports)))
    else risks.remove(key)
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

  function forgetOtherDays(day: string): void {
    const old = Array.from(risks.getKeys({ end: [day, ''], limit: FORGOTTEN_PER_WRITE }))
    for (const key of old) risks.remove(key)
  }

  return {
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
    risk: ({ day, wallet, lamports, dayCap, walletCap }) =>
      env.write(() => {
        forgetOtherDays(day)
        const [ofAll, ofWallet] = [riskOf([day, ALL_WALLETS]) + lamports, riskOf([day, wallet]) + lamports]
        if (ofAll > dayCap || ofWallet > walletCap) return false
        setRisk([day, ALL_WALLETS], ofAll)
        setRisk([day, wallet], ofWallet)
        return true
      }),
    unrisk: (day, wallet, lamports) =>
      env.write(() => {
        for (const key of [ALL_WALLETS, wallet]) setRisk([day, key], riskOf([day, key]) - lamports)
      }),
    atRisk: (day) => riskOf([day, ALL_WALLETS]),
    clear: () =>
      env.write(() => {
        for (const table of [rows, bySignature, totals, risks] as unknown as Table[])
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
