import { isSolLike } from '../../../chain/solana/dexes/quote-mints.ts'
import type { TradeEvent } from '../../../contract/tape-event.ts'
import { rawToNumber, SOL_DECIMALS } from '../../../contract/units.ts'
import type { PastDexTrade, PastTransaction } from './past-reads.ts'
import type { QuoteUsd } from './quote-usd.ts'

/** A trade with its worth, the same on every route. */
export type PastTrade = Omit<PastDexTrade, 'programId' | 'instructionPath' | 'indexInBlock'> & {
  readonly decimals: number
  readonly quoteDecimals: number
  /** Null when no one knows what the quote is worth. */
  readonly amountUsd: number | null
  readonly priceUsd: number | null
  /** Whether `amountUsd` rests on the price of the quote at that time. */
  readonly isOfThen: boolean
}

/** The trades of a transaction with what they were worth. Those whose decimals it does not say have none. */
export function pricePast({ trades, decimals }: PastTransaction, usdAt: QuoteUsd): readonly PastTrade[] {
  return trades.map((trade) => {
    const base = decimals[trade.baseMint]
    const quote = decimals[trade.quoteMint] ?? (isSolLike(trade.quoteMint) ? SOL_DECIMALS : undefined)
    const rate = trade.blockTimeSec === null ? null : usdAt(trade.quoteMint, trade.blockTimeSec)
    const amountUsd = rate === null || quote === undefined ? null : rawToNumber(trade.quoteAmountRaw, quote) * rate.usd
    const tokens = base === undefined ? 0 : rawToNumber(trade.baseAmountRaw, base)
    return {
      ...trade,
      decimals: base ?? 0,
      quoteDecimals: quote ?? 0,
      amountUsd,
      priceUsd: amountUsd === null || tokens <= 0 ? null : amountUsd / tokens,
      isOfThen: rate?.isOfThen ?? false,
    }
  })
}

/** The same of the tape, which said at the time what it was worth. */
export function fromTape(trade: TradeEvent): PastTrade {
  return {
    ...trade,
    trader: trade.maker,
    baseMint: trade.mint,
    baseAmountRaw: trade.amountRaw,
    baseReserveRaw: trade.reserveRaw,
    isOfThen: true,
  }
}
