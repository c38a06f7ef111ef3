import { POOLS } from '../../config/pools.ts'
import { type TradeEvent, UNKNOWN_AMM_PREFIX } from '../../contract/tape-event.ts'
import { rawToNumber } from '../../contract/units.ts'
import { saysRealReserves } from '../pools/real-reserves.ts'

/** Dollars that a pool has to pay with, as some of its trades show, newest first: what its last trade of known price says
 *  is in it, at that trade's own price of the quote, else `POOLS.perTrade` times the largest of them. 0 without a price,
 *  and for a program that no one knows, which may report what it likes. */
export function poolPaysUsd(trades: readonly TradeEvent[]): number {
  const last = trades.find(({ priceUsd }) => priceUsd !== null)
  if (last === undefined || last.dex.startsWith(UNKNOWN_AMM_PREFIX)) return 0
  return inPoolUsd(last) ?? movedUsd(trades) * POOLS.perTrade
}

/** Null where the trade does not say. On EVM chains only pools of known factories say it, and what they hold. */
function inPoolUsd(trade: TradeEvent): number | null {
  const { chain, dex, quoteReserveRaw, quoteAmountRaw, quoteDecimals, amountUsd } = trade
  if (chain === 'solana' && !saysRealReserves(dex)) return null
  if (quoteReserveRaw === null || amountUsd === null || quoteAmountRaw === 0n) return null
  return (rawToNumber(quoteReserveRaw, quoteDecimals) / rawToNumber(quoteAmountRaw, quoteDecimals)) * amountUsd
}

/** The most that one transaction moved. Money that it brought and took back was lent to it for the moment. */
function movedUsd(trades: readonly TradeEvent[]): number {
  const net = new Map<string, number>()
  for (const { signature, side, amountUsd } of trades)
    net.set(signature, (net.get(signature) ?? 0) + (amountUsd ?? 0) * (side === 'buy' ? 1 : -1))
  return Math.max(0, ...[...net.values()].map(Math.abs))
}
