import { DEXES } from '../../chain/solana/dexes/index.ts'
import { isSolLike } from '../../chain/solana/dexes/quote-mints.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { INGEST } from '../../config/ingest.ts'
import type { BaseContext } from '../../context.ts'
import { readMint } from '../../hot-paths/account-layouts.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import { createIngestMetrics } from '../ingest-metrics.ts'
import { NodeFailure } from '../node-failure.ts'
import { createDollarPrices } from './dollar-prices.ts'
import { createFactReader, type FactReader, type FactReaderParts } from './read-facts.ts'
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
    decimalsOf: createDecimals(rpc),
    onUnreadable(place, reason) {
      metrics.unreadable()
      if (++unreadable === 1 || unreadable % INGEST.logEvery === 0)
        ctx.log.warn({ place, reason, unreadable }, 'a transaction could not be read and is left out')
    },
  })
}

const SOL_DECIMALS = 9

/** Decimals of mints, from memory or from the chain. A mint that is not there has none. */
function createDecimals(rpc: SolanaRpc): FactReaderParts['decimalsOf'] {
  const known = createBoundedMap<string, number>(INGEST.knownMints)
  return async (mints, isAskedAnew = false) => {
    const found = new Map<string, number>()
    const missing: string[] = []
    for (const mint of mints) {
      const decimals = isSolLike(mint) ? SOL_DECIMALS : isAskedAnew ? undefined : known.get(mint)
      if (decimals === undefined) missing.push(mint)
      else found.set(mint, decimals)
    }
    if (missing.length === 0) return found
    const answer = await rpc.accounts(missing)
    if (!answer.ok) throw new NodeFailure(`decimals of ${missing.length} mints: ${answer.message}`)
    for (const account of answer.value.accounts) {
      const mint = account === null ? null : readMint(account.data)
      if (account === null || mint === null) continue
      known.set(account.address, mint.decimals)
      found.set(account.address, mint.decimals)
    }
    return found
  }
}
