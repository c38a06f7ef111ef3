import { decodeTransaction } from '../../chain/solana/decode-transaction.ts'
import type { RawTransaction } from '../../chain/solana/rpc.ts'
import { IDEMPOTENCY } from '../../config/idempotency.ts'
import { LANDING } from '../../config/landing.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { LedgerRow, PendingTrade, TradeEnd } from '../../store/trade-rows.ts'
import { land } from '../landing/land.ts'
import type { Landing } from '../landing/landing.ts'
import { settledAmounts } from '../trade-plan/settled-amounts.ts'

/** Finds out what became of trades whose end no one waits for any more: those of processes that died, and those that
 *  were answered `pending`. They are followed as long as they can land, and each is settled when its end is known. */
export async function settlePendingTrades(ctx: Context): Promise<Outcome<{ readonly taken: number }>> {
  const { settlingTrades } = ctx.parts
  const limit = LANDING.settledAtOnce - settlingTrades.size
  if (limit <= 0) return ok({ taken: 0 })
  const ownBeforeMs = ctx.clock.nowMs() - IDEMPOTENCY.workMs
  const pending = await ctx.store.trades.adoptPending({ limit, ownBeforeMs })
  let taken = 0
  for (const trade of pending) {
    const { signature } = trade.row
    if (settlingTrades.has(signature)) continue
    taken++
    settlingTrades.begin(
      signature,
      (signal) => settleOne(ctx, trade, signal),
      (error) => ctx.log.error({ err: error, trade: trade.row.id }, 'a trade could not be settled'),
    )
  }
  return ok({ taken })
}

async function settleOne(ctx: Context, { row, sent }: PendingTrade, signal: AbortSignal): Promise<void> {
  const { signature } = row
  // Without the bytes nothing can be sent again; the chain is asked all the same.
  const { wire, lastValidBlockHeight, nonce, signedAtMs } = sent ?? nothingKept(row)
  const landing = await land(
    ctx,
    {
      wire,
      signature,
      lastValidBlockHeight,
      nonce: nonce ?? undefined,
      bundle: false,
      deadlineMs: LANDING.followMs,
      sentBeforeMs: signedAtMs,
    },
    signal,
  )
  const end = endOf(row, landing, ctx.clock.nowMs())
  if (end !== null) await ctx.store.trades.settle(signature, end)
}

function nothingKept({ requestedAtMs }: LedgerRow) {
  return { wire: null, lastValidBlockHeight: null, nonce: null, signedAtMs: requestedAtMs }
}

function endOf(row: LedgerRow, landing: Landing, settledAtMs: number): TradeEnd | null {
  if (landing.status === 'pending') return null
  if (landing.status === 'not_landed') return { status: 'expired', settledAtMs, error: JSON.stringify(landing.reason) }
  const { slot, err, feeLamports } = landing
  const fee = feeLamports === null ? null : String(feeLamports)
  if (err !== null) return { status: 'failed', settledAtMs, slot, feeLamports: fee, error: JSON.stringify(err) }
  return { status: 'landed', settledAtMs, slot, feeLamports: fee, ...observed(row, landing.transaction) }
}

/** What was given and got, as the chain recorded it. */
function observed(row: LedgerRow, record: RawTransaction | null): Pick<TradeEnd, 'amountInRaw' | 'amountOutRaw'> {
  const decoded = record === null ? null : decodeTransaction(record)
  if (!decoded?.ok) return {}
  const { side, wallet, mint, tipLamports } = row
  const moneyMint = side === 'buy' ? row.inMint : row.outMint
  const traded = { side, wallet, mint, moneyMint, tipLamports: BigInt(tipLamports) }
  const { receivedRaw, spentRaw } = settledAmounts(decoded.value, traded)
  return { amountInRaw: String(spentRaw), amountOutRaw: String(receivedRaw) }
}
