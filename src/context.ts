import { createSolanaChain, type SolanaChain } from './chain/solana/chain.ts'
import type { Config } from './config/env.ts'
import { TOKEN_SCANS } from './config/token-scans.ts'
import type { Outcome } from './contract/outcome.ts'
import type { SandboxInfo } from './contract/sandbox.ts'
import type { Parts } from './parts.ts'
import type { Clock } from './runtime/clock.ts'
import { createGate, type Gate } from './runtime/gate.ts'
import type { Logger } from './runtime/log.ts'
import type { Metrics } from './runtime/metrics.ts'
import { createOrigins } from './runtime/origins.ts'
import type { ResolveHost } from './runtime/public-target.ts'
import { createResolveHost } from './runtime/resolve-host.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/store.ts'
import type { Upstreams } from './upstreams/capabilities.ts'
import { createUpstreams } from './upstreams/registry.ts'
import { createWorkers, type Workers } from './workers/pool.ts'

/** What every process that opens the store has. */
export type BaseContext = {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  readonly store: Store
  readonly upstreams: Upstreams
  readonly chain: SolanaChain
  readonly workers: Workers
  /** Whole tokens being gathered at once: hundreds of calls each. */
  readonly scans: Gate
  /** Addresses of the names that callers give us to post to. */
  readonly resolveHost: ResolveHost
  /** The embedded world; null in live mode. */
  readonly sandbox: SandboxLink | null
}

/** Everything a service may use, built once by `createContext` (`create-context.ts`). */
export type Context = BaseContext & {
  /** What services keep in memory between requests. */
  readonly parts: Parts
}

/** The running sandbox, seen from the server. */
export type SandboxLink = {
  /** What it says about itself, asked at each call: the world moves. Fails `upstream_failed` while it is down. */
  read(): Promise<Outcome<SandboxInfo>>
  restarts(): number
}

export type ContextInput = Pick<Context, 'config' | 'clock' | 'log' | 'metrics' | 'sandbox'> & {
  /** Of the chain to be served; null when it is not known yet. */
  readonly genesisHash: string | null
  /** Whether this process follows chains and so writes the tape; one process of a store may. */
  readonly writesTape?: boolean
}

export type OpenBase = {
  readonly ctx: BaseContext
  /** Ends all connections; calls under way fail. */
  disconnect(): Promise<void>
  /** Ends the compute threads and then the store. */
  close(): Promise<void>
}

/** Builds and joins them. Throws `StoreError` when the store refuses. */
export async function openBaseContext(input: ContextInput): Promise<OpenBase> {
  const { config, clock, log, metrics, sandbox } = input
  const store = await openStore(input)
  const workers = createWorkers(input)
  const origins = createOrigins(input)
  const clientParts = { ...input, origins }
  const { upstreams, close: closeUpstreams } = createUpstreams(clientParts)
  const chain = createSolanaChain(clientParts)
  const scans = createGate(TOKEN_SCANS)
  const resolveHost = createResolveHost()
  return {
    ctx: { config, clock, log, metrics, store, upstreams, chain, workers, scans, resolveHost, sandbox },
    async disconnect() {
      chain.subscriptions?.close()
      await closeUpstreams()
      await origins.close()
    },
    async close() {
      await workers.close()
      await store.close()
    },
  }
}
