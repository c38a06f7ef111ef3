import type { Market } from '../providers/market.ts'
import type { RecentPool } from '../providers/watch-market.ts'
import type { TrueToken } from './plan-types.ts'
import type { DrawnWorld } from './plan-world.ts'
import type { WorldStage } from './stage.ts'

/** A launch as it happened. */
export type LaunchRecord = { readonly mint: string; readonly slot: number; readonly dev: string }

/** The built world. */
export type World = WorldStage & {
  readonly plan: DrawnWorld
  readonly market: Market
  readonly bootSec: number
  /** Launches by mint, those of the agents included. */
  readonly launches: Map<string, LaunchRecord>
  /** Truth about tokens that the agents launched, bounded. */
  readonly laterTokens: TrueToken[]
  /** Pools that a fork of their slot takes back. */
  readonly recentPools: RecentPool[]
  /** Actions of the timeline that the chain refused; empty in a sound world. */
  readonly refused: readonly string[]
}
