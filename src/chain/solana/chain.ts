import { createJsonRpc } from '../../runtime/json-rpc.ts'
import { type ClientParts, createProviderClient, createRelayClient } from '../../runtime/provider-client.ts'
import { type ChainListener, listenToChain } from './pubsub.ts'
import { createSolanaRpc, type SolanaRpc } from './rpc.ts'

/** The chain as services see it. `rpc` is null when no node is configured; `listen` is absent when none sends news. */
export type SolanaChain = {
  readonly rpc: SolanaRpc | null
  listen?(wants: (transactionText: string) => boolean, listener: ChainListener): { close(): void }
}

export function createSolanaChain(parts: ClientParts): SolanaChain {
  const { clock } = parts
  const news = parts.config.providers.solanaWs
  const listen: Pick<SolanaChain, 'listen'> =
    news === undefined ? {} : { listen: (wants, listener) => listenToChain(news, wants, listener) }
  const own = createProviderClient(parts, 'solanaRpc')
  const relayed = createRelayClient(parts, 'solanaRpc')
  if (own === null || relayed === null) return { rpc: null, ...listen }
  return {
    rpc: createSolanaRpc(createJsonRpc({ http: own, clock }), createJsonRpc({ http: relayed, clock })),
    ...listen,
  }
}
