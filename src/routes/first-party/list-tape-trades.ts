import { FIRST_PARTY } from '../../config/first-party.ts'
import type { Context } from '../../context.ts'
import type { FirstPartyHead } from '../../contract/first-party.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { StreamTrade } from '../../contract/stream.ts'
import { toStreamTrade } from '../../push/feeds/to-wire.ts'
import { readTapeAddress } from '../../services/chains/tape-address.ts'
import { checkSubject, type TapeSubject } from '../../services/first-party/check-subject.ts'
import { listTrades, type TradesQuery } from '../../services/first-party/list-trades.ts'

type Query = Omit<TradesQuery, 'fromMs' | 'toMs' | 'other'> & {
  readonly from: number | null
  readonly to: number | null
}

/** A page of trades as every transport of the tape sends them. */
export async function listTapeTrades(
  ctx: Context,
  asked: { readonly chain: string; readonly by: TapeSubject['by']; readonly address: string; readonly other: string },
  { from, to, ...query }: Query,
  signal: AbortSignal,
): Promise<Outcome<FirstPartyHead & { count: number; trades: StreamTrade[]; nextCursor: string | null }>> {
  const subject = checkSubject(ctx, asked.chain, asked)
  if (!subject.ok) return subject
  const given = asked.other.slice(0, FIRST_PARTY.addressChars)
  const other = readTapeAddress(subject.value.chain, given) ?? given
  const listed = await listTrades(ctx, subject.value, { ...query, other, fromMs: from, toMs: to }, signal)
  if (!listed.ok) return listed
  const { head, trades, nextCursor } = listed.value
  const { tape } = ctx.store
  return ok({ ...head, count: trades.length, trades: trades.map((trade) => toStreamTrade(tape, trade)), nextCursor })
}
