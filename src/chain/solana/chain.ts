import type { SolanaRpc } from './rpc.ts'

/** The chain as services see it. `rpc` is null when no node is configured. */
export type SolanaChain = {
  readonly rpc: SolanaRpc | null
}
