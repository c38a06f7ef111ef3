import type { Static } from 'typebox'
import { PROVIDERS } from '../config/providers.ts'
import { UPSTREAM_BATCHES, UPSTREAM_TUNING } from '../config/upstream-limits.ts'
import { type Outcome, ok } from '../contract/outcome.ts'
import { createCoalescer, getAll } from '../runtime/coalesce.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { inParallel } from '../runtime/in-parallel.ts'
import type { FeedEntry, MarketPair, Pairs } from './capabilities.ts'
import {
  CHAIN,
  FeedReply,
  type FeedRow,
  isFeedRow,
  isPairRow,
  type PairRow,
  PairsReply,
  toFeedEntry,
  toMarketPair,
  WrappedPairsReply,
} from './dexscreener-replies.ts'
import { readRows } from './read-rows.ts'
import { isSolanaAddress } from './solana-address.ts'

const NO_PAIRS: readonly MarketPair[] = []

/** Pools, search and promotion feeds of the DexScreener API. Lookups by mint of all callers share requests of 30. */
export function createDexscreenerPairs(http: HttpClient): Pairs {
  const byMint = createCoalescer<readonly MarketPair[]>({
    maxKeys: UPSTREAM_BATCHES.dexscreenerMints,
    windowMs: UPSTREAM_TUNING.coalesceMs,
    load: (mints) => loadPairs(http, mints),
    none: NO_PAIRS,
  })
  return {
    provider: http.provider,
    async pairsByMints(mints) {
      const found = await getAll(byMint, mints)
      if (!found.ok) return found
      return ok(new Map([...found.value].filter(([, pairs]) => pairs.length > 0)))
    },
    async pairsOfToken(mint) {
      const pairs = await fetchPairs(http, `/token-pairs/v1/${CHAIN}/${encodeURIComponent(mint)}`, 'token-pairs')
      return pairs.ok ? ok(pairs.value.filter(({ base }) => base.address === mint)) : pairs
    },
    async searchPairs(text) {
      const reply = await http.getJson({
        path: '/latest/dex/search',
        query: { q: text },
        label: 'search',
        rateClass: 'pairs',
        timeoutMs: PROVIDERS.dexscreener.timeoutMs,
        schema: WrappedPairsReply,
      })
      return reply.ok ? solanaPairs(http.provider, reply.value.pairs ?? []) : reply
    },
    topBoosts: () => fetchFeed(http, '/token-boosts/top/v1'),
    latestBoosts: () => fetchFeed(http, '/token-boosts/latest/v1'),
    latestProfiles: () => fetchFeed(http, '/token-profiles/latest/v1'),
  }
}

/** At most 30 mints. An answer has room for about as many pairs, so mints with many pools crowd others out; the
 *  missing ones are asked for again among themselves, and one by one when that finds no further mint. */
async function loadPairs(
  http: HttpClient,
  mints: readonly string[],
): Promise<Outcome<ReadonlyMap<string, readonly MarketPair[]>>> {
  const found = new Map<string, MarketPair[]>()
  let missing = mints
  while (missing.length > 0) {
    const path = `/tokens/v1/${CHAIN}/${missing.map(encodeURIComponent).join(',')}`
    const pairs = await fetchPairs(http, path, 'tokens')
    if (!pairs.ok) return pairs
    groupByBase(pairs.value, new Set(missing), found)
    const stillMissing = missing.filter((mint) => !found.has(mint))
    if (pairs.value.length < UPSTREAM_BATCHES.dexscreenerPairsPerAnswer || stillMissing.length === 0) return ok(found)
    if (stillMissing.length === missing.length || stillMissing.length === 1) {
      return loadOneByOne(http, stillMissing, found)
    }
    missing = stillMissing
  }
  return ok(found)
}

async function loadOneByOne(
  http: HttpClient,
  mints: readonly string[],
  found: Map<string, MarketPair[]>,
): Promise<Outcome<ReadonlyMap<string, readonly MarketPair[]>>> {
  const answers = await inParallel(mints, UPSTREAM_BATCHES.chunksInParallel, (mint) =>
    fetchPairs(http, `/token-pairs/v1/${CHAIN}/${encodeURIComponent(mint)}`, 'token-pairs'),
  )
  for (const [at, pairs] of answers.entries()) {
    if (!pairs.ok) return pairs
    groupByBase(pairs.value, new Set([mints[at]!]), found)
  }
  return ok(found)
}

/** A mint may also be the quote side of a pool; prices and volumes describe the base, so such a pool is not its own. */
function groupByBase(pairs: readonly MarketPair[], mints: ReadonlySet<string>, into: Map<string, MarketPair[]>): void {
  for (const pair of pairs) {
    const mint = pair.base.address
    if (!mints.has(mint)) continue
    const own = into.get(mint)
    if (own === undefined) into.set(mint, [pair])
    else own.push(pair)
  }
}

async function fetchPairs(http: HttpClient, path: string, label: string): Promise<Outcome<MarketPair[]>> {
  const reply = await http.getJson({
    path,
    label,
    rateClass: 'pairs',
    timeoutMs: PROVIDERS.dexscreener.timeoutMs,
    schema: PairsReply,
  })
  return reply.ok ? solanaPairs(http.provider, reply.value) : reply
}

function solanaPairs(provider: string, rows: readonly unknown[]): Outcome<MarketPair[]> {
  const pairs = readRows(provider, rows, isReadablePair, (row) => row)
  return pairs.ok ? ok(pairs.value.filter(isOnSolana).map(toMarketPair)) : pairs
}

function isOnSolana({ chainId }: PairRow | FeedRow): boolean {
  return chainId === CHAIN
}

/** Addresses of other chains are theirs to judge. */
function isReadablePair(row: unknown): row is PairRow {
  if (!isPairRow(row)) return false
  return !isOnSolana(row) || (isSolanaAddress(row.pairAddress) && isSolanaAddress(row.baseToken.address))
}

function isReadableEntry(row: unknown): row is FeedRow {
  return isFeedRow(row) && (!isOnSolana(row) || isSolanaAddress(row.tokenAddress))
}

async function fetchFeed(http: HttpClient, path: string): Promise<Outcome<readonly FeedEntry[]>> {
  const reply = await http.getJson({
    path,
    rateClass: 'feeds',
    timeoutMs: PROVIDERS.dexscreener.timeoutMs,
    schema: FeedReply,
  })
  if (!reply.ok) return reply
  const rows = asList(reply.value)
  const entries = readRows(http.provider, rows, isReadableEntry, (row) => row)
  return entries.ok ? ok(entries.value.filter(isOnSolana).map(toFeedEntry)) : entries
}

function asList(value: Static<typeof FeedReply>): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}
