import type { SolanaChain } from './chain/solana/chain.ts'
import type { Config } from './config/env.ts'
import type { Outcome } from './contract/outcome.ts'
import type { SandboxInfo } from './contract/sandbox.ts'
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
  readonly sandbox: SandboxLink | null
}

/** The running sandbox, seen from the server. */
export type SandboxLink = {
  /** What it says about itself, asked at each call: the world moves. Fails `upstream_failed` while it is down. */
  read(): Promise<Outcome<SandboxInfo>>
  restarts(): number
}
