import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { anchorEventsOf, startsWith } from '../../anchor-event.ts'
import { instructionAt } from '../../instruction-at.ts'
import type { FeeRates } from '../pumpfun/fees.ts'
import type { SwapReplay } from '../swap-replay.ts'
import { SWAP_BUY_ACCOUNTS, SWAP_TAGS } from './account-lists.ts'
import { PUMPSWAP_PROGRAM } from './addresses.ts'
import { type BuyEvent, decodeBuyEvent, decodeSellEvent, type SellEvent } from './events.ts'
import {
  type PoolReserves,
  type PoolTrade,
  quoteBuyExactBase,
  quoteBuyExactQuote,
  quoteSellExactBase,
} from './quote.ts'

const BASE_MINT_INDEX = SWAP_BUY_ACCOUNTS.names.indexOf('baseMint')
const QUOTE_MINT_INDEX = SWAP_BUY_ACCOUNTS.names.indexOf('quoteMint')

type State = { readonly quoteMint: string; readonly reserves: PoolReserves }

/** The events state the balances before the trade and the fees that it paid. */
export const pumpswapReplay: SwapReplay<State, FeeRates> = {
  record(transaction, { instructionPath, pool }) {
    const event = anchorEventsOf(transaction, PUMPSWAP_PROGRAM).find(
      ({ path }) => path.join() === instructionPath.join(),
    )
    const call = instructionAt(transaction, instructionPath)
    const [baseMint, quoteMint] = [call?.accounts[BASE_MINT_INDEX], call?.accounts[QUOTE_MINT_INDEX]]
    if (event === undefined || call === undefined || baseMint === undefined || quoteMint === undefined) return null
    const buy = decodeBuyEvent(event.bytes)
    const said = buy ?? decodeSellEvent(event.bytes)
    const isExactIn = buy !== null && startsWith(call.data, SWAP_TAGS.buyExactQuoteIn)
    const isExactBase = startsWith(call.data, buy === null ? SWAP_TAGS.sell : SWAP_TAGS.buy)
    if (said?.pool !== pool || call.data.length < 16 || (!isExactIn && !isExactBase)) return null
    return {
      before: { quoteMint, reserves: reservesOf(said) },
      terms: ratesOf(said),
      ask: {
        inputMint: buy === null ? baseMint : quoteMint,
        isExactOut: buy !== null && !isExactIn,
        amountRaw: readU64(call.data, 8),
      },
    }
  },
  swap({ quoteMint, reserves }, rates, { inputMint, isExactOut, amountRaw }) {
    const isBuy = inputMint === quoteMint
    const trade = quoteOf(reserves, rates, { isBuy, isExactOut, amountRaw })
    if (trade === null) return null
    const [inRaw, outRaw] = isBuy ? [trade.traderQuote, trade.base] : [trade.base, trade.traderQuote]
    return { inRaw, outRaw, after: { quoteMint, reserves: trade.after } }
  },
}

type Asked = { readonly isBuy: boolean; readonly isExactOut: boolean; readonly amountRaw: bigint }

function quoteOf(reserves: PoolReserves, rates: FeeRates, { isBuy, isExactOut, amountRaw }: Asked): PoolTrade | null {
  if (!isBuy) return isExactOut ? null : quoteSellExactBase(reserves, rates, amountRaw)
  return isExactOut ? quoteBuyExactBase(reserves, rates, amountRaw) : quoteBuyExactQuote(reserves, rates, amountRaw)
}

function reservesOf(event: BuyEvent | SellEvent): PoolReserves {
  return {
    base: event.poolBaseTokenReserves,
    quote: event.poolQuoteTokenReserves,
    virtualQuote: event.virtualQuoteReserves,
  }
}

function ratesOf(event: BuyEvent | SellEvent): FeeRates {
  return {
    lpFeeBps: event.lpFeeBasisPoints,
    protocolFeeBps: event.protocolFeeBasisPoints,
    creatorFeeBps: event.coinCreatorFeeBasisPoints,
  }
}
