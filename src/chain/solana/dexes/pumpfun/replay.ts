import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { anchorEventsOf, startsWith } from '../../anchor-event.ts'
import { instructionAt } from '../../instruction-at.ts'
import type { SwapReplay } from '../swap-replay.ts'
import { PUMP_TAGS } from './account-lists.ts'
import { PUMP_PROGRAM, SOL_LIKE_MINTS } from './addresses.ts'
import { decodeTradeEvent, TRADE_EVENT_BYTES_WITHOUT_FEES, type TradeEvent } from './events.ts'
import {
  type CurveRates,
  type CurveReserves,
  type CurveTrade,
  quoteBuyExactQuote,
  quoteBuyExactTokens,
  quoteSell,
} from './quote.ts'

const EXACT_TOKENS = [PUMP_TAGS.buy, PUMP_TAGS.buyV2]
const EXACT_QUOTE = [PUMP_TAGS.buyExactSolIn, PUMP_TAGS.buyExactQuoteInV2]
const SELLS = [PUMP_TAGS.sell, PUMP_TAGS.sellV2]

type State = { readonly mint: string; readonly reserves: CurveReserves }

/** The event states the reserves after the trade, what it moved, and the fees that it paid. */
export const pumpfunReplay: SwapReplay<State, CurveRates> = {
  record(transaction, { instructionPath, baseMint, quoteMint }) {
    const found = anchorEventsOf(transaction, PUMP_PROGRAM).filter(
      ({ path, bytes }) => path.join() === instructionPath.join() && bytes.length > TRADE_EVENT_BYTES_WITHOUT_FEES,
    )
    const event = found.map(({ bytes }) => decodeTradeEvent(bytes)).find((one) => one?.mint === baseMint)
    const data = instructionAt(transaction, instructionPath)?.data
    if (event === undefined || event === null || data === undefined || data.length < 16) return null
    const is = (tags: readonly Uint8Array[]): boolean => tags.some((tag) => startsWith(data, tag))
    const isExactOut = is(EXACT_TOKENS)
    if (!isExactOut && !is(EXACT_QUOTE) && !is(SELLS)) return null
    return {
      before: { mint: baseMint, reserves: reservesBefore(event) },
      terms: { protocolFeeBps: event.feeBasisPoints, creatorFeeBps: event.creatorFeeBasisPoints },
      ask: { inputMint: event.isBuy ? quoteMint : baseMint, isExactOut, amountRaw: readU64(data, 8) },
    }
  },
  swap({ mint, reserves }, rates, { inputMint, isExactOut, amountRaw }) {
    const isBuy = inputMint !== mint
    const trade = quoteOf(reserves, rates, { isBuy, isExactOut, amountRaw })
    if (trade === null) return null
    const [inRaw, outRaw] = isBuy ? [trade.traderQuote, trade.tokens] : [trade.tokens, trade.traderQuote]
    return { inRaw, outRaw, after: { mint, reserves: trade.after } }
  },
}

type Asked = { readonly isBuy: boolean; readonly isExactOut: boolean; readonly amountRaw: bigint }

function quoteOf(curve: CurveReserves, rates: CurveRates, { isBuy, isExactOut, amountRaw }: Asked): CurveTrade | null {
  if (!isBuy) return isExactOut ? null : quoteSell(curve, rates, amountRaw)
  return isExactOut ? quoteBuyExactTokens(curve, rates, amountRaw) : quoteBuyExactQuote(curve, rates, amountRaw)
}

function reservesBefore(event: TradeEvent): CurveReserves {
  const isSol = SOL_LIKE_MINTS.has(event.quoteMint)
  const [quote, virtual, real] = isSol
    ? [event.solAmount, event.virtualSolReserves, event.realSolReserves]
    : [event.quoteAmount, event.virtualQuoteReserves, event.realQuoteReserves]
  const sign = event.isBuy ? 1n : -1n
  return {
    virtualTokenReserves: event.virtualTokenReserves + sign * event.tokenAmount,
    realTokenReserves: event.realTokenReserves + sign * event.tokenAmount,
    virtualQuoteReserves: virtual - sign * quote,
    realQuoteReserves: real - sign * quote,
  }
}
