import { DAY_MS, HOUR_MS, MINUTE_MS } from '../config/durations.ts'
import { PROVIDERS } from '../config/providers.ts'
import { TIMEOUTS } from '../config/timeouts.ts'
import { type Outcome, ok } from '../contract/outcome.ts'
import type { WalletTradeRow } from '../contract/wallet-trades.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { ListReply } from './mobula-replies.ts'
import {
  HistoryBody,
  isActivityRow,
  isAssetRow,
  isTradeRow,
  PortfolioBody,
  toActivityRow,
  toHeldToken,
  toTradeRow,
  toValuePoints,
} from './mobula-wallet-replies.ts'
import { readRows } from './read-rows.ts'
import type { TimeRange, WalletData } from './wallet-capabilities.ts'

const CHAIN = 'solana'
/** Steps of a balance history that the provider knows, finest first. */
const PERIODS: readonly (readonly [stepMs: number, name: string])[] = [
  [5 * MINUTE_MS, '5min'],
  [15 * MINUTE_MS, '15min'],
  [HOUR_MS, '1h'],
  [6 * HOUR_MS, '6h'],
  [DAY_MS, '1d'],
  [7 * DAY_MS, '7d'],
]

/** Wallets as Mobula knows them. A wallet that it sees for the first time is filled in while it answers, so that its
 *  answers may be slow and partial. Source: the provider's published schemas; 404 means that it knows nothing. */
export function createMobulaWallets(http: HttpClient): WalletData {
  const { provider } = http
  return {
    provider,
    async portfolio(wallet) {
      const reply = await http.getJson({
        path: '/1/wallet/portfolio',
        query: { wallet, blockchains: CHAIN, filterSpam: 'true' },
        timeoutMs: PROVIDERS.mobula.timeoutMs,
        schema: PortfolioBody,
        whenMissing: { data: null },
      })
      if (!reply.ok) return reply
      const rows = readRows(provider, reply.value.data?.assets ?? [], isAssetRow, toHeldToken)
      return rows.ok ? ok(rows.value.filter((row) => row !== null)) : rows
    },
    async balanceHistory(wallet, { fromMs, toMs, stepMs }) {
      const period = PERIODS.findLast(([offered]) => offered <= stepMs) ?? PERIODS[0]!
      const reply = await http.getJson({
        path: '/1/wallet/history',
        query: { wallet, blockchains: CHAIN, from: fromMs, to: toMs, period: period[1], strictPeriod: 'true' },
        timeoutMs: TIMEOUTS.walletHistoryMs,
        schema: HistoryBody,
        whenMissing: { data: null },
      })
      if (!reply.ok) return reply
      const points = toValuePoints(reply.value.data?.balance_history ?? [])
      return ok(points.filter(({ tMs }) => tMs >= fromMs && tMs <= toMs))
    },
    tradesOf: (wallet, query) => readTrades(http, wallet, query),
    async activityOf(wallet, { limit, order }) {
      const reply = await http.getJson({
        path: '/2/wallet/activity',
        query: { wallet, blockchains: CHAIN, limit, order, filterSpam: 'true' },
        timeoutMs: TIMEOUTS.walletActivityMs,
        schema: ListReply,
        whenMissing: { data: [] },
      })
      if (!reply.ok) return reply
      const rows = readRows(provider, reply.value.data, isActivityRow, toActivityRow)
      if (!rows.ok) return rows
      const sign = order === 'asc' ? 1 : -1
      const activity = rows.value.filter((row) => row !== null)
      return ok(activity.sort((a, b) => sign * (a.txBlockNumber - b.txBlockNumber)).slice(0, limit))
    },
  }
}

/** The provider's older route, which takes 500 rows at once. */
async function readTrades(
  http: HttpClient,
  wallet: string,
  { limit, fromMs, toMs }: TimeRange & { readonly limit: number },
): Promise<Outcome<readonly WalletTradeRow[]>> {
  const reply = await http.postJson({
    path: '/1/wallet/trades',
    json: {
      wallet,
      limit: String(limit),
      order: 'desc',
      ...(fromMs === null ? {} : { from: String(fromMs) }),
      ...(toMs === null ? {} : { to: String(toMs) }),
    },
    idempotent: true,
    timeoutMs: TIMEOUTS.walletActivityMs,
    schema: ListReply,
    whenMissing: { data: [] },
  })
  if (!reply.ok) return reply
  const rows = readRows(http.provider, reply.value.data, isTradeRow, toTradeRow)
  if (!rows.ok) return rows
  const isWithin = (ms: number): boolean => (fromMs === null || ms >= fromMs) && (toMs === null || ms <= toMs)
  const trades = rows.value.filter((row) => row !== null && isWithin(Date.parse(row.date)))
  return ok(
    trades
      .filter((row) => row !== null)
      .sort((a, b) => (a.date < b.date ? 1 : -1))
      .slice(0, limit),
  )
}
