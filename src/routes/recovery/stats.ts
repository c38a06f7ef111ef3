import { ok } from '../../contract/outcome.ts'
import { KeyStats } from '../../contract/recovery.ts'
import { showRow, showTotals } from '../../services/account/show-recoveries.ts'
import { getKeyStats } from '../../services/recovery/stats.ts'
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
    return ok({ stats: showTotals(totals), recentTransactions: recent.map(showRow) })
  },
})
