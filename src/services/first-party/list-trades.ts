import type { Context } from '../../context.ts'
import type { FirstPartyHead } from '../../contract/first-party.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { TradeEvent } from '../../contract/tape-event.ts'
import type { TapeSubject } from './check-subject.ts'
import { scanTrades, withoutRetracted } from './scan-trades.ts'
import { headOf, rangeOf, secondsOf } from './tape-answer.ts'

export type TradesQuery = {
  /** The other side of the subject: a token of a wallet, a wallet of a token; '' takes all. */
  readonly other: string
  readonly side: 'any' | 'buy' | 'sell'
  readonly minUsd: number
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly limit: number
  readonly cursor: string
}

export type ListedTrades = {
  readonly head: FirstPartyHead
  /** Newest first. */
  readonly trades: readonly TradeEvent[]
  readonly nextCursor: string | null
}

/** Trades of a wallet or of a token, newest first, a page at a time. A page over a long stretch without a match may
 *  hold fewer than asked for, or none, and still have a cursor. Fails `invalid_request` for a cursor that leads nowhere,
 *  and `cancelled`. */
export async function listTrades(
  ctx: Context,
  subject: TapeSubject,
  query: TradesQuery,
  signal?: AbortSignal,
): Promise<Outcome<ListedTrades>> {
  const { tape } = ctx.store
  tape.refresh()
  const place = query.cursor === '' ? null : tape.checkCursor(query.cursor)
  if (place?.status === 'malformed') return fail('invalid_request', 'invalid cursor')
  if (place?.status === 'gone') return fail('invalid_request', 'cursor is no longer kept')
  const range = rangeOf(ctx, query)
  const trades: TradeEvent[] = []
  const take = (trade: TradeEvent): boolean => {
    if (!matches(trade, subject, query)) return true
    // One more than asked for shows where the next page begins.
    if (trades.length === query.limit) return false
    trades.push(trade)
    return true
  }
  const bounds = { ...secondsOf(range), ...(place === null ? {} : { beforeSeq: place.seq + 1 }) }
  const scan = await scanTrades(ctx, subject, bounds, take, signal)
  if (!scan.ok) return scan
  const { nextBeforeSeq } = scan.value
  return ok({
    head: headOf(ctx, subject, range),
    trades: withoutRetracted(ctx, subject, trades),
    nextCursor: nextBeforeSeq === null ? null : tape.formatCursor(nextBeforeSeq - 1),
  })
}

function matches(trade: TradeEvent, { by }: TapeSubject, { other, side, minUsd }: TradesQuery): boolean {
  if (other !== '' && (by === 'wallet' ? trade.mint : trade.maker) !== other) return false
  if (side !== 'any' && trade.side !== side) return false
  return minUsd === 0 || (trade.amountUsd !== null && trade.amountUsd >= minUsd)
}
