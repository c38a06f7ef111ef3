import { createSolanaChain, type SolanaChain } from './chain/solana/chain.ts'
import type { Config } from './config/env.ts'
import { TOKEN_SCANS } from './config/token-scans.ts'
import type { Outcome } from './contract/outcome.ts'
import type { SandboxInfo } from './contract/sandbox.ts'
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

/** Everything a service may use, built once by `createContext`. */
export type Context = {
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
  /** The one object of a kind that belongs to this context: made when it is first asked for, by whoever asks. */
  only<T>(make: (ctx: Context) => T): T
}

/** The running sandbox, seen from the server. */
export type SandboxLink = {
  /** What it says about itself, asked at each call: the world moves. Fails `upstream_failed` while it is down. */
  read(): Promise<Outcome<SandboxInfo>>
  restarts(): number
}

export type ContextParts = Pick<Context, 'config' | 'clock' | 'log' | 'metrics' | 'sandbox'> & {
  /** Of the chain to be served; null when it is not known yet. */
  readonly genesisHash: string | null
  /** Whether this process follows chains and so writes the tape; one process of a store may. */
  readonly writesTape?: boolean
}

/** Builds and joins the parts: the only place where they meet. Throws `StoreError` when the store refuses. `close` ends
 *  them in reverse. */
export async function createContext(parts: ContextParts): Promise<{ readonly ctx: Context; close(): Promise<void> }> {
  const { config, clock, log, metrics, sandbox } = parts
  const store = await openStore(parts)
  const workers = createWorkers(parts)
  const origins = createOrigins(parts)
  const clientParts = { ...parts, origins }
  const { upstreams, close } = createUpstreams(clientParts)
  const chain = createSolanaChain(clientParts)
  const scans = createGate(TOKEN_SCANS)
  const resolveHost = createResolveHost()
  const built = { config, clock, log, metrics, store, upstreams, chain, workers, scans, resolveHost, sandbox }
  return {
    ctx: withOnly(built),
    async close() {
      chain.subscriptions?.close()
      await close()
      await origins.close()
      await workers.close()
      await store.close()
    },
  }
}

/** Adds the maker of what belongs to a context and to nothing else. */
export function withOnly(parts: Omit<Context, 'only'>): Context {
  const made = new Map<unknown, unknown>()
  const ctx: Context = {
    ...parts,
    only<T>(make: (ctx: Context) => T): T {
      if (!made.has(make)) made.set(make, make(ctx))
      return made.get(make) as T
    },
  }
  return ctx
}
