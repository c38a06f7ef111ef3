import { decodeTransaction } from '../../chain/solana/decode-transaction.ts'
import type { RawTransaction } from '../../chain/solana/rpc.ts'
import { LANDING } from '../../config/landing.ts'
import { REFUND } from '../../config/refund.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { PendingRefund, RefundEnd } from '../../store/refund-rows.ts'
import { land } from '../landing/land.ts'
import type { Landing } from '../landing/landing.ts'

/** Finds out what became of refunds whose end no one has written down: those of a process that died, and those that
 *  were answered `pending`. They are followed as long as they can land. */
export async function settleRefunds(ctx: Context): Promise<Outcome<{ readonly taken: number }>> {
  const { settlingRefunds } = ctx.parts
  let taken = 0
  for (const pending of ctx.store.refunds.pending(REFUND.settledAtOnce)) {
    const { signature } = pending.row
    if (settlingRefunds.has(signature) || settlingRefunds.size >= REFUND.settledAtOnce) continue
    taken++
    settlingRefunds.begin(
      signature,
      (signal) => settleOne(ctx, pending, signal),
      (error) => ctx.log.error({ err: error, refund: pending.row.id }, 'a refund could not be settled'),
    )
  }
  return ok({ taken })
}

async function settleOne(ctx: Context, { row, sent }: PendingRefund, signal: AbortSignal): Promise<void> {
  const { signature, accounts } = row
  const landing = await land(
    ctx,
    {
      wire: sent.wire,
      signature,
      lastValidBlockHeight: sent.lastValidBlockHeight,
      bundle: false,
      deadlineMs: LANDING.followMs,
      sentBeforeMs: sent.signedAtMs,
    },
    signal,
  )
  const own = { accounts: accounts.map((account) => ({ account })), lamports: row.lamports }
  const end = endOf(own, landing, ctx.clock.nowMs())
  if (end !== null) await ctx.store.refunds.settle(signature, end)
}

/** How a refund ended; null while that is not known. What it brought is what its accounts lost, as the chain recorded
 *  it. */
export function endOf(
  refund: { readonly accounts: readonly { readonly account: string }[]; readonly lamports: string },
  landing: Landing,
  settledAtMs: number,
): RefundEnd | null {
  if (landing.status === 'pending') return null
  if (landing.status === 'not_landed') {
    const error = JSON.stringify(landing.reason)
    return { status: 'expired', settledAtMs, slot: null, feeLamports: '0', lamports: '0', error }
  }
  const { slot, err } = landing
  const feeLamports = landing.feeLamports === null ? null : String(landing.feeLamports)
  if (err !== null)
    return { status: 'failed', settledAtMs, slot, feeLamports, lamports: '0', error: JSON.stringify(err) }
  const lamports = brought(refund.accounts, landing.transaction) ?? refund.lamports
  return { status: 'landed', settledAtMs, slot, feeLamports, lamports, error: null }
}

/** Null when the node does not have the record. */
function brought(accounts: readonly { readonly account: string }[], record: RawTransaction | null): string | null {
  const decoded = record === null ? null : decodeTransaction(record)
  if (!decoded?.ok) return null
  const { accountKeys, preBalances, postBalances } = decoded.value
  const own = new Set(accounts.map(({ account }) => account))
  let lamports = 0n
  for (const [at, key] of accountKeys.entries())
    if (own.has(key)) lamports += (preBalances[at] ?? 0n) - (postBalances[at] ?? 0n)
  return String(lamports)
}
