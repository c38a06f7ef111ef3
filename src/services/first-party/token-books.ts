import type { TradeEvent } from '../../contract/tape-event.ts'
import { type CostBook, createCostBook } from '../cost-basis/cost-book.ts'
import type { Disposal } from '../cost-basis/types.ts'
import { worthOf } from './trade-worth.ts'

/** What one wallet did with one token within a window, first in, first out. */
export type TokenBook = {
  readonly mint: string
  readonly wallet: string
  readonly decimals: number
  readonly book: CostBook
  buys: number
  sells: number
  /** In whole dollars: buys and sells of known worth. */
  volumeUsd: number
  first: TradeEvent
  last: TradeEvent
  /** Of most dollars. */
  largest: TradeEvent
  /** Of sold units whose purchase is known: how many, and for how long each was held. */
  readonly holds: { readonly units: bigint; readonly secs: number }[]
}

/** Adds a trade to the book of its token and wallet, which `key` names. Trades come in the order of the chain. */
export function addToBooks(books: Map<string, TokenBook>, key: string, trade: TradeEvent): TokenBook {
  let entry = books.get(key)
  if (entry === undefined) {
    entry = newEntry(trade)
    books.set(key, entry)
  }
  entry.last = trade
  entry.volumeUsd += trade.amountUsd ?? 0
  if ((trade.amountUsd ?? 0) > (entry.largest.amountUsd ?? 0)) entry.largest = trade
  if (trade.side === 'buy') {
    entry.buys++
    entry.book.buy(trade.amountRaw, worthOf(trade), trade.blockTimeSec)
    return entry
  }
  entry.sells++
  addHolds(entry, entry.book.sell(trade.amountRaw, worthOf(trade)), trade.blockTimeSec)
  return entry
}

function newEntry(trade: TradeEvent): TokenBook {
  return {
    mint: trade.mint,
    wallet: trade.maker,
    decimals: trade.decimals,
    book: createCostBook('fifo'),
    buys: 0,
    sells: 0,
    volumeUsd: 0,
    first: trade,
    last: trade,
    largest: trade,
    holds: [],
  }
}

function addHolds({ holds }: TokenBook, { parts }: Disposal, soldAtSec: number | null): void {
  if (soldAtSec === null) return
  for (const { units, atSec } of parts) if (atSec !== null) holds.push({ units, secs: Math.max(0, soldAtSec - atSec) })
}

/** Half of all units sold were held for no longer than this; null without a sale of known purchase. Units of one token
 *  only: units of two do not compare. */
export function medianHoldSecs(holds: TokenBook['holds']): number | null {
  const ascending = holds.toSorted((a, b) => a.secs - b.secs)
  const all = ascending.reduce((sum, { units }) => sum + units, 0n)
  let passed = 0n
  for (const { units, secs } of ascending) {
    passed += units
    if (passed * 2n >= all) return secs
  }
  return null
}
