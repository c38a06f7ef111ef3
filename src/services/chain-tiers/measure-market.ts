import type { CatalogChain } from '../../chain/catalog/chains.ts'
import { CHAIN_TIERS } from '../../config/chains.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../config/durations.ts'
import type { MarketEvidence } from '../../contract/chain-evidence.ts'
import type { MarketPair } from '../../upstreams/capabilities.ts'
import { speaksLouder } from '../pricing/best-pair.ts'
import { providerChain } from './provider-chain.ts'
import type { Measurer, Round } from './round.ts'

/** Windows that a provider counts trades in, the shortest first. */
const WINDOWS = [
  ['m5', 5 * MINUTE_MS],
  ['h1', HOUR_MS],
  ['h6', 6 * HOUR_MS],
  ['h24', DAY_MS],
] as const

/** What providers show of a chain's market now. Null when no provider gave an answer; evidence without a trade when one
 *  answered and knows of none. The second provider is asked only where the first does not show a trade of this hour. */
export async function measureMarket(ctx: Measurer, chain: CatalogChain, round: Round): Promise<MarketEvidence | null> {
  const first = await fromPairs(ctx, chain, round)
  if (first.evidence?.poolTradedWithinHour === true) return first.evidence
  const second = await fromPools(ctx, chain, round)
  const found = [first.evidence, second.evidence].filter((one) => one !== null).sort(byAge)
  const [best] = found
  if (best !== undefined && best.newestTradeUnderMs !== null) return best
  // An answer that knows nothing proves nothing while the other source could not be asked.
  return first.failed || second.failed ? null : (best ?? null)
}

type Answer = { readonly evidence: MarketEvidence | null; readonly failed: boolean }
const NOT_ASKED: Answer = { evidence: null, failed: false }

async function fromPairs(ctx: Measurer, chain: CatalogChain, round: Round): Promise<Answer> {
  const { chainPairs } = ctx.upstreams
  const at = providerChain(chain, 'dexscreener')
  if (chainPairs === null || at === null) return NOT_ASKED
  const { wrappedNative, nativeCurrency } = chain
  const asked =
    wrappedNative === null ? `pools found by the text ${nativeCurrency.symbol}` : `pools of ${wrappedNative}`
  const pairs = await round.ask(
    { source: chainPairs.provider, asked },
    () =>
      wrappedNative === null
        ? chainPairs.searchPairs(at, nativeCurrency.symbol)
        : chainPairs.pairsWithToken(at, wrappedNative),
    (list) => list.length > 0,
  )
  if (!pairs.ok) return { evidence: null, failed: true }
  return { evidence: byWindows(ctx.clock.nowMs(), chainPairs.provider, pairs.value), failed: false }
}

async function fromPools(ctx: Measurer, chain: CatalogChain, round: Round): Promise<Answer> {
  const { chainPools } = ctx.upstreams
  const at = providerChain(chain, 'geckoterminal')
  if (chainPools === null || at === null) return NOT_ASKED
  const { provider } = chainPools
  const pools = await round.ask(
    { source: provider, asked: 'most traded pools' },
    () => chainPools.topPools(at),
    (list) => list.length > 0,
  )
  if (!pools.ok) return { evidence: null, failed: true }
  const counted = byWindows(ctx.clock.nowMs(), provider, pools.value)
  if (counted.pool === null) return { evidence: counted, failed: false }
  const pool = counted.pool.address
  const trades = await round.ask(
    { source: provider, asked: `trades of ${pool}` },
    () => chainPools.poolTrades(at, pool, null),
    (list) => list !== null && list.length > 0,
  )
  if (!trades.ok) return { evidence: counted, failed: counted.newestTradeUnderMs === null }
  return { evidence: withExactAge(ctx.clock.nowMs(), counted, trades.value ?? []), failed: false }
}

/** The shortest window that had a trade in some pool bounds the newest trade's age. The pool: of those the deepest. */
function byWindows(askedAtMs: number, source: string, pairs: readonly MarketPair[]): MarketEvidence {
  const traded = (pair: MarketPair, window: (typeof WINDOWS)[number][0]): boolean => {
    const counts = pair.txns[window]
    return counts !== null && counts.buys + counts.sells > 0
  }
  const window = WINDOWS.find(([name]) => pairs.some((pair) => traded(pair, name)))
  const live = window === undefined ? pairs : pairs.filter((pair) => traded(pair, window[0]))
  const best = live.reduce<MarketPair | null>((a, b) => (a === null || speaksLouder(b, a) ? b : a), null)
  return {
    askedAtMs,
    source,
    newestTradeAgeMs: null,
    newestTradeUnderMs: window?.[1] ?? null,
    active24h: pairs.some((pair) => (pair.volumeUsd.h24 ?? 0) > 0 || traded(pair, 'h24')),
    poolTradedWithinHour: window !== undefined && window[1] <= HOUR_MS,
    pool: best === null ? null : { address: best.pairAddress, base: best.base.address, quote: best.quote.address },
  }
}

/** A trade from a future beyond the skew of clocks proves nothing. */
function withExactAge(
  askedAtMs: number,
  counted: MarketEvidence,
  trades: readonly { readonly tMs: number | null }[],
): MarketEvidence {
  const latestMs = askedAtMs + CHAIN_TIERS.clockSkewMs
  const times = trades.flatMap(({ tMs }) => (tMs === null || tMs > latestMs ? [] : [tMs]))
  if (times.length === 0) return counted
  const ageMs = Math.max(0, askedAtMs - Math.max(...times))
  // Some other pool may have been traded later than the one whose trades were read.
  if (counted.newestTradeUnderMs !== null && counted.newestTradeUnderMs <= ageMs) return counted
  return {
    ...counted,
    askedAtMs,
    newestTradeAgeMs: ageMs,
    newestTradeUnderMs: ageMs + 1,
    poolTradedWithinHour: ageMs < HOUR_MS,
  }
}

function byAge(a: MarketEvidence, b: MarketEvidence): number {
  return (a.newestTradeUnderMs ?? Number.POSITIVE_INFINITY) - (b.newestTradeUnderMs ?? Number.POSITIVE_INFINITY)
}
