import { ok } from '../../src/contract/outcome.ts'
import type { FeedEntry, MarketPair, Pairs } from '../../src/upstreams/capabilities.ts'

/** Addresses that differ in their last letters. */
export function mintNumber(index: number): string {
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  return `Mint${'1'.repeat(37)}${digits[Math.floor(index / digits.length)]}${digits[index % digits.length]}`
}

export function makePair(mint: string, changes: Partial<MarketPair> = {}): MarketPair {
  return {
    dexId: 'pumpswap',
    pairAddress: `Poo1${mint.slice(4)}`,
    url: null,
    labels: [],
    base: { address: mint, name: `Name ${mint.slice(-2)}`, symbol: mint.slice(-2) },
    quote: { address: 'So11111111111111111111111111111111111111112', name: 'Wrapped SOL', symbol: 'SOL' },
    priceUsd: 2,
    priceNative: 0.01,
    priceChangePct: { m5: null, h1: 1, h6: 2, h24: 3 },
    volumeUsd: { m5: 1, h1: 10, h6: 60, h24: 100 },
    txns: {
      m5: { buys: 1, sells: 0 },
      h1: { buys: 2, sells: 1 },
      h6: { buys: 3, sells: 2 },
      h24: { buys: 4, sells: 3 },
    },
    liquidityUsd: 1_000,
    liquidityBase: 250,
    liquidityQuote: 2.5,
    marketCapUsd: 2_000_000,
    fdvUsd: 2_000_000,
    pairCreatedAtMs: 1_700_000_000_000,
    boostsActive: null,
    info: null,
    ...changes,
  }
}

export function makeFeedEntry(mint: string, changes: Partial<FeedEntry> = {}): FeedEntry {
  return {
    mint,
    iconUrl: null,
    headerUrl: null,
    description: null,
    websites: [],
    socials: [],
    boostsTotal: null,
    ...changes,
  }
}

/** A market-data provider that answers from a list and counts how often it is asked. */
export function listedPairs(
  pairs: readonly MarketPair[],
  feeds: Partial<Record<'top' | 'latest' | 'profiles', readonly FeedEntry[]>> = {},
) {
  const asked: string[][] = []
  const provider: Pairs = {
    provider: 'listed',
    async pairsByMints(mints) {
      asked.push([...mints])
      const found = new Map<string, MarketPair[]>()
      for (const pair of pairs) {
        if (!mints.includes(pair.base.address)) continue
        found.set(pair.base.address, [...(found.get(pair.base.address) ?? []), pair])
      }
      return ok(found)
    },
    pairsOfToken: async (mint) => ok(pairs.filter((pair) => pair.base.address === mint)),
    searchPairs: async () => ok(pairs),
    topBoosts: async () => ok(feeds.top ?? []),
    latestBoosts: async () => ok(feeds.latest ?? []),
    latestProfiles: async () => ok(feeds.profiles ?? []),
  }
  return { provider, asked }
}
