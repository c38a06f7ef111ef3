import type { Context } from '../../context.ts'
import type { TapeToken, WalletTapeTokens } from '../../contract/first-party.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { TapeSubject } from './check-subject.ts'
import { inTurns, readTrades } from './scan-trades.ts'
import { headOf, rangeOf, secondsOf } from './tape-answer.ts'
import { addToBooks, type TokenBook } from './token-books.ts'
import { microsToUsd } from './trade-worth.ts'

/** The tokens that a wallet traded within the days of the tape, the last one first. Fails `cancelled`. */
export async function getWalletTokens(
  ctx: Context,
  subject: TapeSubject,
  limit: number,
  signal?: AbortSignal,
): Promise<Outcome<WalletTapeTokens>> {
  ctx.store.tape.refresh()
  const range = rangeOf(ctx, { fromMs: null, toMs: null })
  const read = await readTrades(ctx, subject, secondsOf(range), signal)
  if (!read.ok) return read
  const { trades, nextBeforeSeq } = read.value
  const byToken = new Map<string, TokenBook>()
  const summed = await inTurns(
    ctx,
    trades,
    (trade) => void addToBooks(byToken, trade.mint, trade),
    signal ? { signal } : {},
  )
  if (!summed.ok) return summed
  const newestFirst = [...byToken.values()].sort((a, b) => b.last.seq - a.last.seq)
  const tokens = newestFirst.slice(0, limit).map(tokenOf)
  return ok({
    ...headOf(ctx, subject, range, nextBeforeSeq === null ? null : (trades[0] ?? null)),
    wallet: subject.address,
    count: tokens.length,
    tokens,
  })
}

function tokenOf({ mint, decimals, buys, sells, book, first, last }: TokenBook): TapeToken {
  const { bought, sold } = book.units()
  const dollars = book.sums('usdMicros')
  return {
    token: mint,
    decimals,
    buys,
    sells,
    boughtRaw: bought.toString(),
    soldRaw: sold.toString(),
    netRaw: (bought - sold).toString(),
    net: rawToNumber(bought - sold, decimals),
    volumeUSD: microsToUsd(dollars.bought.cost + dollars.sold.proceeds),
    buyUSD: microsToUsd(dollars.bought.cost),
    sellUSD: microsToUsd(dollars.sold.proceeds),
    firstTs: first.blockTimeSec,
    lastTs: last.blockTimeSec,
  }
}
