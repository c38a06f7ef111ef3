import { UPSTREAM_BATCHES } from '../../config/upstream-limits.ts'
import type { Context } from '../../context.ts'
import type { NewToken, SurfacePayload } from '../../contract/chain-surface.ts'
import { type CacheMeta, fail, joinCacheMeta, type Outcome, ok } from '../../contract/outcome.ts'
import type { TokenMetadataEntry, TokenPriceEntry, TrendingToken } from '../../contract/token.ts'
import type { TradeRow } from '../../contract/trade-row.ts'
import type { MarketPair } from '../../upstreams/capabilities.ts'
import type { ChainToken, ChainTrade, ProviderChain } from '../../upstreams/chain-capabilities.ts'
import { providerChain } from '../chain-tiers/provider-chain.ts'
import { toCandleRow } from '../market/candle-row.ts'
import { pickBestPair, speaksLouder } from '../pricing/best-pair.ts'
import { clampWindows } from '../tokens/full-pair.ts'
import { neutralImageUrl } from '../tokens/neutral-image.ts'
import { pairsByVolume, toChainPair, toChainSearchToken, toPriceEntry, tradedWithinMs } from './pair-rows.ts'
import { type Asked, builtAt, type Sourced, type Surface } from './surface.ts'

const MOST_PAIRS = 8
const MOST_RESULTS = 20
const TOP = 10
/** Any chain by the providers that know it. */
export const PROVIDED: Surface = {
  async nativePrice(asked) {
    const { chain } = asked
    const token = chain.wrappedNative
    if (token === null)
      return fail('upstream_failed', `no token that stands for ${chain.nativeCurrency.symbol} is known`)
    const found = await pairsOf(asked, token)
    if (!found.ok) return found
    const best = pickBestPair(found.value.pairs, token)
    if (best === null || best.priceUsd === null) return fail('upstream_failed', 'no pool prices the native token')
    return ok({
      payload: {
        symbol: chain.nativeCurrency.symbol,
        priceUSD: best.priceUsd,
        priceChange24h: best.priceChangePct.h24,
        wrapped: token,
      },
      ...found.value.sourced,
    })
  },
  async dexes(asked) {
    const at = poolsOf(asked)
    if (!at.ok) return at
    const { source, chain: on } = at.value
    const listed = await kept(asked, 'dexes', () => source.dexes(on))
    if (!listed.ok) return listed
    const dexes = listed.value.map(({ id, name }) => ({ id, name, pools: null, volume24hUSD: null }))
    const payload = { count: dexes.length, dexes, missing: ['pools and volume24hUSD: the provider lists names only'] }
    return ok({ payload, source: source.provider, sourceAtMs: null, ...builtAt(listed.cache, now(asked)) })
  },
  async trendingTokens(asked) {
    const { limit, window, minLiquidityUsd } = asked.question
    const found = await poolList(asked, `trending ${window}`, (source, on) => source.trendingPools(on, window))
    if (!found.ok) return found
    const tokens = firstOfEach(found.value.pairs).map(toTrendingToken)
    const shown = tokens.filter((token) => isDeep(token.liquidityUsd, minLiquidityUsd)).slice(0, limit)
    return ok({ payload: { period: window, count: shown.length, tokens: shown }, ...found.value.sourced })
  },
  async newTokens(asked) {
    const { limit, dex, minLiquidityUsd } = asked.question
    const found = await poolList(asked, 'new', (source, on) => source.newPools(on))
    if (!found.ok) return found
    const nowMs = now(asked)
    const tokens = firstOfEach(found.value.pairs)
      .filter((pair) => (dex === '' || pair.dexId === dex) && isDeep(pair.liquidityUsd, minLiquidityUsd))
      .slice(0, limit)
      .map((pair) => toNewToken(pair, nowMs))
    return ok({ payload: { count: tokens.length, tokens }, ...found.value.sourced })
  },
  async searchTokens(asked) {
    const { ctx, chain, question } = asked
    const { chainPairs } = ctx.upstreams
    const on = providerChain(chain, 'dexscreener')
    if (chainPairs === null || on === null) return fail('unconfigured', 'provider not configured: chainPairs')
    if (question.text.length < 2) return ok(searched(asked, [], chainPairs.provider, null))
    const pairs = await kept(asked, `search ${question.text}`, () => chainPairs.searchPairs(on, question.text))
    return pairs.ok ? ok(searched(asked, pairs.value, chainPairs.provider, pairs.cache)) : pairs
  },
  async prices(asked) {
    const found = await pricesOf(asked, asked.question.addresses)
    if (!found.ok) return found
    const { entries, sourced } = found.value
    const prices = Object.fromEntries(entries.map((entry) => [entry.mint, entry]))
    return ok({ payload: { count: entries.length, prices }, ...sourced })
  },
  async metadata(asked) {
    const found = await tokensOf(asked, asked.question.addresses)
    if (!found.ok) return found
    const { tokens, sourced } = found.value
    return ok({ payload: { count: Object.keys(tokens).length, tokens }, ...sourced })
  },
  async token(asked) {
    const { address } = asked.question
    const found = await pairsOf(asked, address)
    if (!found.ok) return found
    const named = await tokensOf(asked, [address])
    const best = pickBestPair(found.value.pairs, address)
    const pairs = pairsByVolume(asked.ctx, asked.chain.key, found.value.pairs).slice(0, MOST_PAIRS)
    const metadata = (named.ok ? named.value.tokens[address] : null) ?? null
    if (pairs.length === 0 && metadata === null)
      return fail('not_found', `no token of ${asked.chain.key} is known at this address`)
    const price = best === null ? null : toPriceEntry(best)
    return ok({ payload: { address, metadata, price, pairs }, ...found.value.sourced })
  },
  async tokenPools(asked) {
    const { address, limit } = asked.question
    const found = await pairsOf(asked, address)
    if (!found.ok) return found
    const pools = pairsByVolume(asked.ctx, asked.chain.key, found.value.pairs).slice(0, limit)
    return ok({ payload: { address, count: pools.length, pools }, ...found.value.sourced })
  },
  async tokenTrades(asked) {
    const { address } = asked.question
    const best = await chosenPool(asked)
    if (!best.ok) return best
    const found = await tradesOf(asked, best.value.pairAddress, address)
    if (!found.ok) return found
    const missing = [`trades of other pools than ${best.value.pairAddress}, the most traded of the token`]
    return ok({ ...found.value, payload: { address, ...found.value.payload, missing } })
  },
  async tokenOhlcv(asked) {
    const { address, period } = asked.question
    const best = await chosenPool(asked)
    if (!best.ok) return best
    const found = await candlesOf(asked, best.value.pairAddress, address)
    if (!found.ok) return found
    const missing = [`trades of other pools than ${best.value.pairAddress}, the most traded of the token`]
    return ok({ ...found.value, payload: { address, period, ...found.value.payload, missing } })
  },
  async holders(asked) {
    const report = await securityOf(asked)
    if (!report.ok) return report
    const { holders, holderCount } = report.value.payload
    const shown = holders.slice(0, asked.question.limit).map(({ tag, ...holder }) => ({ ...holder, name: tag }))
    const shares = holders.slice(0, TOP).map(({ pct }) => pct)
    // Any holder whose share is unknown may be among the largest.
    const isWhole = shares.length === TOP && holders.every(({ pct }) => pct !== null)
    const sum = shares.reduce<number>((total, pct) => total + (pct ?? 0), 0)
    const top10Pct = isWhole ? Math.min(100, Number(sum.toFixed(6))) : null
    const payload = { address: asked.question.address, holders: shown, total: holderCount, top10Pct }
    return ok({ ...report.value, payload })
  },
  async security(asked) {
    const found = await securityOf(asked)
    if (!found.ok) return found
    const { scoreSafe0to100: score, checks, buyTaxPct, sellTaxPct, honeypot, provider } = found.value.payload
    return ok({
      ...found.value,
      payload: {
        address: asked.question.address,
        score,
        grade: gradeOf(score),
        checks: checks.map((check) => ({ ...check })),
        taxes: { buyPct: buyTaxPct, sellPct: sellTaxPct },
        honeypot: {
          verdict: honeypot === null ? 'unknown' : honeypot ? 'honeypot' : 'sellable',
          method: 'provider',
          provider,
        },
      },
    })
  },
  async trendingPools(asked) {
    const { limit, window, minLiquidityUsd } = asked.question
    const found = await poolList(asked, `trending ${window}`, (source, on) => source.trendingPools(on, window))
    return found.ok ? ok(shownPools(asked, found.value, { limit, dex: '', minLiquidityUsd })) : found
  },
  async newPools(asked) {
    const { limit, dex, minLiquidityUsd } = asked.question
    const found = await poolList(asked, 'new', (source, on) => source.newPools(on))
    return found.ok ? ok(shownPools(asked, found.value, { limit, dex, minLiquidityUsd })) : found
  },
  async pool(asked) {
    const found = await onePool(asked)
    if (!found.ok) return found
    const { pair, sourced } = found.value
    return ok({ payload: { pool: toChainPair(asked.ctx, asked.chain.key, pair) }, ...sourced })
  },
  async poolTrades(asked) {
    const { address } = asked.question
    const found = await tradesOf(asked, address, null)
    return found.ok ? ok({ ...found.value, payload: { pool: address, ...found.value.payload } }) : found
  },
  async poolOhlcv(asked) {
    const { address, period } = asked.question
    const found = await candlesOf(asked, address, null)
    return found.ok ? ok({ ...found.value, payload: { pool: address, period, ...found.value.payload } }) : found
  },
}

/** Of a score where higher is safer. */
export function gradeOf(score: number | null): SurfacePayload<'security'>['grade'] {
  if (score === null) return null
  return score >= 85 ? 'safe' : score >= 60 ? 'caution' : score >= 35 ? 'risky' : 'danger'
}

type Dated = Omit<Sourced<unknown>, 'payload'>
type FoundPairs = { readonly pairs: readonly MarketPair[]; readonly sourced: Dated }

const now = ({ ctx }: Pick<Asked, 'ctx'>): number => ctx.clock.nowMs()

/** Answers of providers are shared by all who ask the same. */
function kept<T>({ ctx, chain }: Asked, what: string, load: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  return ctx.store.memo<T>('chainData', `${chain.key}\n${what}`, load)
}

function dated(
  asked: Asked,
  source: string,
  pairs: readonly MarketPair[],
  cache: Parameters<typeof builtAt>[0],
): Dated {
  return { source, sourceAtMs: null, ageUnderMs: tradedWithinMs(pairs), ...builtAt(cache, now(asked)) }
}

function poolsOf({ ctx, chain }: Asked) {
  const on = providerChain(chain, 'geckoterminal')
  const source = ctx.upstreams.chainPools
  return source === null || on === null
    ? fail('unconfigured', 'provider not configured: chainPools')
    : ok({ source, chain: on })
}

/** Pools of the token: of the provider of pairs, else, and where that fails, of the index of pools. */
async function pairsOf(asked: Asked, token: string): Promise<Outcome<FoundPairs>> {
  const { chainPairs } = asked.ctx.upstreams
  const on = providerChain(asked.chain, 'dexscreener')
  if (chainPairs !== null && on !== null) {
    const pairs = await kept(asked, `pairs ${token}`, () => chainPairs.pairsWithToken(on, token))
    if (pairs.ok && pairs.value.length > 0)
      return ok({ pairs: pairs.value, sourced: dated(asked, chainPairs.provider, pairs.value, pairs.cache) })
    if (asked.ctx.upstreams.chainPools === null || asked.chain.providerIds.geckoterminal === undefined)
      return pairs.ok ? ok({ pairs: [], sourced: dated(asked, chainPairs.provider, [], pairs.cache) }) : pairs
  }
  return poolList(asked, `pools of ${token}`, (source, chain) => source.poolsOfToken(chain, token))
}

/** The pools of several tokens at the provider of pairs. */
async function pairsOfAll(asked: Asked, tokens: readonly string[]): Promise<Outcome<FoundPairs>> {
  const { chainPairs } = asked.ctx.upstreams
  const on = providerChain(asked.chain, 'dexscreener')
  if (chainPairs === null || on === null) return fail('unconfigured', 'provider not configured: chainPairs')
  const found: MarketPair[] = []
  let cache: CacheMeta | undefined
  for (const some of batches(tokens, UPSTREAM_BATCHES.dexscreenerMints)) {
    const pairs = await kept(asked, `prices ${some.join(',')}`, () => chainPairs.pairsByTokens(on, some))
    if (!pairs.ok) return pairs
    found.push(...pairs.value)
    cache = joinCacheMeta([cache, pairs.cache])
  }
  return ok({ pairs: found, sourced: dated(asked, chainPairs.provider, found, cache) })
}

/** Several tokens as the index of pools describes them. */
async function indexedTokens(
  asked: Asked,
  addresses: readonly string[],
): Promise<Outcome<{ readonly tokens: readonly ChainToken[]; readonly sourced: Dated }>> {
  const at = poolsOf(asked)
  if (!at.ok) return at
  const { source, chain } = at.value
  const tokens: ChainToken[] = []
  let cache: CacheMeta | undefined
  for (const some of batches(addresses, UPSTREAM_BATCHES.geckoterminalTokens)) {
    const rows = await kept(asked, `tokens ${some.join(',')}`, () => source.tokensByAddresses(chain, some))
    if (!rows.ok) return rows
    // Under the address that was asked for; a token that was not asked for is left out.
    for (const row of rows.value) {
      const address = some.find((one) => chain.isSame(one, row.address))
      if (address !== undefined) tokens.push({ ...row, address })
    }
    cache = joinCacheMeta([cache, rows.cache])
  }
  return ok({ tokens, sourced: dated(asked, source.provider, [], cache) })
}

/** Of the provider of pairs, else, and where that fails, of the index of pools. */
async function pricesOf(
  asked: Asked,
  addresses: readonly string[],
): Promise<Outcome<{ readonly entries: readonly TokenPriceEntry[]; readonly sourced: Dated }>> {
  const found = await pairsOfAll(asked, addresses)
  if (found.ok) {
    const { pairs, sourced } = found.value
    const best = addresses.map((address) => pickBestPair(pairs, address))
    return ok({ entries: best.map((pair) => pair && toPriceEntry(pair)).filter((entry) => entry !== null), sourced })
  }
  const indexed = await indexedTokens(asked, addresses)
  if (!indexed.ok) return indexed.code === 'unconfigured' ? found : indexed
  const { tokens, sourced } = indexed.value
  return ok({ entries: tokens.map(indexedPrice).filter((entry) => entry !== null), sourced })
}

function indexedPrice(token: ChainToken): TokenPriceEntry | null {
  const { address: mint, priceUsd, marketCapUsd: marketCap, fdvUsd: fdv, liquidityUsd, volume24hUsd } = token
  return priceUsd === null
    ? null
    : { mint, priceUsd, marketCap, fdv, liquidityUsd, volume24h: volume24hUsd, priceChange24h: null }
}

function* batches<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}

async function poolList(
  asked: Asked,
  what: string,
  ask: (
    source: NonNullable<Context['upstreams']['chainPools']>,
    chain: ProviderChain,
  ) => Promise<Outcome<readonly MarketPair[]>>,
): Promise<Outcome<FoundPairs>> {
  const at = poolsOf(asked)
  if (!at.ok) return at
  const { source, chain } = at.value
  const pairs = await kept(asked, what, () => ask(source, chain))
  if (!pairs.ok) return pairs
  return ok({ pairs: pairs.value, sourced: dated(asked, source.provider, pairs.value, pairs.cache) })
}

/** Names and supply of the index of pools, else what the pairs call the tokens. */
async function tokensOf(
  asked: Asked,
  addresses: readonly string[],
): Promise<Outcome<{ readonly tokens: Record<string, TokenMetadataEntry>; readonly sourced: Dated }>> {
  // An address of some chains may be the text `constructor`.
  const tokens: Record<string, TokenMetadataEntry> = Object.create(null)
  if (!poolsOf(asked).ok) {
    const found = await pairsOfAll(asked, addresses)
    if (!found.ok) return found
    for (const { base, info } of found.value.pairs)
      if (addresses.includes(base.address))
        tokens[base.address] ??= toMetadata(
          base.address,
          { ...base, imageUrl: info?.imageUrl ?? null, decimals: null },
          found.value.sourced.source,
        )
    return ok({ tokens, sourced: found.value.sourced })
  }
  const indexed = await indexedTokens(asked, addresses)
  if (!indexed.ok) return indexed
  const { sourced } = indexed.value
  for (const row of indexed.value.tokens) tokens[row.address] = toMetadata(row.address, row, sourced.source)
  return ok({ tokens, sourced })
}

function toMetadata(
  mint: string,
  {
    name,
    symbol,
    imageUrl,
    decimals,
  }: Pick<TokenMetadataEntry, 'name' | 'symbol' | 'decimals'> & { imageUrl: string | null },
  provider: string,
): TokenMetadataEntry {
  const image = neutralImageUrl(imageUrl)
  const source = `indexer:${provider}`
  return { mint, name, symbol, description: null, image, decimals, supply: null, ownership: null, source, uri: null }
}

/** The most traded pool of the token that the index of pools knows. */
async function chosenPool(asked: Asked): Promise<Outcome<MarketPair>> {
  const { address } = asked.question
  const found = await poolList(asked, `pools of ${address}`, (source, on) => source.poolsOfToken(on, address))
  if (!found.ok) return found
  const best = [...found.value.pairs].sort((a, b) => (speaksLouder(a, b) ? -1 : 1))[0]
  return best === undefined ? fail('not_found', `no pool of this token is known on ${asked.chain.key}`) : ok(best)
}

async function onePool(asked: Asked): Promise<Outcome<{ readonly pair: MarketPair; readonly sourced: Dated }>> {
  const { ctx, chain, question } = asked
  const { chainPairs, chainPools } = ctx.upstreams
  const pairChain = providerChain(chain, 'dexscreener')
  const poolChain = providerChain(chain, 'geckoterminal')
  const asks = [
    chainPairs !== null && pairChain !== null
      ? { source: chainPairs.provider, ask: () => chainPairs.pairByAddress(pairChain, question.address) }
      : null,
    chainPools !== null && poolChain !== null
      ? { source: chainPools.provider, ask: () => chainPools.pool(poolChain, question.address) }
      : null,
  ].filter((one) => one !== null)
  let failed: Outcome<never> = fail('not_found', `no such pool is known on ${chain.key}`)
  for (const { source, ask } of asks) {
    const pair = await kept(asked, `pool ${source} ${question.address}`, ask)
    if (!pair.ok) failed = pair
    else if (pair.value !== null)
      return ok({ pair: pair.value, sourced: dated(asked, source, [pair.value], pair.cache) })
  }
  return failed
}

async function tradesOf(asked: Asked, pool: string, token: string | null) {
  const at = poolsOf(asked)
  if (!at.ok) return at
  const { limit, cursor } = asked.question
  if (cursor !== '') return fail('invalid_request', 'invalid cursor')
  const { source, chain } = at.value
  const found = await kept(asked, `trades ${pool} ${token ?? ''}`, () => source.poolTrades(chain, pool, token))
  if (!found.ok) return found
  if (found.value === null) return fail('not_found', `no such pool is known on ${asked.chain.key}`)
  const trades = found.value.slice(0, limit)
  return ok({
    payload: { count: trades.length, trades: trades.map(toTradeRow), cursor: null },
    source: source.provider,
    sourceAtMs: trades[0]?.tMs ?? null,
    block: trades[0]?.block ?? null,
    ...builtAt(found.cache, now(asked)),
  })
}

async function candlesOf(asked: Asked, pool: string, token: string | null) {
  const at = poolsOf(asked)
  if (!at.ok) return at
  const { period, amount, fromMs, toMs } = asked.question
  const query = { step: period, fromMs, toMs, limit: amount }
  const { source, chain } = at.value
  const key = `candles ${pool} ${token ?? ''} ${period} ${amount} ${fromMs ?? ''} ${toMs ?? ''}`
  const found = await kept(asked, key, () => source.poolCandles(chain, pool, query, token))
  if (!found.ok) return found
  const candles = found.value.map(toCandleRow)
  return ok({
    payload: { count: candles.length, candles },
    source: source.provider,
    sourceAtMs: candles.at(-1)?.t ?? null,
    ...builtAt(found.cache, now(asked)),
  })
}

async function securityOf(asked: Asked) {
  const { chainSecurity } = asked.ctx.upstreams
  const on = providerChain(asked.chain, 'goplus')
  if (chainSecurity === null || on === null) return fail('unconfigured', 'provider not configured: chainSecurity')
  const { address } = asked.question
  const report = await kept(asked, `security ${address}`, () => chainSecurity.tokenReport(on, address))
  if (!report.ok) return report
  if (report.value === null) return fail('not_found', `${chainSecurity.provider} does not know this token`)
  const source = chainSecurity.provider
  return ok({ payload: report.value, source, sourceAtMs: null, ...builtAt(report.cache, now(asked)) })
}

function searched(
  asked: Asked,
  pairs: readonly MarketPair[],
  source: string,
  cache: Parameters<typeof builtAt>[0] | null,
): Sourced<{ results: ReturnType<typeof toChainSearchToken>[] }> {
  const rows = firstOfEach([...pairs].sort((a, b) => (speaksLouder(a, b) ? -1 : 1))).slice(0, MOST_RESULTS)
  const results = rows.map((pair) => toChainSearchToken(asked.chain.key, pair, now(asked)))
  return { payload: { results }, ...dated(asked, source, rows, cache ?? undefined) }
}

function shownPools(
  asked: Asked,
  { pairs, sourced }: FoundPairs,
  { limit, dex, minLiquidityUsd }: { readonly limit: number; readonly dex: string; readonly minLiquidityUsd: number },
) {
  const pools = pairs
    .filter((pair) => (dex === '' || pair.dexId === dex) && isDeep(pair.liquidityUsd, minLiquidityUsd))
    .slice(0, limit)
    .map((pair) => toChainPair(asked.ctx, asked.chain.key, pair))
  return { payload: { count: pools.length, pools }, ...sourced }
}

function isDeep(liquidityUsd: number | null, minLiquidityUsd: number): boolean {
  return minLiquidityUsd === 0 || (liquidityUsd ?? 0) >= minLiquidityUsd
}

/** One pool of each base token, in the order of the list. */
function firstOfEach(pairs: readonly MarketPair[]): MarketPair[] {
  const seen = new Set<string>()
  return pairs.filter(({ base }) => !seen.has(base.address) && seen.add(base.address))
}

function toTradeRow(trade: ChainTrade): TradeRow {
  return {
    hash: trade.signature,
    date: trade.tMs ?? 0,
    amountUSD: trade.amountUsd ?? 0,
    priceUSD: trade.priceUsd ?? 0,
    amount: trade.amount ?? 0,
    side: trade.side,
    sender: trade.sender,
    platform: trade.platform,
  }
}

function toTrendingToken(pair: MarketPair, at: number): TrendingToken {
  return {
    mint: pair.base.address,
    symbol: pair.base.symbol,
    name: pair.base.name,
    image: neutralImageUrl(pair.info?.imageUrl ?? null),
    priceUsd: pair.priceUsd,
    priceChange: { ...pair.priceChangePct },
    volume: clampWindows(pair.volumeUsd),
    txns: { ...pair.txns },
    liquidityUsd: pair.liquidityUsd,
    marketCap: pair.marketCapUsd,
    fdv: pair.fdvUsd,
    pairCreatedAt: pair.pairCreatedAtMs,
    dex: pair.dexId,
    pairAddress: pair.pairAddress,
    labels: [...pair.labels],
    boosts: pair.boostsActive ?? 0,
    rank: at + 1,
    rankChange1h: null,
  }
}

function toNewToken(pair: MarketPair, nowMs: number): NewToken {
  const createdAt = pair.pairCreatedAtMs
  return {
    mint: pair.base.address,
    pool: pair.pairAddress,
    dex: pair.dexId,
    name: pair.base.name,
    symbol: pair.base.symbol,
    priceUsd: pair.priceUsd,
    liquidityUsd: pair.liquidityUsd,
    volume24h: pair.volumeUsd.h24,
    createdAt,
    ageSecs: createdAt === null ? null : Math.max(0, Math.round((nowMs - createdAt) / 1_000)),
  }
}
