import { DAY_SECS, SECOND_MS } from '../../config/durations.ts'
import { WALLETS } from '../../config/wallets.ts'
import type { Context } from '../../context.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { TxStatsReply } from '../../contract/tx-stats.ts'

/** Spec 4.2 `tx-stats`: counted over pages of signatures, newest first. Fails `unconfigured` without a node, and with the
 *  specification's sentence as the node fails: part of a count is no count. */
export async function countTransactions(
  { chain: { wallets }, clock }: Pick<Context, 'chain' | 'clock'>,
  wallet: string,
  pages: number,
  signal: AbortSignal,
): Promise<Outcome<TxStatsReply>> {
  if (wallets === undefined) return fail('unconfigured', 'no node configured')
  const seen = new Set<string>()
  let failed = 0
  let newest: number | null = null
  let oldest: number | null = null
  let before = ''
  let pagesScanned = 0
  let hasMore = true
  while (hasMore && pagesScanned < pages) {
    const page = await wallets.transactionsOf(wallet, { limit: WALLETS.signaturesPerCount, before, until: '', signal })
    if (!page.ok) return asSpecified(page)
    pagesScanned += 1
    hasMore = page.value.length === WALLETS.signaturesPerCount
    for (const { signature, isFailed, blockTimeSec } of page.value) {
      if (seen.size === seen.add(signature).size) return fail('upstream_failed', 'tx-stats unavailable')
      failed += isFailed ? 1 : 0
      newest ??= blockTimeSec
      oldest = blockTimeSec ?? oldest
      before = signature
    }
  }
  const total = seen.size
  return ok({
    wallet,
    totalTx: total,
    failedCount: failed,
    failureRatePct: total === 0 ? 0 : tenths((failed / total) * 100),
    oldestTs: oldest,
    newestTs: newest,
    ageDays: oldest === null ? null : tenths(Math.max(0, clock.nowMs() / SECOND_MS - oldest) / DAY_SECS),
    capped: hasMore,
    pagesScanned,
  })
}

function asSpecified(failure: Failure): Failure {
  if (failure.code === 'cancelled') return failure
  const isCallers = failure.code === 'invalid_request'
  return fail(failure.code, isCallers ? 'invalid wallet address' : 'tx-stats unavailable', failure.retryAfterSec)
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
