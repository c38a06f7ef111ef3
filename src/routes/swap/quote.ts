import type { Static } from 'typebox'
import { SWAP_LIMITS } from '../../config/swap-limits.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import { ok } from '../../contract/outcome.ts'
import { addressParam, clampedInt } from '../../contract/params.ts'
import { type SwapQuote, SwapQuoteReply } from '../../contract/swap-order.ts'
import { quoteSwap } from '../../services/swap/quote.ts'
import { defineRoute } from '../define-route.ts'
import { amountParam, platformFeeParam } from './quote-params.ts'

const mint = addressParam('inputMint, outputMint required')

export const swapQuote = defineRoute({
  method: 'GET',
  path: '/api/v2/swap/quote',
  auth: 'apiKey',
  needs: ['swap'],
  cache: 'none',
  summary: "The aggregator's quote for an exact amount in.",
  description:
    'The quote is unchanged from the aggregator, with every member and digit; send the whole object to build. 502 when the aggregator answers anything but a quote, or nothing within 8 s.',
  query: {
    inputMint: mint,
    outputMint: mint,
    amount: amountParam,
    slippageBps: clampedInt({ ...SWAP_LIMITS.slippageBps, description: 'Hundredths of a percent.' }),
    platformFeeBps: platformFeeParam,
  },
  reply: SwapQuoteReply,
  failures: ['upstream_failed', 'upstream_timeout', 'unconfigured'],
  deadlineMs: TIMEOUTS.swapQuoteMs,
  async handle(ctx, { query: { amount: amountRaw, ...query }, request }) {
    const quote = await quoteSwap(ctx, { ...query, amountRaw }, request.signal)
    return quote.ok ? ok({ quote: quote.value as Static<typeof SwapQuote> }) : quote
  },
})
