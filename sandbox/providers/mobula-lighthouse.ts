import { sumHistory } from '../world/planned-history.ts'
import type { Market, MarketPool } from './market.ts'

/** What the venues of this world take of a trade, on the whole. */
const FEE_SHARE = 0.0025
const WINDOWS = [
  ['15min', 900],
  ['1h', 3_600],
  ['6h', 21_600],
  ['24h', 86_400],
] as const

type Sums = { volumeUSD: number; buys: number; sells: number }

/** The provider's view of the whole market: sums over all pools in four windows, each with its change against the one
 *  before in percent, null where that was empty. */
export function mobulaLighthouse(market: Market): Record<string, unknown> {
  const total = describe((fromSec) => sumPools(market, market.pools(), fromSec), market.nowSec())
  const dexes = [...new Set(market.pools().map(({ dex }) => dex))].sort()
  return {
    total,
    byChain: [{ name: 'Solana', logo: null, ...total }],
    byDex: dexes.map((dex) => {
      const pools = market.pools().filter((pool) => pool.dex === dex)
      return { name: dex, logo: null, ...describe((fromSec) => sumPools(market, pools, fromSec), market.nowSec()) }
    }),
    byLaunchpad: [],
    byPlatform: [],
  }
}

function describe(sumSince: (fromSec: number) => Sums, nowSec: number): Record<string, unknown> {
  const figures: Record<string, Record<string, number | null>> = {}
  const put = (name: string, window: string, value: number | null): void => {
    figures[name] = { ...figures[name], [window]: value }
  }
  for (const [window, secs] of WINDOWS) {
    const now = withTotals(sumSince(nowSec - secs))
    const both = withTotals(sumSince(nowSec - 2 * secs))
    for (const name of Object.keys(now) as (keyof typeof now)[]) {
      const before = both[name] - now[name]
      put(name, window, now[name])
      put(`${name}Change`, window, before > 0 ? (now[name] / before - 1) * 100 : null)
    }
  }
  return figures
}

function withTotals({ volumeUSD, buys, sells }: Sums) {
  return { volumeUSD, trades: buys + sells, buys, sells, feesPaidUSD: volumeUSD * FEE_SHARE }
}

/** Executed trades, and what is planned of the time before the ledger. */
function sumPools(market: Market, pools: readonly MarketPool[], fromSec: number): Sums {
  const sums: Sums = { volumeUSD: 0, buys: 0, sells: 0 }
  for (const pool of pools) {
    const traded = pool.book.sumsSince(fromSec)
    const past = market.past(pool)
    const planned = past === null ? null : sumHistory(past.plan, past.bootSec, fromSec)
    sums.volumeUSD += traded.buyUsd + traded.sellUsd + (planned?.volume ?? 0) * (past?.openingLiquidityUsd ?? 0)
    sums.buys += traded.buys + (planned?.buys ?? 0)
    sums.sells += traded.sells + (planned?.sells ?? 0)
  }
  return sums
}
