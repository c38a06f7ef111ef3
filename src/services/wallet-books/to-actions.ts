import { WSOL_MINT } from '../../contract/mints.ts'
import { rawToNumber, SOL_DECIMALS } from '../../contract/units.ts'
import type { ActivityAction, ActivityAsset } from '../../contract/wallet-activity.ts'
import type { TradedToken } from '../../contract/wallet-trades.ts'
import type { QuoteUsd } from '../market/past/quote-usd.ts'
import { type Trade, tradesOf } from './to-trades.ts'
import type { Edge, WalletRow } from './wallet-row.ts'

export type NamesOfAssets = ReadonlyMap<string, TradedToken>
type Known = { readonly usdOf: QuoteUsd; readonly names: NamesOfAssets }

/** What a wallet did in a transaction, in the provider's words: its swaps, or where it made none, what it gave and
 *  got. */
export function toActions(wallet: string, row: WalletRow, known: Known): ActivityAction[] {
  const trades = tradesOf(row)
  if (trades.length > 0) return trades.map((trade) => swapAction(trade, known))
  return row.edges.map((edge) => transferAction(wallet, edge, row.timeSec, known))
}

function swapAction({ swap, base, quote, timeSec }: Trade, { usdOf, names }: Known): ActivityAction {
  const amountQuote = wholeOf(quote)
  const unit = usdOf(quote.mint, timeSec)
  return {
    model: 'swap',
    swapType: 'REGULAR',
    swapRawAmountIn: swap.input.rawAmount,
    swapRawAmountOut: swap.output.rawAmount,
    swapAmountIn: wholeOf(swap.input),
    swapAmountOut: wholeOf(swap.output),
    swapAmountUsd: unit?.isOfThen && amountQuote !== null ? amountQuote * unit.usd : null,
    swapTransactionSenderAddress: swap.trader,
    swapBaseAddress: base.mint,
    swapQuoteAddress: quote.mint,
    swapAmountBase: wholeOf(base),
    swapAmountQuote: amountQuote,
    swapAssetIn: assetOf(swap.input.mint, swap.input.decimals, names),
    swapAssetOut: assetOf(swap.output.mint, swap.output.decimals, names),
    swapPlatform: swap.source,
  }
}

function transferAction(wallet: string, edge: Edge, timeSec: number | null, { usdOf, names }: Known): ActivityAction {
  const { from, to, amountRaw } = edge
  const mint = edge.mint ?? WSOL_MINT
  const decimals = edge.decimals ?? (mint === WSOL_MINT ? SOL_DECIMALS : null)
  const amount = decimals === null ? null : rawToNumber(amountRaw, decimals)
  const unit = timeSec === null ? null : usdOf(mint, timeSec)
  const way = to === wallet ? 'IN' : 'OUT'
  return {
    model: 'transfer',
    transferRawAmount: String(amountRaw),
    transferAmount: amount,
    transferAmountUsd: unit?.isOfThen && amount !== null ? amount * unit.usd : null,
    transferType: `${edge.mint === null ? 'NATIVE' : 'TOKEN'}_${way}`,
    transferFromAddress: from,
    transferToAddress: to,
    transferAsset: assetOf(mint, decimals, names),
  }
}

function assetOf(mint: string, decimals: number | null, names: NamesOfAssets): ActivityAsset {
  const known = names.get(mint)
  return {
    contract: mint,
    symbol: known?.symbol ?? null,
    name: known?.name ?? null,
    logo: known?.logo ?? null,
    decimals: decimals ?? known?.decimals ?? null,
  }
}

function wholeOf({ rawAmount, decimals, mint }: Trade['base']): number | null {
  const places = decimals ?? (mint === WSOL_MINT ? SOL_DECIMALS : null)
  return places === null ? null : rawToNumber(BigInt(rawAmount), places)
}
