import { TIMEOUTS } from '../../config/timeouts.ts'
import { Lighthouse } from '../../contract/market.ts'
import { getLighthouse } from '../../services/market/lighthouse.ts'
import { defineRoute } from '../define-route.ts'

export const lighthouse = defineRoute({
  method: 'GET',
  path: '/api/v2/market/lighthouse',
  auth: 'apiKey',
  needs: ['lighthouse|tape'],
  cache: 'lighthouse',
  summary: 'Trading on Solana in the last 24 hours.',
  description:
    'From the tape of what this server has read of the chain itself, when it holds the last 48 hours without a gap; it counts every DEX that this version can read, at current dollar prices, and has no fees, so `feesPaidUSD24h` is 0. Otherwise from the market-data provider, which counts more venues and includes fees. The two are never mixed. Where no provider is configured and the tape is younger, the figures are of the time that it holds (`windowSecs`); 502 before the first block.',
  reply: Lighthouse,
  failures: ['upstream_failed', 'upstream_timeout'],
  deadlineMs: TIMEOUTS.lighthouseMs,
  handle: (ctx) => getLighthouse(ctx),
})
