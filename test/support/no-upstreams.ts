import type { Upstreams } from '../../src/upstreams/capabilities.ts'

/** A server without providers; tests spread it and put in what they need. */
export const NO_UPSTREAMS: Upstreams = {
  pairs: null,
  prices: null,
  tokens: null,
  assets: null,
  rugcheck: null,
  goplus: null,
  funding: null,
  market: null,
  trades: null,
  lighthouse: null,
  pools: null,
  solHistory: null,
  oracle: null,
  oracleHistory: null,
  bundles: null,
  tipPrices: null,
  sender: null,
  swap: null,
  limitOrders: null,
  dca: null,
  tokenInfo: null,
}
