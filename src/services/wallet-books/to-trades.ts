import { orientMints } from '../../chain/solana/dexes/quote-mints.ts'
import { SECOND_MS } from '../../config/durations.ts'
import type { Context } from '../../context.ts'
import { WSOL_MINT } from '../../contract/mints.ts'
import { rawToNumber, SOL_DECIMALS } from '../../contract/units.ts'
import type { SyntheticTradeRow, TradedToken, WalletTradeRow } from '../../contract/wallet-trades.ts'
import type { QuoteUsd } from '../market/past/quote-usd.ts'
import { loadMetadata } from '../tokens/metadata.ts'
import type { OwnSwap, WalletRow } from './wallet-row.ts'

const CHAIN_ID = 'solana:solana'

/** A swap as a trade of one token for another. */
export type Trade = {
  readonly row: WalletRow
  readonly timeSec: number
  readonly swap: OwnSwap
  readonly side: 'buy' | 'sell'
  readonly base: OwnSwap['input']
  readonly quote: OwnSwap['input']
}

/** The wallet's swaps in a transaction. What prices are counted in is the quote: dollars, then SOL; of two other tokens
 *  what was given, and the other one was bought. A transaction without a time shows none. */
export function tradesOf(row: WalletRow): readonly Trade[] {
  const { timeSec, swaps } = row
  if (timeSec === null) return []
  return swaps.map((swap) => {
    const isSale = orientMints(swap.output.mint, swap.input.mint).baseMint !== swap.output.mint
    const [base, quote] = isSale ? [swap.input, swap.output] : [swap.output, swap.input]
    return { row, timeSec, swap, side: isSale ? 'sell' : 'buy', base, quote }
  })
}

/** Names of the base tokens of trades; those that cannot be read are absent. */
export async function namesOf(ctx: Context, mints: readonly string[]): Promise<ReadonlyMap<string, TradedToken>> {
  const wanted = [...new Set(mints)]
  const loaded = wanted.length === 0 ? null : await loadMetadata(ctx, wanted)
  const names = new Map<string, TradedToken>()
  if (loaded?.ok)
    for (const [mint, entry] of loaded.value)
      if (entry !== null)
        names.set(mint, {
          address: mint,
          symbol: entry.symbol,
          name: entry.name,
          logo: entry.image,
          decimals: entry.decimals,
        })
  return names
}

/** In the provider's words. Dollars are those of the quote at the moment of the trade, where someone recorded them. */
export function toTradeRow(trade: Trade, quoteUsd: QuoteUsd, names: ReadonlyMap<string, TradedToken>): WalletTradeRow {
  const { row, swap, base, quote, side, timeSec } = trade
  const [amountBase, amountQuote] = [wholeOf(base), wholeOf(quote)]
  const unit = quoteUsd(quote.mint, timeSec)
  const amountUsd = unit === null || !unit.isOfThen ? null : amountQuote * unit.usd
  const leg = swap.legs.find(({ input, output }) => input.mint === base.mint || output.mint === base.mint)
  return {
    chain_id: CHAIN_ID,
    swap_type: 'REGULAR',
    transaction_hash: row.signature,
    date: isoOf(timeSec),
    side,
    pool_address: (leg ?? swap.legs[0])?.pool ?? null,
    transaction_sender_address: swap.trader,
    token0_address: base.mint,
    token1_address: quote.mint,
    base_token: names.get(base.mint) ?? null,
    amount_base: amountBase,
    amount_quote: amountQuote,
    amount_base_raw: base.rawAmount,
    amount_quote_raw: quote.rawAmount,
    amount_usd: amountUsd,
    price_usd_token0: amountUsd === null || amountBase === 0 ? null : amountUsd / amountBase,
    price_usd_token1: unit?.isOfThen ? unit.usd : null,
    platform: swap.source,
    labels: [],
  }
}

/** Spec 2.4, `synthetic`. */
export function toSynthetic(trade: Trade, names: ReadonlyMap<string, TradedToken>): SyntheticTradeRow {
  const { row, base, quote, side, timeSec } = trade
  return {
    base_token: names.get(base.mint) ?? null,
    token0_address: base.mint,
    token1_address: quote.mint,
    amount_base: wholeOf(base),
    amount_quote: wholeOf(quote),
    side,
    date: isoOf(timeSec),
    hash: row.signature,
  }
}

/** Amounts without known decimals are base units: a token that has none. */
function wholeOf({ rawAmount, decimals, mint }: OwnSwap['input']): number {
  return rawToNumber(BigInt(rawAmount), decimals ?? (mint === WSOL_MINT ? SOL_DECIMALS : 0))
}

export function isoOf(timeSec: number): string {
  return new Date(timeSec * SECOND_MS).toISOString()
}
