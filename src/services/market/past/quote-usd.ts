import { isSolLike } from '../../../chain/solana/dexes/quote-mints.ts'
import { INGEST } from '../../../config/ingest.ts'
import { PAST } from '../../../config/past.ts'
import type { Context } from '../../../context.ts'
import { DOLLAR_MINTS } from '../../../contract/mints.ts'
import { knownSolPriceUsd } from '../../pricing/sol-price.ts'

/** Dollars for one whole unit of a quote at a time. `isOfThen` is false where the present price stands in for one that
 *  no one recorded. */
export type QuoteUsd = (
  quoteMint: string,
  timeSec: number,
) => { readonly usd: number; readonly isOfThen: boolean } | null

/** What the tape takes, too: the price recorded nearest to the moment, at most ten minutes from it. Where none was, the
 *  present one. */
export async function quoteUsd(ctx: Context): Promise<QuoteUsd> {
  const maxAgeMs = INGEST.solPriceMaxAgeSec * 1_000
  const nowUsd = await knownSolPriceUsd(ctx)
  /** By moments of a few seconds, as prices are recorded twice a minute. */
  const recorded = new Map<number, number | null>()
  const recordedAt = (timeSec: number): number | null => {
    const slice = Math.floor(timeSec / PAST.priceSliceSec)
    let price = recorded.get(slice)
    if (price === undefined) {
      price = nearestPrice(ctx.store.solPrices.range(timeSec * 1_000 - maxAgeMs, timeSec * 1_000 + maxAgeMs), timeSec)
      recorded.set(slice, price)
    }
    return price
  }
  return (quoteMint, timeSec) => {
    if (DOLLAR_MINTS.has(quoteMint)) return { usd: 1, isOfThen: true }
    if (!isSolLike(quoteMint)) return null
    const then = recordedAt(timeSec)
    if (then !== null) return { usd: then, isOfThen: true }
    const isNow = ctx.clock.nowMs() - timeSec * 1_000 <= maxAgeMs
    return nowUsd === null ? null : { usd: nowUsd, isOfThen: isNow }
  }
}

function nearestPrice(
  rows: readonly { readonly tMs: number; readonly priceUsd: number }[],
  timeSec: number,
): number | null {
  const apart = ({ tMs }: { readonly tMs: number }): number => Math.abs(tMs - timeSec * 1_000)
  let [nearest] = rows
  for (const row of rows) if (nearest !== undefined && apart(row) < apart(nearest)) nearest = row
  return nearest?.priceUsd ?? null
}
