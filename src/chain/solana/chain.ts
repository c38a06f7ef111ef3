import { createJsonRpc } from '../../runtime/json-rpc.ts'
import { type ClientParts, createProviderClient, createRelayClient } from '../../runtime/provider-client.ts'
import { createSolanaRpc, type SolanaRpc } from './rpc.ts'

/** The chain as services see it. `rpc` is null when no node is configured. */
export type SolanaChain = {
  readonly rpc: SolanaRpc | null
}

export function createSolanaChain(parts: ClientParts): SolanaChain {
  const { clock } = parts
  const own = createProviderClient(parts, 'solanaRpc')
  const relayed = createRelayClient(parts, 'solanaRpc')
  if (own === null || relayed === null) return { rpc: null }
  return { rpc: createSolanaRpc(createJsonRpc({ http: own, clock }), createJsonRpc({ http: relayed, clock })) }
}
