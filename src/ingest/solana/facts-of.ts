import { DEXES } from '../../chain/solana/dexes/index.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { INGEST } from '../../config/ingest.ts'
import type { BaseContext } from '../../context.ts'
import { createIngestMetrics } from '../ingest-metrics.ts'
import { createDecimals } from './decimals.ts'
import { createDollarPrices } from './dollar-prices.ts'
import { createFactReader, type FactReader } from './read-facts.ts'
import { createSolHistory } from './sol-history.ts'

/** The part of a block that this configuration records (`INGEST_SCOPE`, `INGEST_DEXES`, `INGEST_WATCH`). */
export function createFactsOf(ctx: BaseContext, rpc: SolanaRpc): FactReader {
  const { scope, dexes, venues, watch } = ctx.config.ingest
  const metrics = createIngestMetrics(ctx, 'solana')
  let unreadable = 0
  return createFactReader({
    dexes: scope === 'all' ? DEXES : DEXES.filter(({ name }) => dexes.includes(name)),
    readsVenues: scope === 'all' || venues,
    watched: scope === 'watch' ? new Set(watch) : null,
    prices: createDollarPrices(ctx.store.solPrices, createSolHistory(ctx), ctx.clock),
    ...createDecimals(rpc),
    onUnreadable(place, reason) {
      metrics.unreadable()
      if (++unreadable === 1 || unreadable % INGEST.logEvery === 0)
        ctx.log.warn({ place, reason, unreadable }, 'a transaction could not be read and is left out')
    },
  })
}
