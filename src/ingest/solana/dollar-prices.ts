import type { DexTrade } from '../../chain/solana/dexes/dex.ts'
import { isSolLike } from '../../chain/solana/dexes/quote-mints.ts'
import { INGEST } from '../../config/ingest.ts'
import { DOLLAR_MINTS } from '../../contract/mints.ts'
import type { TradeVenue } from '../../contract/tape-event.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { SolPricesTable } from '../../store/store.ts'
import type { SolHistory } from './sol-history.ts'

const NATIVE_DECIMALS = 9
const DOLLAR_DECIMALS = 6

/** What one whole unit of a quote is worth at a time, in dollars; null when no one knows. */
export type DollarPrices = {
  /** Loads the price of a moment in the past. Never rejects. */
  prepare(timeSec: number | null): Promise<void>
  /** Learns from trades of SOL against dollars, in tape order. */
  learn(trade: DexTrade<TradeVenue>): void
  of(quoteMint: string, timeSec: number | null): number | null
}

/** Dollars are worth a dollar. SOL is worth what was recorded for that moment (`market/sol-price`), else what it traded
 *  at on the chain within ten minutes (the median of the last trades against dollars, so that one odd trade moves
 *  nothing) or, for a moment in the past, the history of a provider, which comes first. */
export function createDollarPrices(
  recorded: Pick<SolPricesTable, 'range'>,
  history: SolHistory,
  clock: Pick<Clock, 'nowMs'>,
): DollarPrices {
  const recent: { readonly timeSec: number; readonly priceUsd: number }[] = []

  function fromTrades(timeSec: number): number | null {
    const prices = recent
      .filter((seen) => Math.abs(timeSec - seen.timeSec) <= INGEST.solPriceMaxAgeSec)
      .map(({ priceUsd }) => priceUsd)
      .sort((a, b) => a - b)
    return prices[prices.length >> 1] ?? null
  }

  function fromRecords(timeSec: number): number | null {
    const tMs = timeSec * 1000
    const maxAgeMs = INGEST.solPriceMaxAgeSec * 1000
    const rows = recorded.range(tMs - maxAgeMs, tMs + maxAgeMs)
    let best: { readonly apartMs: number; readonly priceUsd: number } | null = null
    for (const row of rows) {
      const apartMs = Math.abs(row.tMs - tMs)
      if (best === null || apartMs < best.apartMs) best = { apartMs, priceUsd: row.priceUsd }
    }
    return best?.priceUsd ?? null
  }

  let memo: { readonly slice: number; readonly priceUsd: number | null } | null = null
  function recordedAt(timeSec: number): number | null {
    const slice = Math.floor(timeSec / RECORD_SLICE_SEC)
    if (memo?.slice !== slice) memo = { slice, priceUsd: fromRecords(timeSec) }
    return memo.priceUsd
  }

  return {
    async prepare(timeSec) {
      if (timeSec === null || clock.nowMs() / 1_000 - timeSec < INGEST.solPriceMaxAgeSec) return
      if (recordedAt(timeSec) === null) await history.load(timeSec * 1_000)
    },
    learn(trade) {
      if (trade.blockTimeSec === null || !isSolLike(trade.baseMint) || !DOLLAR_MINTS.has(trade.quoteMint)) return
      const sol = Number(trade.baseAmountRaw) / 10 ** NATIVE_DECIMALS
      const usd = Number(trade.quoteAmountRaw) / 10 ** DOLLAR_DECIMALS
      if (sol <= 0 || usd < INGEST.solPriceMinUsd) return
      recent.push({ timeSec: trade.blockTimeSec, priceUsd: usd / sol })
      if (recent.length > SOL_TRADES_KEPT) recent.shift()
    },
    of(quoteMint, timeSec) {
      if (DOLLAR_MINTS.has(quoteMint)) return 1
      if (!isSolLike(quoteMint) || timeSec === null) return null
      return recordedAt(timeSec) ?? history.at(timeSec * 1_000) ?? fromTrades(timeSec)
    },
  }
}

const SOL_TRADES_KEPT = 15
/** Prices are recorded every 30 s: looking more often finds nothing new. */
const RECORD_SLICE_SEC = 5
