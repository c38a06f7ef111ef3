import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { TradeEvent } from '../../contract/tape-event.ts'
import type { TokenTradesReply, TradeRow } from '../../contract/trade-row.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { ListedTrade } from '../../upstreams/market-capabilities.ts'
import { wholeStretch } from '../chains/tape-stretch.ts'
import { degradedNow } from '../degraded-now.ts'
import { realMints } from '../pricing/real-mints.ts'

export type TokenTradesRequest = { readonly limit: number; readonly cursor: string }

/** The newest trades of a token. The tape answers when it holds all of them without a gap: as many as asked for, or all
 *  since the token's launch. Otherwise the trades provider; without one, what the tape holds without a gap, for five
 *  seconds. A cursor continues after an earlier answer of the tape. Fails `upstream_failed` when the provider fails, or
 *  when there is none and nothing has been read of the chain yet; `invalid_request` for a cursor that leads nowhere. */
export async function getTokenTrades(
  ctx: Context,
  mint: string,
  { limit, cursor }: TokenTradesRequest,
): Promise<Outcome<TokenTradesReply>> {
  if (cursor !== '') return pageBehind(ctx, mint, { limit, cursor })
  if (realMints([mint]).length === 0) return ok(toReply(mint, [], null))
  const stretch = wholeStretch(ctx, [mint])
  const stored = stretch === null ? null : readStored(ctx, mint, { limit, fromSlot: stretch.fromSlot })
  if (stored?.isWhole && stretch?.isCurrent) return ok(storedReply(ctx, mint, stored))
  const { trades } = ctx.upstreams
  if (trades !== null) {
    const listed = await trades.newestTrades(mint, limit)
    return listed.ok ? ok(toReply(mint, listed.value.map(fromListed), null), listed.cache) : listed
  }
  const held = stored ?? readWithoutGap(ctx, mint, limit)
  if (held === null) return fail('upstream_failed', 'no trade has been read yet')
  return ok(storedReply(ctx, mint, held), stored?.isWhole ? undefined : degradedNow(ctx))
}

type Stored = {
  readonly trades: readonly TradeEvent[]
  /** Older ones begin here; null when there are none without a gap. */
  readonly nextBeforeSeq: number | null
  /** Nothing that belongs to the answer is missing. */
  readonly isWhole: boolean
}

/** A follower that leaves some trades out: what it has. */
function readWithoutGap(ctx: Context, mint: string, limit: number): Stored | null {
  const coverage = ctx.store.tape.coverage('solana')
  return coverage === undefined ? null : readStored(ctx, mint, { limit, fromSlot: coverage.fromSlot })
}

function readStored(
  { store: { tape } }: Context,
  mint: string,
  { limit, fromSlot, beforeSeq }: { readonly limit: number; readonly fromSlot: number; readonly beforeSeq?: number },
): Stored {
  const trades: TradeEvent[] = []
  let next: number | null = beforeSeq ?? Number.MAX_SAFE_INTEGER
  for (let look = 0; look < LIMITS.tapeLooks && next !== null && trades.length < limit; look++) {
    const page = tape.trades({ by: 'mint', address: mint }, { limit: limit - trades.length, beforeSeq: next })
    const whole = page.trades.filter(({ slot }) => slot >= fromSlot)
    trades.push(...whole)
    next = whole.length < page.trades.length ? null : page.nextBeforeSeq
  }
  const isWhole = trades.length === limit || (next === null && isLaunchedSince(tape.launchOf(mint), fromSlot))
  return { trades, nextBeforeSeq: next, isWhole }
}

/** A token that came to be within the stretch cannot have older trades. */
function isLaunchedSince(
  launch: { readonly kind: string; readonly slot: number } | undefined,
  fromSlot: number,
): boolean {
  return launch?.kind === 'launch' && launch.slot >= fromSlot
}

function pageBehind(ctx: Context, mint: string, { limit, cursor }: TokenTradesRequest): Outcome<TokenTradesReply> {
  const { tape } = ctx.store
  const place = tape.checkCursor(cursor)
  if (place.status === 'malformed') return fail('invalid_request', 'invalid cursor')
  const coverage = tape.coverage('solana')
  if (place.status === 'gone' || coverage === undefined) return fail('invalid_request', 'cursor is no longer kept')
  const page = readStored(ctx, mint, { limit, fromSlot: coverage.fromSlot, beforeSeq: place.seq + 1 })
  return ok(storedReply(ctx, mint, page))
}

function storedReply({ store: { tape } }: Context, mint: string, { trades, nextBeforeSeq }: Stored): TokenTradesReply {
  const nextCursor = nextBeforeSeq === null ? null : tape.formatCursor(nextBeforeSeq - 1)
  return toReply(mint, trades.map(fromTape), nextCursor)
}

function toReply(mint: string, trades: TradeRow[], nextCursor: string | null): TokenTradesReply {
  return { mint, count: trades.length, trades, nextCursor }
}

function fromTape(trade: TradeEvent): TradeRow {
  return {
    hash: trade.signature,
    date: (trade.blockTimeSec ?? 0) * 1_000,
    amountUSD: trade.amountUsd ?? 0,
    priceUSD: trade.priceUsd ?? 0,
    amount: rawToNumber(trade.amountRaw, trade.decimals),
    side: trade.side,
    sender: trade.maker,
    platform: trade.dex,
  }
}

function fromListed(trade: ListedTrade): TradeRow {
  return {
    hash: trade.signature,
    date: trade.tMs ?? 0,
    amountUSD: trade.amountUsd ?? 0,
    priceUSD: trade.priceUsd ?? 0,
    amount: trade.amount ?? 0,
    side: trade.side,
    sender: trade.sender,
    platform: trade.platform,
  }
}
