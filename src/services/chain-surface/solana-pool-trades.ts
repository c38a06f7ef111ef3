import type { Context } from '../../context.ts'
import { ok } from '../../contract/outcome.ts'
import type { Answer } from './surface.ts'
import { readTapeTrades } from './tape-trades.ts'

/** Trades of a pool on the tape, newest first. */
export async function tapePoolTrades(
  ctx: Context,
  pool: string,
  page: { readonly limit: number; readonly cursor: string },
): Answer<'poolTrades'> {
  const found = readTapeTrades(ctx, { by: 'pool', address: pool }, page)
  if (!found.ok) return found
  const { rows, newest, cursor } = found.value
  return ok({
    payload: { pool, count: rows.length, trades: rows, cursor },
    source: 'tape',
    sourceAtMs: newest?.blockTimeSec == null ? null : newest.blockTimeSec * 1_000,
    block: newest?.slot ?? null,
    fetchedAtMs: ctx.clock.nowMs(),
  })
}
