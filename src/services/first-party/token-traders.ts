import { FIRST_PARTY_WINDOW_MS, type FirstPartyWindow } from '../../config/first-party.ts'
import type { Context } from '../../context.ts'
import type { TapeTrader, TokenTapeTraders } from '../../contract/first-party.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { rawToNumber } from '../../contract/units.ts'
import { topK } from '../../hot-paths/top-k.ts'
import { moneyOf, unitsOf } from './book-view.ts'
import type { TapeSubject } from './check-subject.ts'
import { inTurns, readTrades } from './scan-trades.ts'
import { type TagsOf, tagsAtLaunch } from './tags-at-launch.ts'
import { headOf, rangeOf, secondsOf } from './tape-answer.ts'
import { addToBooks, type TokenBook } from './token-books.ts'

export const TRADER_SORTS = ['volume', 'pnl'] as const
export type TradersQuery = {
  readonly sort: (typeof TRADER_SORTS)[number]
  readonly window: FirstPartyWindow
  readonly limit: number
}

/** Who traded a token within a window, and what came of it, first in, first out over the window's trades. Those without
 *  a realised figure come last when sorted by it. Fails `cancelled`. */
export async function getTokenTraders(
  ctx: Context,
  subject: TapeSubject,
  { sort, window, limit }: TradersQuery,
  signal?: AbortSignal,
): Promise<Outcome<TokenTapeTraders>> {
  ctx.store.tape.refresh()
  const range = rangeOf(ctx, { fromMs: ctx.clock.nowMs() - FIRST_PARTY_WINDOW_MS[window], toMs: null })
  const read = await readTrades(ctx, subject, secondsOf(range), signal)
  if (!read.ok) return read
  const { trades, nextBeforeSeq } = read.value
  const byWallet = new Map<string, TokenBook>()
  const summed = await inTurns(
    ctx,
    trades,
    (trade) => void addToBooks(byWallet, trade.maker, trade),
    signal ? { signal } : {},
  )
  if (!summed.ok) return summed
  const books = [...byWallet.values()]
  const values = new Float64Array(books.length)
  const ranked = await inTurns(
    ctx,
    books,
    (entry, at) => {
      values[at] = sort === 'pnl' ? profitOf(entry) : entry.volumeUsd
    },
    signal ? { signal } : {},
  )
  if (!ranked.ok) return ranked
  const places = new Uint32Array(limit)
  const best = [...places.subarray(0, topK(values, places))]
  const tagsOf = tagsAtLaunch(ctx, subject)
  const traders = best.map((at) => traderOf(books[at]!, tagsOf))
  return ok({
    ...headOf(ctx, subject, range, nextBeforeSeq === null ? null : (trades[0] ?? null)),
    token: subject.address,
    sort,
    total: byWallet.size,
    count: traders.length,
    traders,
  })
}

/** For the order alone; the figure that is shown is exact. */
function profitOf({ book }: TokenBook): number {
  const { units, profit } = book.sums('usdMicros').realised
  return units > 0n ? Number(profit) : Number.NEGATIVE_INFINITY
}

function traderOf(entry: TokenBook, tagsOf: TagsOf): TapeTrader {
  const { wallet, decimals, buys, sells, book, volumeUsd, first, last } = entry
  const { bought, sold } = book.units()
  return {
    wallet,
    buys,
    sells,
    ...unitsOf(entry),
    net: rawToNumber(bought - sold, decimals),
    volumeUSD: volumeUsd,
    ...moneyOf(entry),
    firstTs: first.blockTimeSec,
    lastTs: last.blockTimeSec,
    tags: tagsOf(wallet),
  }
}
