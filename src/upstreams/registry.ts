import type { Config } from '../config/env.ts'
import { createJsonRpc } from '../runtime/json-rpc.ts'
import { type ClientParts, createProviderClient } from '../runtime/provider-client.ts'
import type { Upstreams } from './capabilities.ts'
import { createCoingeckoPrice } from './coingecko-price.ts'
import { createDasAssets } from './das-assets.ts'
import { createDexscreenerPairs } from './dexscreener-pairs.ts'
import { createGeckoterminalPools } from './geckoterminal-pools.ts'
import { createGoplusSecurity } from './goplus-security.ts'
import { createHeliusFunding } from './helius-funding.ts'
import { createJitoBundles, createJitoTipPrices } from './jito-bundles.ts'
import { createJupiterDca, createJupiterLimitOrders } from './jupiter-orders.ts'
import { createJupiterPrices } from './jupiter-price.ts'
import { createJupiterSwap } from './jupiter-swap.ts'
import { createJupiterTokens } from './jupiter-tokens.ts'
import { createMobulaLighthouse } from './mobula-lighthouse.ts'
import { createMobulaMarket } from './mobula-market.ts'
import { createMobulaTrades } from './mobula-trades.ts'
import { createPythHistory, createPythPrice } from './pyth-price.ts'
import { createRugcheckReports } from './rugcheck-report.ts'
import { createSolanaSender } from './solana-sender.ts'
import type { SwapGeneration } from './swap-capabilities.ts'
import { createTokenInfo } from './token-info.ts'

/** Which provider fills which capability; one that is not configured leaves it null. In which order capabilities stand
 *  in for each other is the services' business. */
export function createUpstreams(parts: ClientParts & { readonly config: Partial<Pick<Config, 'swapGeneration'>> }): {
  readonly upstreams: Upstreams
  close(): Promise<void>
} {
  const dexscreener = createProviderClient(parts, 'dexscreener')
  const jupiter = createProviderClient(parts, 'jupiter')
  const das = createProviderClient(parts, 'das')
  const rugcheck = createProviderClient(parts, 'rugcheck')
  const goplus = createProviderClient(parts, 'goplus')
  const helius = createProviderClient(parts, 'helius')
  const mobula = createProviderClient(parts, 'mobula')
  const geckoterminal = createProviderClient(parts, 'geckoterminal')
  const coingecko = createProviderClient(parts, 'coingecko')
  const pyth = createProviderClient(parts, 'pyth')
  const pythBenchmarks = createProviderClient(parts, 'pythBenchmarks')
  const jito = createProviderClient(parts, 'jito')
  const jitoTips = createProviderClient(parts, 'jitoTips')
  const swqos = createProviderClient(parts, 'swqos')
  const tokenInfo = createProviderClient(parts, 'tokenInfo')
  const clients = [
    dexscreener,
    jupiter,
    das,
    rugcheck,
    goplus,
    helius,
    mobula,
    geckoterminal,
    coingecko,
    pyth,
    pythBenchmarks,
    jito,
    jitoTips,
    swqos,
    tokenInfo,
  ].filter((client) => client !== null)

  return {
    upstreams: {
      pairs: dexscreener && createDexscreenerPairs(dexscreener),
      prices: jupiter && createJupiterPrices(jupiter),
      tokens: jupiter && createJupiterTokens(jupiter),
      assets: das && createDasAssets(createJsonRpc({ http: das, clock: parts.clock }), das.provider),
      rugcheck: rugcheck && createRugcheckReports(rugcheck),
      goplus: goplus && createGoplusSecurity(goplus),
      funding: helius && createHeliusFunding(helius),
      market: mobula && createMobulaMarket(mobula),
      trades: mobula && createMobulaTrades(mobula),
      lighthouse: mobula && createMobulaLighthouse(mobula),
      // CoinGecko serves the same index below a path of its own.
      pools: geckoterminal
        ? createGeckoterminalPools(geckoterminal)
        : coingecko && createGeckoterminalPools(coingecko, '/onchain'),
      solHistory: coingecko && createCoingeckoPrice(coingecko),
      oracle: pyth && createPythPrice(pyth),
      oracleHistory: pythBenchmarks && createPythHistory(pythBenchmarks),
      bundles: jito && createJitoBundles(jito, parts.clock),
      tipPrices: jitoTips && createJitoTipPrices(jitoTips),
      sender: swqos && createSolanaSender(createJsonRpc({ http: swqos, clock: parts.clock }), swqos.provider),
      swap: jupiter && createJupiterSwap(jupiter, swapGenerationOf(parts.config)),
      limitOrders: jupiter && createJupiterLimitOrders(jupiter),
      dca: jupiter && createJupiterDca(jupiter),
      tokenInfo: tokenInfo && createTokenInfo(tokenInfo),
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}

/** The newer generation is the one that is worked on, and needs a key. */
function swapGenerationOf({
  swapGeneration = 'auto',
  providers,
}: Partial<Pick<Config, 'swapGeneration'>> & Pick<Config, 'providers'>): SwapGeneration {
  if (swapGeneration !== 'auto') return swapGeneration
  return providers.jupiter?.apiKey == null ? 'v1' : 'v2'
}
