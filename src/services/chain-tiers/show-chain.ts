import { type CatalogChain, CHAINS } from '../../chain/catalog/chains.ts'
import { CHAIN_TIERS } from '../../config/chains.ts'
import type { Context } from '../../context.ts'
import {
  CHAIN_TIER_NAMES,
  type ChainEndpoint,
  type ChainEvidence,
  type ChainRecord,
  type ChainRow,
  type ChainsReply,
  type ChainsSummary,
  type ChainTier,
} from '../../contract/chain-catalog.ts'
import { isExecuted, SURFACE, whyUnserved } from './endpoints.ts'
import { type CurrentTier, currentTier, readTier } from './tier-of.ts'

export type ChainFilter = {
  /** The lowest level that the chain must meet; null for all. */
  readonly meets: ChainTier | null
  /** Empty for all. */
  readonly family: string
}

/** The chains of the catalog that pass the filter with their tier now, the highest first. */
export function listChains(ctx: Context, { meets, family }: ChainFilter): ChainsReply {
  const chains = readAll(ctx)
    .filter(({ chain, tier }) => (meets === null || tier.meets[meets]) && (family === '' || chain.family === family))
    .map(({ chain, tier }) => toRow(chain, tier))
    .sort((a, b) => (a.tier === b.tier ? (a.chain < b.chain ? -1 : 1) : a.tier < b.tier ? 1 : -1))
  return { count: chains.length, total: CHAINS.length, chains, generatedAt: ctx.clock.nowMs() }
}

/** Counts of the catalog. */
export function summariseChains(ctx: Context): ChainsSummary {
  const rows = readAll(ctx)
  const count = (holds: (row: (typeof rows)[number]) => boolean): number => rows.filter(holds).length
  const times = rows.flatMap(({ tier: { measure } }) => (measure === undefined ? [] : [measure.measuredAtMs]))
  const byFamily: Record<string, number> = {}
  for (const { chain } of rows) byFamily[chain.family] = (byFamily[chain.family] ?? 0) + 1
  const nowMs = ctx.clock.nowMs()
  return {
    total: rows.length,
    measured: count(({ tier }) => isMeasured(tier, nowMs)),
    stale: count(({ tier }) => tier.stale),
    byTier: Object.fromEntries(
      CHAIN_TIER_NAMES.map((name) => [name, count(({ tier }) => tier.tier === name)]),
    ) as ChainsSummary['byTier'],
    priced: count(({ tier }) => tier.meets.L1),
    market: count(({ tier }) => tier.meets.L2),
    forensics: count(({ tier }) => tier.meets.L3),
    tradeable: count(({ tier }) => tier.meets.L4),
    services: count(({ tier }) => tier.meets.L5),
    byFamily,
    oldestMeasurement: times.length === 0 ? null : Math.min(...times),
    newestMeasurement: times.length === 0 ? null : Math.max(...times),
    generatedAt: nowMs,
  }
}

/** One chain with what its tier rests on and what can be asked of it; a chain that nobody measured is measured first. */
export async function showChain(ctx: Context, chain: CatalogChain): Promise<ChainRecord> {
  const tier = await currentTier(ctx, chain)
  const { aliases, caip2, wrappedNative, providerIds, aggregators, explorers, blockTimeMs } = chain
  return {
    ...toRow(chain, tier),
    aliases: [...aliases],
    caip2All: [...caip2],
    wrappedNative,
    providerIds: { ...providerIds },
    aggregators: [...aggregators],
    explorers: [...explorers],
    blockTimeMs,
    evidence: showEvidence(tier),
    endpoints: listEndpoints(ctx, chain, tier),
  }
}

function readAll(ctx: Context) {
  return CHAINS.map((chain) => ({ chain, tier: readTier(ctx, chain) }))
}

function isMeasured({ measure }: CurrentTier, nowMs: number): boolean {
  return measure?.market != null && nowMs - measure.market.askedAtMs <= CHAIN_TIERS.dropAfterMs
}

function toRow(chain: CatalogChain, { tier, meets, stale, measure }: CurrentTier): ChainRow {
  return {
    chain: chain.key,
    name: chain.name,
    family: chain.family,
    eip155: chain.eip155,
    caip2: chain.caip2[0] ?? null,
    nativeCurrency: { ...chain.nativeCurrency },
    tier,
    meets: { ...meets },
    stale,
    measuredAt: measure?.measuredAtMs ?? null,
    newestTradeAgeMs: measure?.market?.newestTradeAgeMs ?? null,
    status: chain.status,
  }
}

function showEvidence({ measure, services }: CurrentTier): ChainEvidence {
  const { market = null, analysis = null, quote = null, attempts = [] } = measure ?? {}
  return {
    measuredAt: measure?.measuredAtMs ?? null,
    nextMeasurement: measure === undefined ? null : measure.measuredAtMs + CHAIN_TIERS.everyMs,
    market: market && {
      askedAt: market.askedAtMs,
      source: market.source,
      newestTradeAgeMs: market.newestTradeAgeMs,
      newestTradeUnderMs: market.newestTradeUnderMs,
      active24h: market.active24h,
      poolTradedWithinHour: market.poolTradedWithinHour,
      pool: market.pool && { ...market.pool },
    },
    analysis: analysis && renamed(analysis),
    quote: quote && renamed(quote),
    services: { ...services },
    attempts: attempts.map(({ atMs, ...attempt }) => ({ at: atMs, ...attempt })),
  }
}

function renamed<E extends { readonly askedAtMs: number }>({ askedAtMs, ...rest }: E) {
  return { askedAt: askedAtMs, ...rest }
}

function listEndpoints(ctx: Context, chain: CatalogChain, { meets, tier }: CurrentTier): ChainEndpoint[] {
  return SURFACE.map((endpoint) => {
    const { name, method, suffix, level } = endpoint
    const unserved = whyUnserved(ctx, chain, endpoint)
    const isProved = meets[level] || isExecuted(ctx, chain, name)
    const reason = unserved ?? (isProved ? null : `its tier is ${tier}, and this needs what ${level} proves`)
    return { method, path: `/api/v2/chain/${chain.key}${suffix}`, level, served: reason === null, reason }
  })
}
