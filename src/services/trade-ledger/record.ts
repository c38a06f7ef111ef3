import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { LedgerRow, TradeStatus } from '../../store/trade-rows.ts'

export type TradeRecord = {
  readonly keyId: number
  readonly userRef: string
  readonly walletId: string
  /** Address. */
  readonly wallet: string
  readonly side: 'buy' | 'sell'
  readonly mint: string
  readonly pool: string
  readonly dex: string
  readonly signature: string
  readonly inMint: string
  readonly outMint: string
  /** Base units: of the quote while it is pending, of the chain when it has landed. */
  readonly amountInRaw: bigint
  readonly amountOutRaw: bigint
  readonly feeLamports: bigint | null
  readonly platformFee: { readonly mint: string; readonly wallet: string; readonly raw: bigint } | null
  readonly tipLamports: bigint
  readonly slot: number | null
  readonly status: TradeStatus
  /** A sale of everything that the wallet held: it ends the position. */
  readonly isFullSale?: boolean
  readonly requestedAtMs: number
  /** Milliseconds by stage. */
  readonly timing: Readonly<Record<string, number>>
  /** JSON value. */
  readonly error?: unknown
  /** Of a pending one: what is needed to follow it after a crash. */
  readonly sent?: {
    readonly wire: Uint8Array
    readonly lastValidBlockHeight: number | null
    readonly nonce?: { readonly account: string; readonly value: string } | null
  }
}

/** Writes a trade into the ledger, durably. A pending one may be recorded before it is sent, and again with its end:
 *  the signature shows that it is the same. One that is recorded as pending again is left to the ledger, which finds
 *  out its end on its own (`settlePendingTrades`), and so are those of processes that died. The position and the fee
 *  follow when it has landed, once. Answers the id of the trade. */
export async function recordTrade(ctx: Context, trade: TradeRecord): Promise<string> {
  const { nonce = null, ...sent } = trade.sent ?? { wire: null, lastValidBlockHeight: null }
  const { wire, lastValidBlockHeight } = sent
  const signedAtMs = trade.requestedAtMs
  const kept = wire === null ? null : { wire, lastValidBlockHeight, nonce, signedAtMs }
  const { id } = await ctx.store.trades.record(toRow(ctx, trade), kept)
  return id
}

function toRow(ctx: Context, trade: TradeRecord): LedgerRow {
  const { amountInRaw, amountOutRaw, feeLamports, platformFee, tipLamports, isFullSale = false, error = null } = trade
  const { sent: _, ...rest } = trade
  return {
    ...rest,
    id: tradeId(trade.requestedAtMs),
    amountInRaw: String(amountInRaw),
    amountOutRaw: String(amountOutRaw),
    feeLamports: feeLamports === null ? null : String(feeLamports),
    platformFee: platformFee === null ? null : { ...platformFee, raw: String(platformFee.raw) },
    tipLamports: String(tipLamports),
    isFullSale,
    settledAtMs: trade.status === 'pending' ? null : ctx.clock.nowMs(),
    error: error === null ? null : JSON.stringify(error),
  }
}

const TIME_CHARS = 9

function tradeId(nowMs: number): string {
  return `tr_${Math.trunc(nowMs).toString(36).padStart(TIME_CHARS, '0')}${randomBytes(8).toString('hex')}`
}
