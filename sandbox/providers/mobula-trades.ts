import { DEX_LABELS } from './dex-labels.ts'
import type { Market, MarketPool } from './market.ts'
import type { BookTrade } from './trade-book.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 100

/** The provider's list of a token's executed trades: of its main pool, or with `mode=asset` of all its pools. Some rows
 *  have more members there; those we emulate are the ones that a client of trades reads. */
export function mobulaTrades(market: Market, mint: string, query: URLSearchParams): Record<string, unknown>[] {
  const pools = query.get('mode') === 'asset' ? market.poolsOf(mint) : [market.mainPool(mint)]
  const limit = Math.min(MAX_LIMIT, Number(query.get('limit') ?? DEFAULT_LIMIT) || DEFAULT_LIMIT)
  const side = query.get('type')
  const rows = pools
    .filter((pool) => pool !== null)
    .flatMap((pool) => pool.book.newest(MAX_LIMIT).map((trade) => ({ pool, trade })))
    .filter(({ trade }) => side === null || trade.side === side)
    .sort((a, b) => b.trade.slot - a.trade.slot || b.trade.timeSec - a.trade.timeSec)
    .slice(0, limit)
  if (query.get('sortOrder') === 'asc') rows.reverse()
  return rows.map(({ pool, trade }) => rowOf(market, pool, trade))
}

function rowOf(market: Market, pool: MarketPool, trade: BookTrade): Record<string, unknown> {
  const { amountBase, volumeUsd } = trade
  return {
    id: `${trade.signature}-${pool.address}`,
    operation: 'regular',
    type: trade.side,
    baseTokenAmount: amountBase,
    baseTokenAmountRaw: String(Math.round(amountBase * 10 ** market.decimals(pool.baseMint))),
    baseTokenAmountUSD: volumeUsd,
    date: trade.timeSec * 1_000,
    swapSenderAddress: trade.trader,
    transactionSenderAddress: trade.trader,
    transactionHash: trade.signature,
    marketAddress: pool.address,
    baseTokenPriceUSD: amountBase === 0 ? 0 : volumeUsd / amountBase,
    labels: [],
    platform: { id: pool.dex, name: DEX_LABELS[pool.dex].goplus, logo: null },
  }
}
