import type { Context } from '../../context.ts'
import { fail, ok } from '../../contract/outcome.ts'
import type { TradeEvent } from '../../contract/tape-event.ts'
import type { TradeRow } from '../../contract/trade-row.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { Answer } from './surface.ts'

/** Trades of a pool on the tape, newest first. */
export async function tapePoolTrades(
  ctx: Context,
  pool: string,
  { limit, cursor }: { readonly limit: number; readonly cursor: string },
): Answer<'poolTrades'> {
  const { tape } = ctx.store
  tape.refresh()
  const place = cursor === '' ? null : tape.checkCursor(cursor)
  if (place !== null && place.status !== 'ok') return fail('invalid_request', 'invalid cursor')
  const before = place?.status === 'ok' ? { beforeSeq: place.seq + 1 } : {}
  const { trades, nextBeforeSeq } = tape.trades({ by: 'pool', address: pool }, { limit, ...before })
  const [newest] = trades
  return ok({
    payload: {
      pool,
      count: trades.length,
      trades: trades.map(toRow),
      cursor: nextBeforeSeq === null ? null : tape.formatCursor(nextBeforeSeq - 1),
    },
    source: 'tape',
    sourceAtMs: newest?.blockTimeSec == null ? null : newest.blockTimeSec * 1_000,
    block: newest?.slot ?? null,
    fetchedAtMs: ctx.clock.nowMs(),
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
