import { createSolanaChain } from '../chain/solana/chain.ts'
import { DEXES } from '../chain/solana/dexes/index.ts'
import type { Config } from '../config/env.ts'
import type { EvmTapeChain } from '../contract/tape-event.ts'
import { createEvmPort } from '../ingest/evm/evm-port.ts'
import { createDecimals } from '../ingest/solana/decimals.ts'
import { createFactReader } from '../ingest/solana/read-facts.ts'
import { createSolanaPort } from '../ingest/solana/solana-port.ts'
import { systemClock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import { createMetrics } from '../runtime/metrics.ts'
import { createOrigins } from '../runtime/origins.ts'

type Parts = { readonly config: Config; readonly log: Logger }

/** The chain as the follower reads it with these settings; null where it has no node. */
export function openSolanaPort({ config, log }: Parts) {
  const clock = systemClock()
  const origins = createOrigins({ clock })
  const { rpc } = createSolanaChain({ config, clock, log, metrics: createMetrics(), origins })
  const { scope, dexes, venues, watch } = config.ingest
  const facts = createFactReader({
    dexes: scope === 'all' ? DEXES : DEXES.filter(({ name }) => dexes.includes(name)),
    readsVenues: scope === 'all' || venues,
    watched: scope === 'watch' ? new Set(watch) : null,
    // Digests are of event ids, which neither prices nor decimals touch, but for what names false decimals and is left out.
    prices: { prepare: async () => undefined, learn: () => undefined, of: () => null },
    decimalsOf: async () => new Map(),
    askDecimals: rpc === null ? async () => new Map() : createDecimals(rpc).askDecimals,
    onUnreadable: (place, reason) => log.warn({ place, reason }, 'a transaction could not be read and is left out'),
  })
  return { port: rpc && createSolanaPort({ rpc, facts }), close: () => origins.close() }
}

/** The same of a chain beside Solana. The store stays closed: what it keeps of pools is asked for again. */
export function openEvmPort(chain: EvmTapeChain, { config, log }: Parts) {
  const own = config.evm[chain]
  if (own === null) return { port: null, close: async () => undefined }
  const store: Parameters<typeof createEvmPort>[0]['ctx']['store'] = {
    memo: (_, __, load) => load(),
    peek: () => undefined,
  }
  const ctx = { clock: systemClock(), log, metrics: createMetrics(), store }
  const port = createEvmPort({ chain, config: own, ctx })
  return { port, close: () => port.close() }
}
