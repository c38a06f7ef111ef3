import { createJsonRpc } from '../runtime/json-rpc.ts'
import { type ClientParts, createProviderClient } from '../runtime/provider-client.ts'
import type { Upstreams } from './capabilities.ts'
import { createDasAssets } from './das-assets.ts'
import { createDexscreenerPairs } from './dexscreener-pairs.ts'
import { createJupiterPrices } from './jupiter-price.ts'
import { createJupiterTokens } from './jupiter-tokens.ts'

/** Which provider fills which capability; one that is not configured leaves it null. In which order capabilities stand
 *  in for each other is the services' business. */
export function createUpstreams(parts: ClientParts): { readonly upstreams: Upstreams; close(): Promise<void> } {
  const dexscreener = createProviderClient(parts, 'dexscreener')
  const jupiter = createProviderClient(parts, 'jupiter')
  const das = createProviderClient(parts, 'das')
  const clients = [dexscreener, jupiter, das].filter((client) => client !== null)

  return {
    upstreams: {
      pairs: dexscreener && createDexscreenerPairs(dexscreener),
      prices: jupiter && createJupiterPrices(jupiter),
      tokens: jupiter && createJupiterTokens(jupiter),
      assets: das && createDasAssets(createJsonRpc({ http: das, clock: parts.clock }), das.provider),
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}
