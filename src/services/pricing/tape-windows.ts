import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../config/durations.ts'
import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import type { TradeEvent } from '../../contract/tape-event.ts'
import type { MarketPair, Windows } from '../../upstreams/capabilities.ts'
import { wholeStretch } from '../chains/tape-stretch.ts'

const WINDOW_SEC: Windows<number> = {
  m5: 5 * MINUTE_SECS,
  h1: HOUR_SECS,
  h6: 6 * HOUR_SECS,
  h24: DAY_SECS,
}
type Sums = { readonly volumeUsd: number | null; readonly buys: number; readonly sells: number }

/** Volume and trades of a pool in the usual windows, from the tape: for pools that no provider knows, such as those of
 *  a token that is minutes old. A window that the tape does not hold whole is null, unless the token was launched
 *  since: then nothing is missing. So is one of more trades than `LIMITS.windowTrades`, and the volume of one in which
 *  a trade's worth in dollars is not known. */
export function readTapeWindows(
  ctx: Pick<Context, 'config' | 'store' | 'clock'>,
  { pool, mint }: { readonly pool: string; readonly mint: string },
): Pick<MarketPair, 'volumeUsd' | 'txns'> | null {
  const stretch = wholeStretch(ctx, [mint, pool])
  if (stretch === null || !stretch.isCurrent || stretch.fromTimeSec === null) return null
  const { tape } = ctx.store
  const nowSec = ctx.clock.nowMs() / 1_000
  const launch = tape.launchOf(mint)
  const isWholeLife = launch?.kind === 'launch' && launch.slot >= stretch.fromSlot
  const page = tape.trades(
    { by: 'pool', address: pool },
    { limit: LIMITS.windowTrades, fromTimeSec: Math.floor(nowSec - WINDOW_SEC.h24) },
  )
  // What is not on the page is no newer than its last trade.
  const pageFromSec = page.nextBeforeSeq === null ? 0 : (page.trades.at(-1)?.blockTimeSec ?? nowSec) + 1
  const heldFromSec = Math.max(pageFromSec, isWholeLife ? 0 : stretch.fromTimeSec)
  const own = page.trades.filter(({ slot }) => slot >= stretch.fromSlot)
  const windowOf = (windowSec: number): Sums | null =>
    heldFromSec > nowSec - windowSec ? null : sumSince(own, nowSec - windowSec)
  const [m5, h1, h6, h24] = [WINDOW_SEC.m5, WINDOW_SEC.h1, WINDOW_SEC.h6, WINDOW_SEC.h24].map(windowOf)
  return {
    volumeUsd: {
      m5: m5?.volumeUsd ?? null,
      h1: h1?.volumeUsd ?? null,
      h6: h6?.volumeUsd ?? null,
      h24: h24?.volumeUsd ?? null,
    },
    txns: { m5: countsOf(m5), h1: countsOf(h1), h6: countsOf(h6), h24: countsOf(h24) },
  }
}

function sumSince(trades: readonly TradeEvent[], fromSec: number): Sums {
  let volumeUsd: number | null = 0
  let buys = 0
  let sells = 0
  for (const { blockTimeSec, amountUsd, side } of trades) {
    if (blockTimeSec === null || blockTimeSec < fromSec) continue
    volumeUsd = volumeUsd === null || amountUsd === null ? null : volumeUsd + amountUsd
    if (side === 'buy') buys++
    else sells++
  }
  return { volumeUsd, buys, sells }
}

function countsOf(sums: Sums | null | undefined) {
  return sums ? { buys: sums.buys, sells: sums.sells } : null
}
