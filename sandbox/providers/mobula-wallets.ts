import { rawToNumber } from '../../src/contract/units.ts'
import { decodeBase58Fixed } from '../../src/hot-paths/base58.ts'
import type { ExecutedTransaction } from '../chain/types.ts'
import { DEX_LABELS } from './dex-labels.ts'
import type { Market } from './market.ts'
import { mobulaActivity } from './mobula-activity.ts'
import { pathOfToken } from './price-path.ts'
import type { ProviderReply } from './provider-reply.ts'
import {
  balancesNow,
  changesOfOwners,
  decimalsOf,
  type OwnerBalances,
  timeOf,
  tradesIn,
  transactionsOfOwner,
  type WalletSources,
  type WalletTrade,
} from './wallet-ledger.ts'

const CHAIN_ID = 'solana:solana'
const MAX_TRANSACTIONS = 5_000
const MAX_POINTS = 2_000
const MAX_ROWS = 500
const PERIOD_SECS: Readonly<Record<string, number>> = {
  '5min': 300,
  '15min': 900,
  '1h': 3_600,
  '6h': 21_600,
  '1d': 86_400,
  '7d': 604_800,
}

type Route = (wallet: string, query: URLSearchParams) => unknown

/** Mobula's wallet routes over the sandbox's own ledger, by path. Source: its published schemas. */
export function mobulaWalletRoutes(
  sources: WalletSources,
): Readonly<Record<string, (query: URLSearchParams) => ProviderReply>> {
  const routes: Readonly<Record<string, Route>> = {
    '/1/wallet/portfolio': (wallet) => portfolio(sources, wallet),
    '/1/wallet/history': (wallet, query) => history(sources, wallet, query),
    '/1/wallet/trades': (wallet, query) => trades(sources, wallet, query),
    '/2/wallet/activity': (wallet, query) => mobulaActivity(sources, wallet, query),
  }
  return Object.fromEntries(
    Object.entries(routes).map(([path, answer]) => [
      path,
      (query: URLSearchParams): ProviderReply => {
        const wallet = query.get('wallet') ?? ''
        if (decodeBase58Fixed(wallet, 32) === null)
          return { status: 400, body: { message: 'Invalid wallet address', statusCode: 400 } }
        return { status: 200, body: { data: answer(wallet, query) } }
      },
    ]),
  )
}

function portfolio({ chain, market, faces, imageUrl }: WalletSources, wallet: string) {
  const rows = [...balancesNow(chain, wallet)].flatMap(([mint, raw]) => {
    const decimals = decimalsOf(market, mint)
    const supplyIsOne = decimals === 0 && market.supply(mint) === 1
    if (supplyIsOne) return []
    const balance = rawToNumber(raw, decimals)
    const price = market.priceUsd(mint) ?? 0
    const pool = market.mainPool(mint)
    return [{ mint, raw, decimals, balance, price, value: balance * price, pool }]
  })
  const total = rows.reduce((sum, { value }) => sum + value, 0)
  const assets = rows.map(({ mint, raw, decimals, balance, price, value, pool }) => ({
    contracts_balances: [{ address: mint, balance, balanceRaw: String(raw), chainId: CHAIN_ID, decimals }],
    cross_chain_balances: {},
    price_change_24h: (pool === null ? null : market.window(pool, 'h24').priceChangePct) ?? 0,
    estimated_balance: value,
    price,
    liquidity: (pool === null ? null : market.state(pool)?.liquidityUsd) ?? 0,
    token_balance: balance,
    allocation: total === 0 ? 0 : (value / total) * 100,
    asset: {
      id: null,
      name: faces.of(mint)?.name ?? mint,
      symbol: faces.of(mint)?.symbol ?? '',
      logo: imageUrl(mint),
      decimals: [decimals],
      contracts: [mint],
      blockchains: ['Solana'],
    },
    wallets: [wallet],
  }))
  return { total_wallet_balance: total, wallets: [wallet], assets }
}

/** The balances that the ledger kept, at the prices of the market's own paths. */
function history({ chain, market }: WalletSources, wallet: string, query: URLSearchParams) {
  const nowSec = market.nowSec()
  const stepSec = PERIOD_SECS[query.get('period') ?? ''] ?? 3_600
  const toSec = Math.min(nowSec, Math.floor(Number(query.get('to') ?? nowSec * 1_000) / 1_000) || nowSec)
  const fromSec = Math.max(
    toSec - stepSec * MAX_POINTS,
    Math.floor(Number(query.get('from') ?? 0) / 1_000) || toSec - 30 * 86_400,
  )
  const executed = transactionsOfOwner(chain, wallet, MAX_TRANSACTIONS)
  const held = new Map(balancesNow(chain, wallet))
  const points: (readonly [number, number])[] = []
  const prices = pricesOf(market, executed, { held, wallet, fromSec })
  let at = 0
  for (let timeSec = toSec; timeSec >= fromSec; timeSec -= stepSec) {
    for (; at < executed.length && timeOf(chain, executed[at]!) > timeSec; at++)
      for (const [mint, raw] of changesOfOwners(executed[at]!).get(wallet) ?? [])
        held.set(mint, (held.get(mint) ?? 0n) - raw)
    let usd = 0
    for (const [mint, raw] of held)
      if (raw > 0n) usd += rawToNumber(raw, decimalsOf(market, mint)) * (prices.get(mint)?.(timeSec) ?? 0)
    points.push([timeSec * 1_000, usd])
  }
  return { wallets: [wallet], balance_usd: points[0]?.[1] ?? 0, balance_history: points.reverse() }
}

function pricesOf(
  market: Market,
  executed: readonly ExecutedTransaction[],
  { held, wallet, fromSec }: { readonly held: OwnerBalances; readonly wallet: string; readonly fromSec: number },
): ReadonlyMap<string, (timeSec: number) => number> {
  const mints = new Set(held.keys())
  for (const one of executed) for (const mint of changesOfOwners(one).get(wallet)?.keys() ?? []) mints.add(mint)
  return new Map(
    [...mints].map((mint) => {
      const { timesSec, pricesUsd } = pathOfToken(market, mint, fromSec - 86_400)
      const nowUsd = market.priceUsd(mint) ?? 0
      return [
        mint,
        (timeSec: number): number => {
          const next = timesSec.findIndex((one) => one > timeSec)
          return pricesUsd[next < 0 ? pricesUsd.length - 1 : Math.max(0, next - 1)] ?? nowUsd
        },
      ]
    }),
  )
}

function trades(sources: WalletSources, wallet: string, query: URLSearchParams) {
  const { chain } = sources
  const limit = Math.min(MAX_ROWS, Number(query.get('limit') ?? 100) || 100)
  const fromMs = Number(query.get('from') ?? 0) || 0
  const toMs = Number(query.get('to') ?? Number.POSITIVE_INFINITY) || Number.POSITIVE_INFINITY
  const rows = transactionsOfOwner(chain, wallet, MAX_TRANSACTIONS)
    .flatMap((executed) => tradesIn(chain, wallet, executed))
    .filter(({ timeSec }) => timeSec * 1_000 >= fromMs && timeSec * 1_000 <= toMs)
    .slice(0, limit)
    .map((trade) => tradeRow(sources, trade))
  return query.get('order') === 'asc' ? rows.reverse() : rows
}

function tradeRow({ market, faces, imageUrl }: WalletSources, trade: WalletTrade) {
  const { baseMint, quoteMint, baseAmountRaw, quoteAmountRaw, side, timeSec, dex } = trade
  const amountBase = rawToNumber(baseAmountRaw, decimalsOf(market, baseMint))
  const amountQuote = rawToNumber(quoteAmountRaw, decimalsOf(market, quoteMint))
  const book = market
    .pool(trade.pool)
    ?.book.since(timeSec)
    .find(({ signature }) => signature === trade.signature)
  const amountUsd = book?.volumeUsd ?? amountQuote * (market.priceUsd(quoteMint) ?? 0)
  const face = faces.of(baseMint)
  return {
    chain_id: CHAIN_ID,
    swap_type: 'REGULAR',
    raw_amount0: String(baseAmountRaw),
    raw_amount1: String(quoteAmountRaw),
    amount0: amountBase,
    amount1: amountQuote,
    ratio: amountBase === 0 ? 0 : amountQuote / amountBase,
    price_usd_token0: amountBase === 0 ? 0 : amountUsd / amountBase,
    price_usd_token1: amountQuote === 0 ? 0 : amountUsd / amountQuote,
    date: new Date(timeSec * 1_000).toISOString(),
    amount_usd: amountUsd,
    pool_address: trade.pool,
    token0_address: baseMint,
    token1_address: quoteMint,
    transaction_sender_address: trade.trader,
    transaction_hash: trade.signature,
    base: 'token0',
    quote: 'token1',
    side,
    amount_quote: amountQuote,
    amount_base: amountBase,
    amount_quote_raw: String(quoteAmountRaw),
    amount_base_raw: String(baseAmountRaw),
    base_token:
      face === null
        ? null
        : {
            address: baseMint,
            symbol: face.symbol,
            name: face.name,
            logo: imageUrl(baseMint),
            decimals: decimalsOf(market, baseMint),
          },
    labels: [],
    platform: { id: dex, name: DEX_LABELS[dex].goplus, logo: null },
  }
}
