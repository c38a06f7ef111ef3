import { join } from 'node:path'
import { type CatalogChain, CHAINS } from '../chain/catalog/chains.ts'
import { readChain } from '../chain/catalog/resolve.ts'
import { type Config, readConfig } from '../config/env.ts'
import type { ChainMeasure } from '../contract/chain-evidence.ts'
import { systemClock } from '../runtime/clock.ts'
import { createLogger } from '../runtime/log.ts'
import { createMetrics } from '../runtime/metrics.ts'
import { createOrigins } from '../runtime/origins.ts'
import { openSandbox, pointAtSandbox } from '../runtime/sandbox-link.ts'
import { judgeTier } from '../services/chain-tiers/judge-tier.ts'
import { followedMarket, isDue, measureChain } from '../services/chain-tiers/measure-chain.ts'
import type { Measurer } from '../services/chain-tiers/round.ts'
import { canMeasure } from '../services/chain-tiers/tier-of.ts'
import { openMeasureStore } from '../store/open.ts'
import { openTape } from '../store/tape/tape.ts'
import { createUpstreams } from '../upstreams/registry.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'
import { refuseForeignOwner } from './refuse-foreign-owner.ts'

const USAGE = `usage: chains measure [chain]
       chains show <chain>

  measure  asks the configured providers about one chain, or about all that are due, keeps the evidence and prints the tier;
           of Solana the newest trade is that of this server's tape, and Deep Scan is left to the server
  show     prints the kept evidence of a chain and the tier that it gives now

Runs beside a server, which takes up what is kept at once. <chain>: any spelling (base, 8453, eip155:8453).`

/** `chains`: measures chains of the catalog by hand. */
export const chains: Command = async (args) => {
  const { positionals } = readArguments(args, {}, USAGE)
  const [what, text, ...rest] = positionals
  if (rest.length > 0 || (what !== 'measure' && (what !== 'show' || text === undefined))) throw new UsageProblem(USAGE)
  const chain = text === undefined ? null : named(text)
  const config = readConfig()
  refuseForeignOwner(config.dataDir)
  const { ctx, close } = await open(config)
  try {
    if (what === 'show') {
      const measure = ctx.store.chainMeasures.get(chain!.key)
      console.log(JSON.stringify({ ...print(ctx, chain!, measure), evidence: measure ?? null }, null, 2))
      return 0
    }
    return await measureAll(ctx, chain)
  } finally {
    await close()
  }
}

function named(text: string): CatalogChain {
  const found = readChain(text)
  if (found.kind === 'chain') return found.chain
  const names = found.kind === 'ambiguous' ? found.candidates.map(({ key }) => key) : found.suggestions
  throw new UsageProblem(`${found.kind} chain ${text}${names.length === 0 ? '' : `: ${names.join(', ')}?`}`)
}

async function open(given: Config): Promise<{ readonly ctx: Measurer; close(): Promise<void> }> {
  const config =
    given.mode === 'sandbox' ? pointAtSandbox(given, (await openSandbox(given, null, () => undefined)).urls) : given
  const clock = systemClock()
  const log = createLogger({ level: 'warn', process: 'chains' })
  const origins = createOrigins({ clock })
  const store = await openMeasureStore({ config })
  const { dataDir, mode, mapSizeBytes, ingest } = config
  const folder = join(dataDir, mode, 'tape')
  const keep = { keepDays: ingest.tapeDays, keepBytes: ingest.tapeBytes }
  const tape = openTape({ folder, mapBytes: mapSizeBytes, clock, log, writes: false, ...keep })
  const { upstreams, close } = createUpstreams({ config, clock, log, metrics: createMetrics(), origins })
  return {
    ctx: { config, clock, upstreams, store: { chainMeasures: store.chainMeasures, tape } },
    async close() {
      await close()
      await origins.close()
      await tape.close()
      await store.close()
    },
  }
}

async function measureAll(ctx: Measurer, chain: CatalogChain | null): Promise<number> {
  const nowMs = ctx.clock.nowMs()
  const isWanted = (one: CatalogChain): boolean =>
    chain === null ? canMeasure(ctx, one) && isDue(ctx.store.chainMeasures.get(one.key), nowMs) : one === chain
  for (const one of CHAINS.filter(isWanted)) {
    const measure = await measureChain(ctx, one, null)
    console.log(JSON.stringify({ ...print(ctx, one, measure), attempts: measure.attempts }))
  }
  return 0
}

/** Without what only a running server knows: whether its services are sold. */
function print(ctx: Measurer, chain: CatalogChain, stored: ChainMeasure | undefined) {
  const own = followedMarket(ctx, chain)
  const measure = stored !== undefined && own !== null ? { ...stored, market: own } : stored
  const { tier, stale } = judgeTier({ measure, services: false, nowMs: ctx.clock.nowMs() })
  const { newestTradeAgeMs = null, newestTradeUnderMs = null, source = null } = measure?.market ?? {}
  return { chain: chain.key, tier, stale, newestTradeAgeMs, newestTradeUnderMs, source }
}
