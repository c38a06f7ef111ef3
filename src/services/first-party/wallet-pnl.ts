import { FIRST_PARTY } from '../../config/first-party.ts'
import type { Context } from '../../context.ts'
import type { TapePosition, WalletTapePnl } from '../../contract/first-party.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { rawToNumber } from '../../contract/units.ts'
import { positionOf } from './book-view.ts'
import type { TapeSubject } from './check-subject.ts'
import { type HeldPrice, priceHeld } from './price-held.ts'
import { inTurns, readTrades } from './scan-trades.ts'
import { headOf, rangeOf, secondsOf } from './tape-answer.ts'
import { addToBooks, type TokenBook } from './token-books.ts'
import { microsToUsd } from './trade-worth.ts'

export type PnlQuery = { readonly token: string; readonly limit: number }

/** What a wallet made of the trades that the tape holds of it, first in, first out; the summary is over all tokens, the
 *  list over the `limit` traded last. Fails `cancelled`. */
export async function getWalletPnl(
  ctx: Context,
  subject: TapeSubject,
  { token, limit }: PnlQuery,
  signal?: AbortSignal,
): Promise<Outcome<WalletTapePnl>> {
  ctx.store.tape.refresh()
  const range = rangeOf(ctx, { fromMs: null, toMs: null })
  const read = await readTrades(ctx, subject, secondsOf(range), signal)
  if (!read.ok) return read
  const { trades, nextBeforeSeq } = read.value
  const byToken = new Map<string, TokenBook>()
  const ofToken = token === '' ? trades : trades.filter(({ mint }) => mint === token)
  const summed = await inTurns(
    ctx,
    ofToken,
    (trade) => void addToBooks(byToken, trade.mint, trade),
    signal ? { signal } : {},
  )
  if (!summed.ok) return summed
  const books = [...byToken.values()].sort((a, b) => b.last.seq - a.last.seq)
  const totals = noTotals()
  const positions: TapePosition[] = []
  const priced = await inTurns(
    ctx,
    books,
    (entry, at) => {
      const isHeld = entry.book.sums('usdMicros').held.units > 0n
      const position = positionOf(entry, isHeld || at < limit ? priceHeld(ctx, subject, entry) : UNASKED)
      addToTotals(totals, entry, position)
      if (at < limit) positions.push(position)
    },
    { perTurn: FIRST_PARTY.pricedPerTurn, ...(signal ? { signal } : {}) },
  )
  if (!priced.ok) return priced
  return ok({
    ...headOf(ctx, subject, range, nextBeforeSeq === null ? null : (trades[0] ?? null)),
    wallet: subject.address,
    basis: 'window',
    method: 'fifo',
    summary: summaryOf(totals),
    openingUnknown: totals.openings,
    count: positions.length,
    positions,
  })
}

const UNASKED: HeldPrice = { priceUsd: null, thin: false }

type Totals = ReturnType<typeof noTotals>

function noTotals() {
  return {
    tokens: 0,
    buys: 0,
    sells: 0,
    wins: 0,
    losses: 0,
    unpriced: 0,
    thin: 0,
    unrealizedUsd: 0,
    investedMicros: 0n,
    proceedsMicros: 0n,
    profitMicros: 0n,
    profitLamports: null as bigint | null,
    openingCount: 0,
    openings: [] as WalletTapePnl['openingUnknown'],
  }
}

function addToTotals(totals: Totals, { mint, decimals, book }: TokenBook, position: TapePosition): void {
  const { bought, sold, realised } = book.sums('usdMicros')
  const inSol = book.sums('lamports').realised
  const { opening } = book.units()
  totals.tokens++
  totals.buys += position.buys
  totals.sells += position.sells
  totals.unpriced += position.unpriced
  if (position.thin) totals.thin++
  totals.unrealizedUsd += position.unrealizedUSD ?? 0
  totals.investedMicros += bought.cost
  totals.proceedsMicros += sold.proceeds
  totals.profitMicros += realised.profit
  if (inSol.units > 0n) totals.profitLamports = (totals.profitLamports ?? 0n) + inSol.profit
  const result = position.basisKnown ? resultOf(position) : 0
  if (result > 0) totals.wins++
  if (result < 0) totals.losses++
  if (opening === 0n) return
  totals.openingCount++
  if (totals.openings.length < FIRST_PARTY.rows.max)
    totals.openings.push({
      token: mint,
      openingRaw: opening.toString(),
      opening: rawToNumber(opening, decimals),
      decimals,
    })
}

/** Dollars; where those are unknown, lamports: only the sign counts. */
function resultOf({ realizedUSD, realizedLamports }: TapePosition): number {
  return realizedUSD ?? Number(realizedLamports ?? 0)
}

function summaryOf(totals: Totals): WalletTapePnl['summary'] {
  const { wins, losses, buys, sells } = totals
  return {
    realizedLamports: totals.profitLamports?.toString() ?? null,
    realizedUSD: microsToUsd(totals.profitMicros),
    unrealizedUSD: totals.unrealizedUsd,
    investedUSD: microsToUsd(totals.investedMicros),
    proceedsUSD: microsToUsd(totals.proceedsMicros),
    volumeUSD: microsToUsd(totals.investedMicros + totals.proceedsMicros),
    trades: buys + sells,
    buys,
    sells,
    tokens: totals.tokens,
    wins,
    losses,
    winRatePct: wins + losses === 0 ? null : (100 * wins) / (wins + losses),
    openingUnknown: totals.openingCount,
    unpriced: totals.unpriced,
    thin: totals.thin,
  }
}
