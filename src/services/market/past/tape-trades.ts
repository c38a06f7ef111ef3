import { LIMITS } from '../../../config/limits.ts'
import type { Context } from '../../../context.ts'
import type { TradeEvent } from '../../../contract/tape-event.ts'
import { wholeStretch } from '../../chains/tape-stretch.ts'

/** What the tape holds of a pool without a gap up to now. */
export type TapeTrades = {
  /** Newest first. */
  readonly trades: readonly TradeEvent[]
  /** Where its newest stretch begins. */
  readonly fromSlot: number
  /** Every trade since this time is among them. */
  readonly wholeSinceSec: number | null
  /** There are more than one answer takes. */
  readonly isPageFull: boolean
  /** Set where the pool came to be within the stretch. */
  readonly createdAtSec: number | null
  readonly isLaunch: boolean
}

/** Null where the tape does not reach up to now or leaves trades of the pool out. */
export function readTapeTrades(ctx: Pick<Context, 'config' | 'store' | 'clock'>, pool: string): TapeTrades | null {
  const stretch = wholeStretch(ctx, [pool])
  if (stretch === null || !stretch.isCurrent) return null
  const { tape } = ctx.store
  const page = tape.trades({ by: 'pool', address: pool }, { limit: LIMITS.windowTrades })
  const trades = page.trades.filter(({ slot }) => slot >= stretch.fromSlot)
  const isPageFull = page.nextBeforeSeq !== null && trades.length === page.trades.length
  const [newest] = trades
  const launch = newest === undefined ? undefined : tape.launchOf(newest.mint)
  const isMadeHere = launch?.pool === pool && launch.slot >= stretch.fromSlot
  const oldestSec = trades.at(-1)?.blockTimeSec ?? null
  return {
    trades,
    fromSlot: stretch.fromSlot,
    wholeSinceSec: isPageFull ? (oldestSec === null ? null : oldestSec + 1) : isMadeHere ? 0 : stretch.fromTimeSec,
    isPageFull,
    createdAtSec: isMadeHere && !isPageFull ? launch.blockTimeSec : null,
    isLaunch: isMadeHere && launch.kind === 'launch',
  }
}
