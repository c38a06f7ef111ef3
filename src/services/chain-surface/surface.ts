import type { CatalogChain } from '../../chain/catalog/chains.ts'
import type { Context } from '../../context.ts'
import type { SurfacePeriod, TrendWindow } from '../../contract/chain-question.ts'
import type { SURFACE_PAYLOADS, SurfacePayload } from '../../contract/chain-surface.ts'
import type { CacheMeta, Failure, Outcome } from '../../contract/outcome.ts'

/** What can be asked about a chain. */
export type SurfaceName = keyof typeof SURFACE_PAYLOADS

/** Parameters by name; a route fills those that it has. Addresses are canonical. */
export type SurfaceQuestion = {
  readonly address: string
  readonly addresses: readonly string[]
  readonly limit: number
  readonly cursor: string
  readonly window: TrendWindow
  readonly period: SurfacePeriod
  readonly amount: number
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly minLiquidityUsd: number
  readonly dex: string
  readonly text: string
  readonly sort: 'volume' | 'pnl'
  readonly fresh: boolean
  readonly swap: {
    readonly inputToken: string
    readonly outputToken: string
    readonly amountRaw: bigint
    readonly slippageBps: number
  } | null
  readonly quote: Readonly<Record<string, unknown>>
  readonly taker: string
}
export type Asked = {
  readonly ctx: Context
  readonly chain: CatalogChain
  readonly question: SurfaceQuestion
  readonly signal: AbortSignal
  /** The refusal where the chain does not meet the level: only what proves its own answer may be told. Else null. */
  readonly unmet: Failure | null
}

/** A payload and what is known of its age. */
export type Sourced<T> = {
  readonly payload: T
  readonly source: string
  /** Of the newest fact, as its source dates it. */
  readonly sourceAtMs: number | null
  /** A trade was younger than this. */
  readonly ageUnderMs?: number | null
  readonly block?: number | null
  readonly fetchedAtMs: number
  readonly stale?: boolean
}
export type Answer<N extends SurfaceName> = Promise<Outcome<Sourced<SurfacePayload<N>>>>
/** One implementation of the surface; a member that is missing is served for no chain of it. */
export type Surface = { readonly [N in SurfaceName]?: (asked: Asked) => Answer<N> }

/** When a cached answer was built. */
export function builtAt(cache: CacheMeta | undefined, nowMs: number): { fetchedAtMs: number; stale: boolean } {
  return { fetchedAtMs: cache?.builtAtMs ?? nowMs, stale: cache?.stale ?? false }
}
