import type { Static } from 'typebox'
import { ok } from '../../contract/outcome.ts'
import { exactSol, KeyStats } from '../../contract/recovery.ts'
import { type FoundStats, getKeyStats } from '../../services/recovery/stats.ts'
import { defineRoute } from '../define-route.ts'

export const recoveryStats = defineRoute({
  method: 'GET',
  path: '/api/v1/stats',
  auth: 'apiKey',
  unlimited: true,
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'Lifetime recoveries of the calling key, and the 10 newest.',
  description: 'Outside the rate limit. The public builder key has no record: 401 `no key context`.',
  reply: KeyStats,
  async handle(ctx, { caller }) {
    const found = getKeyStats(ctx, caller)
    if (!found.ok) return found
    const { totals, recent } = found.value
    return ok({
      stats: {
        totalTransactions: totals.recoveries,
        totalAccountsClosed: totals.accountsClosed,
        totalSolRecovered: exactSol(BigInt(totals.solRecoveredLamports)),
        totalFeesEarned: exactSol(BigInt(totals.feesEarnedLamports)),
      },
      recentTransactions: recent.map(showRow),
    })
  },
})

function showRow(row: FoundStats['recent'][number]): Static<typeof KeyStats>['recentTransactions'][number] {
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
