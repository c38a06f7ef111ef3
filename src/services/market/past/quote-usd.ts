import { isSolLike } from '../../../chain/solana/dexes/quote-mints.ts'
import { INGEST } from '../../../config/ingest.ts'
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
  return (quoteMint, timeSec) => {
    if (DOLLAR_MINTS.has(quoteMint)) return { usd: 1, isOfThen: true }
    if (!isSolLike(quoteMint)) return null
    const tMs = timeSec * 1_000
    let nearest: { readonly tMs: number; readonly priceUsd: number } | null = null
    for (const row of ctx.store.solPrices.range(tMs - maxAgeMs, tMs + maxAgeMs))
      if (nearest === null || Math.abs(row.tMs - tMs) < Math.abs(nearest.tMs - tMs)) nearest = row
    if (nearest !== null) return { usd: nearest.priceUsd, isOfThen: true }
    const isNow = ctx.clock.nowMs() - tMs <= maxAgeMs
    return nowUsd === null ? null : { usd: nowUsd, isOfThen: isNow }
  }
}
