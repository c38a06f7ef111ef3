import type { Context } from '../../context.ts'
import type { ShownRecoveries } from '../../contract/account.ts'
import { exactSol } from '../../contract/recovery.ts'
import type { RecoveryRow, RecoveryTotals } from '../../store/recovery-rows.ts'

const NOTHING: ShownRecoveries['stats'] = {
  totalTransactions: 0,
  totalAccountsClosed: 0,
  totalSolRecovered: 0,
  totalFeesEarned: 0,
}

/** Lifetime figures of a key; zeros without one. */
export function showStats({ store }: Pick<Context, 'store'>, keyId: number | null): ShownRecoveries['stats'] {
  return keyId === null ? NOTHING : showTotals(store.recoveries.totals(keyId))
}

/** Lifetime figures as every route shows them. */
export function showTotals(totals: RecoveryTotals): ShownRecoveries['stats'] {
  return {
    totalTransactions: totals.recoveries,
    totalAccountsClosed: totals.accountsClosed,
    totalSolRecovered: exactSol(BigInt(totals.solRecoveredLamports)),
    totalFeesEarned: exactSol(BigInt(totals.feesEarnedLamports)),
  }
}

/** Its newest recoveries. */
export function showRecent(
  { store }: Pick<Context, 'store'>,
  keyId: number,
  limit: number,
): ShownRecoveries['recentTransactions'] {
  return store.recoveries.newest(keyId, limit).map(showRow)
}

/** One recovery, with what the chain says of it. */
export function showRow(row: RecoveryRow): ShownRecoveries['recentTransactions'][number] {
  return {
    walletAddress: row.walletAddress,
    accountsClosed: row.accountsClosed,
    solRecovered: exactSol(BigInt(row.solRecoveredLamports)),
    feeEarned: exactSol(BigInt(row.feeEarnedLamports)),
    signature: row.signature,
    createdAt: row.createdAtMs,
    chain: {
      status: row.chain,
      accountsClosed: row.chainAccountsClosed,
      solRecovered: row.chainLamports === null ? null : exactSol(BigInt(row.chainLamports)),
    },
  }
}
