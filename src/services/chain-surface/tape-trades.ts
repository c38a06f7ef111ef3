import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { TradeEvent } from '../../contract/tape-event.ts'
import type { TradeRow } from '../../contract/trade-row.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { EventScope } from '../../store/tape/types.ts'

export type TapeTrades = {
  readonly rows: TradeRow[]
  readonly newest: TradeEvent | undefined
  /** For the rows before these; null at the end. */
  readonly cursor: string | null
}

/** A page of trades on the tape, newest first. Fails `invalid_request` for a cursor that leads nowhere. */
export function readTapeTrades(
  ctx: Pick<Context, 'store'>,
  scope: EventScope,
  { limit, cursor }: { readonly limit: number; readonly cursor: string },
): Outcome<TapeTrades> {
  const { tape } = ctx.store
  tape.refresh()
  const place = cursor === '' ? null : tape.checkCursor(cursor)
  if (place !== null && place.status !== 'ok') return fail('invalid_request', 'invalid cursor')
  const before = place?.status === 'ok' ? { beforeSeq: place.seq + 1 } : {}
  const { trades, nextBeforeSeq } = tape.trades(scope, { limit, ...before })
  return ok({
    rows: trades.map(toRow),
    newest: trades[0],
    cursor: nextBeforeSeq === null ? null : tape.formatCursor(nextBeforeSeq - 1),
  })
}

function toRow(trade: TradeEvent): TradeRow {
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
