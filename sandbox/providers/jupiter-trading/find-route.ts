import { USDC_MINT, WSOL_MINT } from '../../../src/contract/mints.ts'
import type { SandboxChain } from '../../chain/types.ts'
import type { Market, MarketPool } from '../market.ts'
import { type LegQuote, otherMint, quoteLeg } from './swap-legs.ts'

/** Tokens that a route may pass through. */
const INTERMEDIATE_MINTS = [WSOL_MINT, USDC_MINT] as const
const MAX_POOLS_PER_LEG = 12

export type RouteRequest = {
  readonly inputMint: string
  readonly outputMint: string
  readonly inRaw: bigint
  readonly onlyDirectRoutes: boolean
  /** By label; null: all. */
  readonly allows: (pool: MarketPool) => boolean
}
export type FoundRoute = {
  readonly legs: readonly LegQuote[]
  readonly outRaw: bigint
  /** What each direct pool would have given, by its address. */
  readonly direct: ReadonlyMap<string, bigint>
}
export type Routing = { readonly chain: SandboxChain; readonly market: Market }

/** The path that gives most: one pool, or two by way of SOL or USDC. Null when there is none. */
export function findRoute(routing: Routing, request: RouteRequest): FoundRoute | null {
  const { inputMint, outputMint, inRaw } = request
  const direct = new Map<string, bigint>()
  let legs: readonly LegQuote[] | null = null
  for (const quote of quotesOf(routing, request, { inputMint, outputMint, inRaw })) {
    direct.set(quote.leg.pool.address, quote.outRaw)
    if (legs === null || quote.outRaw > legs[0]!.outRaw) legs = [quote]
  }
  for (const mint of request.onlyDirectRoutes ? [] : INTERMEDIATE_MINTS) {
    if (mint === inputMint || mint === outputMint) continue
    const first = most(quotesOf(routing, request, { inputMint, outputMint: mint, inRaw }))
    if (first === null) continue
    const next = { inputMint: mint, outputMint, inRaw: first.outRaw, after: first }
    const second = most(quotesOf(routing, request, next))
    if (second !== null && (legs === null || second.outRaw > legs.at(-1)!.outRaw)) legs = [first, second]
  }
  return legs === null ? null : { legs, outRaw: legs.at(-1)!.outRaw, direct }
}

/** Whether anyone trades the mint at all. */
export function isTradable({ market }: Routing, mint: string): boolean {
  return market.poolsOf(mint).length > 0 || market.pools().some(({ quoteMint }) => quoteMint === mint)
}

function quotesOf(
  { chain, market }: Routing,
  { allows }: RouteRequest,
  leg: {
    readonly inputMint: string
    readonly outputMint: string
    readonly inRaw: bigint
    readonly after?: LegQuote
  },
): LegQuote[] {
  const { inputMint, outputMint, inRaw, after } = leg
  return poolsBetween(market, inputMint, outputMint)
    .filter((pool) => allows(pool) && pool !== after?.leg.pool)
    .slice(0, MAX_POOLS_PER_LEG)
    .map((pool) => quoteLeg(chain, pool, inputMint, { inRaw, after }))
    .filter((quote) => quote !== null)
}

/** Pools of two mints whichever of them is the base, deepest first. */
export function poolsBetween(market: Market, one: string, other: string): MarketPool[] {
  const pools = [...market.poolsOf(one), ...market.poolsOf(other)].filter(
    (pool) => (pool.baseMint === one || pool.quoteMint === one) && otherMint(pool, one) === other,
  )
  if (pools.length <= MAX_POOLS_PER_LEG) return pools
  const depth = new Map(pools.map((pool) => [pool, market.state(pool)?.quoteReserve ?? 0]))
  return pools.sort((a, b) => depth.get(b)! - depth.get(a)! || (a.address < b.address ? -1 : 1))
}

function most(quotes: readonly LegQuote[]): LegQuote | null {
  let best: LegQuote | null = null
  for (const quote of quotes) if (best === null || quote.outRaw > best.outRaw) best = quote
  return best
}
