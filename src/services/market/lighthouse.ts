import { DAY_SECS } from '../../config/durations.ts'
import { LIMITS } from '../../config/limits.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import type { Context } from '../../context.ts'
import type { Lighthouse } from '../../contract/market.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { MarketTotals } from '../../upstreams/market-capabilities.ts'
import { wholeStretch } from '../chains/tape-stretch.ts'
import { degradedNow } from '../degraded-now.ts'
import { sumTape, type TapeSums } from './tape-sums.ts'

const NOT_HELD = 'the tape does not hold the last 48 hours yet'

/** Trading on Solana in the last 24 hours and against the 24 hours before (5 min). From the tape when it holds those 48
 *  hours without a gap and knows what the trades were worth; otherwise from the provider, never a sum of both. Without a
 *  provider: of as many of the last 24 hours as the tape holds, which `windowSecs` names. Fails `upstream_failed` when neither can say. */
export function getLighthouse(ctx: Context): Promise<Outcome<Lighthouse>> {
  return ctx.store.memo<Lighthouse>('lighthouse', '', async () => {
    const stored = await readTape(ctx)
    if (stored !== null) return ok({ ...stored, generatedAt: ctx.clock.nowMs() })
    const { lighthouse } = ctx.upstreams
    if (lighthouse === null) return readYoung(ctx)
    const totals = await lighthouse.marketTotals()
    return totals.ok ? ok({ ...fromTotals(totals.value), generatedAt: ctx.clock.nowMs() }) : totals
  })
}

type Figures = Omit<Lighthouse, 'generatedAt' | 'windowSecs' | 'missing'>

/** What a tape holds that is younger than two days: nothing is reckoned up from it. */
async function readYoung(ctx: Context): Promise<Outcome<Lighthouse>> {
  const stretch = wholeStretch(ctx, 'market')
  const nowMs = ctx.clock.nowMs()
  const nowSec = Math.floor(nowMs / 1_000)
  const heldSecs = stretch?.isCurrent && stretch.fromTimeSec !== null ? nowSec - stretch.fromTimeSec : 0
  if (heldSecs <= 0) return fail('upstream_failed', NOT_HELD)
  const windowSecs = Math.min(DAY_SECS, heldSecs)
  const signal = AbortSignal.timeout(TIMEOUTS.lighthouseMs)
  const sums = await sumTape(ctx, { fromSec: nowSec - windowSecs, toSec: nowSec + 1 }, signal)
  if (!sums.ok) return sums
  if (!isPriced(sums.value)) return fail('upstream_failed', 'the tape does not know what the trades were worth')
  const { volumeUsd, buys, sells } = sums.value
  const missing = [
    'the 24 hours before, so the change is 0',
    ...(windowSecs < DAY_SECS ? [`the tape holds ${windowSecs} s: the figures are of that time`] : []),
  ]
  const figures = { trades24h: buys + sells, buys24h: buys, sells24h: sells, feesPaidUSD24h: 0 }
  const reply = { volumeUSD24h: volumeUsd, volumeUSD24hChange: 0, ...figures, generatedAt: nowMs, windowSecs, missing }
  return ok(reply, degradedNow(ctx))
}

async function readTape(ctx: Context): Promise<Figures | null> {
  const stretch = wholeStretch(ctx, 'market')
  const nowSec = Math.floor(ctx.clock.nowMs() / 1_000)
  if (stretch === null || !stretch.isCurrent) return null
  if (stretch.fromTimeSec === null || stretch.fromTimeSec > nowSec - 2 * DAY_SECS) return null
  // Half of the route's time, so that a provider still has its turn.
  const signal = AbortSignal.timeout(TIMEOUTS.lighthouseMs / 2)
  const today = await sumTape(ctx, { fromSec: nowSec - DAY_SECS, toSec: nowSec + 1 }, signal)
  const before = await sumTape(ctx, { fromSec: nowSec - 2 * DAY_SECS, toSec: nowSec - DAY_SECS }, signal)
  if (!today.ok || !before.ok || !isPriced(today.value) || !isPriced(before.value)) return null
  const { volumeUsd, buys, sells } = today.value
  return {
    volumeUSD24h: volumeUsd,
    volumeUSD24hChange: before.value.volumeUsd === 0 ? 0 : (volumeUsd / before.value.volumeUsd - 1) * 100,
    trades24h: buys + sells,
    buys24h: buys,
    sells24h: sells,
    feesPaidUSD24h: 0,
  }
}

function isPriced({ buys, sells, unpriced }: TapeSums): boolean {
  return unpriced <= (buys + sells) * LIMITS.unpricedShare
}

function fromTotals(totals: MarketTotals): Figures {
  return {
    volumeUSD24h: totals.volumeUsd ?? 0,
    volumeUSD24hChange: totals.volumeChangePct ?? 0,
    trades24h: Math.trunc(totals.trades ?? 0),
    buys24h: Math.trunc(totals.buys ?? 0),
    sells24h: Math.trunc(totals.sells ?? 0),
    feesPaidUSD24h: totals.feesPaidUsd ?? 0,
  }
}
