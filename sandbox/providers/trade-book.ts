import assert from 'node:assert/strict'

/** One executed trade as the market-data providers count it. */
export type BookTrade = {
  readonly signature: string
  readonly slot: number
  readonly timeSec: number
  readonly side: 'buy' | 'sell'
  readonly trader: string
  readonly volumeUsd: number
  /** Whole tokens that changed hands. */
  readonly amountBase: number
  /** Price in the quote token after the trade. */
  readonly priceNative: number
  readonly priceUsd: number
}

export type WindowSums = {
  readonly buys: number
  readonly sells: number
  readonly buyUsd: number
  readonly sellUsd: number
}

/** The trades of one pool in time order, with running sums: a window costs two binary searches. */
export type TradeBook = {
  add(trade: BookTrade): void
  /** Takes back the trades of `slot` and later. */
  dropFrom(slot: number): void
  /** Trades after `fromSec`, until now. */
  sumsSince(fromSec: number): WindowSums
  tradersSince(fromSec: number): { readonly traders: number; readonly buyers: number; readonly netBuyers: number }
  /** Newest trade at or before a time; null when the book does not reach back that far. */
  lastAtOrBefore(timeSec: number): BookTrade | null
  first(): BookTrade | null
  last(): BookTrade | null
  newest(limit: number): readonly BookTrade[]
  /** Trades at or after a time, oldest first. */
  since(fromSec: number): readonly BookTrade[]
}

type Entry = {
  readonly trade: BookTrade
  readonly buys: number
  readonly sells: number
  readonly buyUsd: number
  readonly sellUsd: number
}

/** Trades older than this are given up once the book is twice as long as it need be. */
const KEEP_SECS = 30 * 86_400
/** Half of it is a day of one pool at the default pace. */
const MAX_TRADES = 24_000
const NOTHING: Entry = { trade: null as never, buys: 0, sells: 0, buyUsd: 0, sellUsd: 0 }

export function createTradeBook(): TradeBook {
  let entries: Entry[] = []
  let dropped: Entry = NOTHING

  const firstAfter = (timeSec: number): number => {
    let low = 0
    let high = entries.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (entries[middle]!.trade.timeSec > timeSec) high = middle
      else low = middle + 1
    }
    return low
  }
  const prune = (nowSec: number): void => {
    if (entries.length < MAX_TRADES) return
    const from = Math.max(firstAfter(nowSec - KEEP_SECS), entries.length - MAX_TRADES / 2)
    dropped = entries[from - 1] ?? dropped
    entries = entries.slice(from)
  }

  return {
    add(trade) {
      const before = entries.at(-1) ?? dropped
      assert(entries.length === 0 || before.trade.timeSec <= trade.timeSec, 'trades come in time order')
      const bought = trade.side === 'buy'
      entries.push({
        trade,
        buys: before.buys + (bought ? 1 : 0),
        sells: before.sells + (bought ? 0 : 1),
        buyUsd: before.buyUsd + (bought ? trade.volumeUsd : 0),
        sellUsd: before.sellUsd + (bought ? 0 : trade.volumeUsd),
      })
      prune(trade.timeSec)
    },
    dropFrom(slot) {
      while (entries.length > 0 && entries.at(-1)!.trade.slot >= slot) entries.pop()
    },
    sumsSince(fromSec) {
      const last = entries.at(-1) ?? dropped
      const base = entries[firstAfter(fromSec) - 1] ?? dropped
      return {
        buys: last.buys - base.buys,
        sells: last.sells - base.sells,
        buyUsd: Math.max(0, last.buyUsd - base.buyUsd),
        sellUsd: Math.max(0, last.sellUsd - base.sellUsd),
      }
    },
    tradersSince(fromSec) {
      const balances = new Map<string, number>()
      const buyers = new Set<string>()
      for (let i = firstAfter(fromSec); i < entries.length; i++) {
        const { trader, side } = entries[i]!.trade
        balances.set(trader, (balances.get(trader) ?? 0) + (side === 'buy' ? 1 : -1))
        if (side === 'buy') buyers.add(trader)
      }
      let netBuyers = 0
      for (const balance of balances.values()) if (balance > 0) netBuyers++
      return { traders: balances.size, buyers: buyers.size, netBuyers }
    },
    lastAtOrBefore: (timeSec) => entries[firstAfter(timeSec) - 1]?.trade ?? null,
    first: () => entries[0]?.trade ?? null,
    last: () => entries.at(-1)?.trade ?? null,
    newest: (limit) =>
      entries
        .slice(-limit)
        .reverse()
        .map(({ trade }) => trade),
    since: (fromSec) => entries.slice(firstAfter(fromSec - 1)).map(({ trade }) => trade),
  }
}
