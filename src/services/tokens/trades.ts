import { UNKNOWN_CURSOR } from '../../chain/wallet-port.ts'
import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import { counted } from '../../contract/counted.ts'
import { missingOf } from '../../contract/missing.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { TradeEvent } from '../../contract/tape-event.ts'
import type { TokenTradesReply, TradeRow } from '../../contract/trade-row.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { ListedTrade } from '../../upstreams/market-capabilities.ts'
import { wholeStretch } from '../chains/tape-stretch.ts'
import { degradedNow } from '../degraded-now.ts'
import { ALL_TRADES, formatPastCursor, type PastPlace, parsePastCursor } from '../market/past/page-cursor.ts'
import { fromTape, type PastTrade } from '../market/past/price-past.ts'
import { PRESENT_PRICES } from '../market/past/say-missing.ts'
import { readTokenPage, type TokenPage } from '../market/past/token-page.ts'
import { realMints } from '../pricing/real-mints.ts'

export type TokenTradesRequest = { readonly limit: number; readonly cursor: string }

/** The newest trades of a token. The tape answers when it holds all of them without a gap: as many as asked for, or all
 *  since the token's launch. Otherwise the trades provider, with what the tape says of the same trades; without one the
 *  tape, and before it what the node still has of the token's pools. A cursor continues after an earlier answer, from the
 *  tape into the past. Fails `upstream_failed` when the provider or the node fails and the tape holds nothing;
 *  `invalid_request` for a cursor that leads nowhere. */
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
  const listed = trades === null ? null : await trades.newestTrades(mint, limit)
  if (listed?.ok) {
    const rows = valuedByTape(ctx, mint, listed.value.map(fromListed))
    return ok(toReply(mint, rows, cursorBehindListed(ctx, rows)), listed.cache)
  }
  const isCurrent = stretch?.isCurrent === true
  if (listed === null) return await tradesHere(ctx, mint, { limit, stored, isCurrent })
  // Never a part of the tape: the node goes on where it ends.
  const past = await goOn(ctx, mint, { limit, held: isCurrent ? stored : null })
  return past?.ok && past.value.count > 0 ? ok(past.value, degradedNow(ctx)) : listed
}

/** Without a provider: what the tape holds, and before it what the node has. */
async function tradesHere(
  ctx: Context,
  mint: string,
  { limit, stored, isCurrent }: { readonly limit: number; readonly stored: Stored | null; readonly isCurrent: boolean },
): Promise<Outcome<TokenTradesReply>> {
  const held = stored ?? readWithoutGap(ctx, mint, limit)
  const past = await goOn(ctx, mint, { limit, held: isCurrent ? stored : null })
  if (past?.ok) return past
  if (held === null) return past ?? fail('upstream_failed', 'no trade has been read yet')
  const notRead = past === null ? [] : [`trades of before this server began to follow the chain: ${past.message}`]
  return ok({ ...storedReply(ctx, mint, held), ...missingOf(notRead) }, stored?.isWhole ? undefined : degradedNow(ctx))
}

/** What the tape holds up to now, and behind it what the node has. Null without a node. */
async function goOn(
  ctx: Context,
  mint: string,
  { limit, held }: { readonly limit: number; readonly held: Stored | null },
): Promise<Outcome<TokenTradesReply> | null> {
  if (ctx.chain.rpc === null) return null
  const rows = held?.trades ?? []
  if (held !== null && rows.length === limit) return ok(storedReply(ctx, mint, held))
  const oldest = rows.at(-1)
  const page = await readTokenPage(ctx, mint, {
    limit: limit - rows.length,
    ...(held === null ? {} : { belowSlot: held.fromSlot }),
    ...(oldest === undefined ? {} : { after: placeOf(oldest) }),
  })
  return page.ok
    ? ok(
        pastReply(
          mint,
          rows.map((trade) => fromPast(fromTape(trade))),
          page.value,
        ),
      )
    : page
}

function placeOf({ slot, signature }: TradeEvent): PastPlace {
  return { slot, signature, trades: ALL_TRADES }
}

function pastReply(mint: string, newer: TradeRow[], { trades, next, lost }: TokenPage): TokenTradesReply {
  const nextCursor = next === null ? null : formatPastCursor(next)
  const missing = missingOf([
    lost > 0 ? `${counted(lost, 'transaction')} that the node lists and did not return` : null,
    trades.some(({ isOfThen }) => !isOfThen) ? PRESENT_PRICES : null,
  ])
  return { ...toReply(mint, [...newer, ...trades.map(fromPast)], nextCursor), ...missing }
}

/** A trade is worth the same on every route: where the tape has one, its dollars count. */
function valuedByTape({ store: { tape } }: Context, mint: string, rows: TradeRow[]): TradeRow[] {
  const own = new Map<string, TradeRow[]>()
  const page = tape.trades({ by: 'mint', address: mint }, { limit: LIMITS.tokenTrades.max })
  for (const row of page.trades.map((trade) => fromPast(fromTape(trade))))
    own.set(row.hash, [...(own.get(row.hash) ?? []), row])
  return rows.map((row) => {
    const same = own.get(row.hash)?.find(({ side, amount }) => side === row.side && isSame(amount, row.amount))
    return same === undefined || same.amountUSD === 0
      ? row
      : { ...row, amountUSD: same.amountUSD, priceUSD: same.priceUSD }
  })
}

/** Providers round. */
function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(a, b) * 1e-6
}

type Stored = {
  readonly trades: readonly TradeEvent[]
  /** Older ones begin here; null when there are none without a gap. */
  readonly nextBeforeSeq: number | null
  /** Nothing that belongs to the answer is missing. */
  readonly isWhole: boolean
  /** The token's first trade is among them, or the tape has it. */
  readonly isSinceLaunch: boolean
  /** Where the stretch begins that was read. */
  readonly fromSlot: number
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
  const isSinceLaunch = isLaunchedSince(tape.launchOf(mint), fromSlot)
  const isWhole = trades.length === limit || (next === null && isSinceLaunch)
  return { trades, nextBeforeSeq: next, isWhole, isSinceLaunch, fromSlot }
}

/** A token that came to be within the stretch cannot have older trades. */
function isLaunchedSince(
  launch: { readonly kind: string; readonly slot: number } | undefined,
  fromSlot: number,
): boolean {
  return launch?.kind === 'launch' && launch.slot >= fromSlot
}

async function pageBehind(
  ctx: Context,
  mint: string,
  { limit, cursor }: TokenTradesRequest,
): Promise<Outcome<TokenTradesReply>> {
  const past = parsePastCursor(cursor)
  if (past !== null) {
    const page = await readTokenPage(ctx, mint, { limit, after: past })
    if (page.ok) return ok(pastReply(mint, [], page.value))
    return page.rpcCode === UNKNOWN_CURSOR ? fail('invalid_request', 'cursor is no longer kept') : page
  }
  const { tape } = ctx.store
  const place = tape.checkCursor(cursor)
  if (place.status === 'malformed') return fail('invalid_request', 'invalid cursor')
  const fromSlot = place.status === 'gone' ? null : beginOfStretch(tape, place.seq + 1)
  if (place.status === 'gone' || fromSlot === null) return fail('invalid_request', 'cursor is no longer kept')
  const page = readStored(ctx, mint, { limit, fromSlot, beforeSeq: place.seq + 1 })
  if (page.isWhole || page.nextBeforeSeq !== null) return ok(storedReply(ctx, mint, page))
  const further = await goOn(ctx, mint, { limit, held: page })
  return further?.ok ? further : ok(storedReply(ctx, mint, page))
}

/** The first slot of the stretch without a gap that an event lies in: slots that were lost after it change nothing of what
 *  is older. Null on an empty tape. */
function beginOfStretch(tape: Context['store']['tape'], seq: number): number | null {
  const shown = tape.eventAt(seq)
  const slot = shown !== undefined && 'slot' in shown && shown.chain === 'solana' ? shown.slot : undefined
  if (slot === undefined) return tape.coverage('solana')?.fromSlot ?? null
  const [oldest] = tape.slots('solana', 0, 1)
  return tape
    .lost('solana')
    .reduce((from, { toSlot }) => (toSlot < slot ? Math.max(from, toSlot + 1) : from), oldest?.slot ?? 0)
}

function storedReply(ctx: Context, mint: string, stored: Stored): TokenTradesReply {
  return toReply(
    mint,
    stored.trades.map((trade) => fromPast(fromTape(trade))),
    cursorBehind(ctx, stored),
  )
}

/** Where the tape ends the node may have more. */
function cursorBehind({ store: { tape }, chain }: Context, stored: Stored): string | null {
  if (stored.nextBeforeSeq !== null) return tape.formatCursor(stored.nextBeforeSeq - 1)
  const oldest = stored.trades.at(-1)
  if (stored.isSinceLaunch || oldest === undefined || chain.rpc === null) return null
  return formatPastCursor(placeOf(oldest))
}

/** Behind a provider's rows the node goes on. A provider names no slot; none is needed to list what is older. */
function cursorBehindListed({ chain }: Context, rows: readonly TradeRow[]): string | null {
  const oldest = rows.at(-1)
  if (oldest === undefined || chain.rpc === null) return null
  const trades = rows.filter(({ hash }) => hash === oldest.hash).length
  const cursor = formatPastCursor({ slot: 0, signature: oldest.hash, trades })
  return parsePastCursor(cursor) === null ? null : cursor
}

function toReply(mint: string, trades: TradeRow[], nextCursor: string | null): TokenTradesReply {
  return { mint, count: trades.length, trades, nextCursor }
}

function fromPast(trade: PastTrade): TradeRow {
  return {
    hash: trade.signature,
    date: (trade.blockTimeSec ?? 0) * 1_000,
    amountUSD: trade.amountUsd ?? 0,
    priceUSD: trade.priceUsd ?? 0,
    amount: rawToNumber(trade.baseAmountRaw, trade.decimals),
    side: trade.side,
    sender: trade.trader,
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
