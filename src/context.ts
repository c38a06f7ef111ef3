import type { SolanaChain } from './chain/solana/chain.ts'
import type { Config } from './config/env.ts'
import type { Clock } from './runtime/clock.ts'
import type { Logger } from './runtime/log.ts'
import type { Metrics } from './runtime/metrics.ts'
import type { Store } from './store/store.ts'
import type { Upstreams } from './upstreams/capabilities.ts'
import type { Workers } from './workers/pool.ts'

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
  /** What the embedded world publishes about itself; null in live mode. */
  readonly sandbox: SandboxInfo | null
}

export type SandboxInfo = {
  readonly seed: string
  readonly genesisHash: string
  /** The body of `GET /api/sandbox`, asked from the sandbox at each call: the world moves. */
  read(): Promise<Record<string, unknown>>
}
