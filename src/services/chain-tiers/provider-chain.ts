import { isSameAddress, readChainAddress, readChainPool } from '../../chain/catalog/addresses.ts'
import type { CatalogChain, ChainProvider } from '../../chain/catalog/chains.ts'
import type { ProviderChain } from '../../upstreams/chain-capabilities.ts'

/** The chain as a provider knows it; null where it has no id of it. */
export function providerChain(chain: CatalogChain, provider: ChainProvider): ProviderChain | null {
  const id = chain.providerIds[provider]
  if (id === undefined) return null
  return {
    id,
    readAddress: (text) => readChainAddress(chain, text),
    readPool: (text) => readChainPool(chain, text),
    isSame: (one, other) => isSameAddress(chain, one, other),
  }
}
