import { createJsonRpc } from '../../runtime/json-rpc.ts'
import { type ClientParts, createProviderClient } from '../../runtime/provider-client.ts'
import { createSolanaRpc, type SolanaRpc } from './rpc.ts'

/** The chain as services see it. `rpc` is null when no node is configured. */
export type SolanaChain = {
  readonly rpc: SolanaRpc | null
}

export function createSolanaChain(parts: ClientParts): SolanaChain {
  const http = createProviderClient(parts, 'solanaRpc')
  return { rpc: http && createSolanaRpc(createJsonRpc({ http, clock: parts.clock })) }
}
