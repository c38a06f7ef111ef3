import { CACHES } from '../../config/cache-ttls.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import type { Context } from '../../context.ts'
import type { SolPrice } from '../../contract/market.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { degradedNow } from '../degraded-now.ts'
import { fetchSolPriceUsd } from './sol-price-sources.ts'

/** Answered when nothing better exists (spec 2.3: exactly 120). */
export const FALLBACK_SOL_PRICE_USD = 120
/** A stored row serves this long (spec 4.3). */
export const STORED_ROW_MAX_AGE_MS = 10 * 60_000

const KEY = 'sol'

/** The canonical SOL price: 30 s memo, then a stored row of at most 10 minutes, then a live source, then 120. Never
 *  fails. A fallback answer is not kept for the full time, so that the first good price is seen at once. */
export function getSolPrice(ctx: Context): Promise<Outcome<SolPrice>> {
  return ctx.store.memo<SolPrice>('solPrice', KEY, async () => {
    const nowMs = ctx.clock.nowMs()
    const row = ctx.store.solPrices.latest()
    if (row !== undefined && nowMs - row.tMs <= STORED_ROW_MAX_AGE_MS) {
      const freshUntilMs = Math.min(nowMs + CACHES.solPrice.ttlMs, row.tMs + STORED_ROW_MAX_AGE_MS)
      return ok(
        { price: row.priceUsd, source: 'db', recordedAt: row.tMs, generatedAt: nowMs },
        { builtAtMs: nowMs, freshUntilMs, degraded: false, stale: false },
      )
    }
    const live = await fetchSolPriceUsd(ctx, AbortSignal.timeout(TIMEOUTS.solPriceMs))
    const builtAtMs = ctx.clock.nowMs()
    if (live.ok)
      return ok({ price: live.value.priceUsd, source: 'jupiter', recordedAt: builtAtMs, generatedAt: builtAtMs })
    return ok(
      { price: FALLBACK_SOL_PRICE_USD, source: 'fallback', recordedAt: builtAtMs, generatedAt: builtAtMs },
      degradedNow(ctx),
    )
  })
}

/** The price for sums of our own: null instead of the fallback, which is no market price. */
export async function knownSolPriceUsd(ctx: Context): Promise<number | null> {
  const price = await getSolPrice(ctx)
  return price.ok && price.value.source !== 'fallback' ? price.value.price : null
}
