import { TAPE } from '../../config/tape.ts'
import type { Context } from '../../context.ts'
import type { MarketPair, Windows } from '../../upstreams/capabilities.ts'
import { wholeStretch } from '../chains/tape-stretch.ts'

const WINDOW_MS: Windows<number> = { m5: 300_000, h1: 3_600_000, h6: 21_600_000, h24: 86_400_000 }

/** Volume and trades of a pool in the usual windows, to the minute, from the tape: for pools that no provider knows, such
 *  as those of a coin that is minutes old. A window that the tape does not hold whole is null, unless the coin was
 *  launched since: then nothing is missing. */
export function readTapeWindows(
  ctx: Pick<Context, 'config' | 'store' | 'clock'>,
  { pool, mint }: { readonly pool: string; readonly mint: string },
): Pick<MarketPair, 'volumeUsd' | 'txns'> | null {
  const stretch = wholeStretch(ctx, [mint, pool])
  if (stretch === null || !stretch.isCurrent || stretch.fromTimeSec === null) return null
  const { tape } = ctx.store
  const nowMs = ctx.clock.nowMs()
  const launch = tape.launchOf(mint)
  const isWholeLife = launch?.kind === 'launch' && launch.slot >= stretch.fromSlot
  const heldFromMs = isWholeLife ? 0 : stretch.fromTimeSec * 1_000
  const minutes = tape.candles(pool, nowMs - WINDOW_MS.h24, nowMs + TAPE.minuteMs)
  const windowOf = (windowMs: number) => {
    if (heldFromMs > nowMs - windowMs) return null
    const sums = { volumeUsd: 0, buys: 0, sells: 0 }
    for (const { tMs, volumeUsd, buys, sells } of minutes) {
      if (tMs < nowMs - windowMs) continue
      sums.volumeUsd += volumeUsd
      sums.buys += buys
      sums.sells += sells
    }
    return sums
  }
  const m5 = windowOf(WINDOW_MS.m5)
  const h1 = windowOf(WINDOW_MS.h1)
  const h6 = windowOf(WINDOW_MS.h6)
  const h24 = windowOf(WINDOW_MS.h24)
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

function countsOf(sums: { readonly buys: number; readonly sells: number } | null) {
  return sums === null ? null : { buys: sums.buys, sells: sums.sells }
}
