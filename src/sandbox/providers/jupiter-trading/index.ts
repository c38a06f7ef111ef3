import type { HttpRequest } from '../../http-handler.ts'
import type { ProviderReply } from '../provider-reply.ts'
import { createSwapApi, type SwapApiParts } from './swap-api.ts'

export type JupiterTradingParts = SwapApiParts

/** Jupiter's Swap, Trigger and Recurring APIs. */
export function createJupiterTrading(parts: JupiterTradingParts): (request: HttpRequest) => ProviderReply {
  const swap = createSwapApi(parts)
  return (request) => swap(request)
}
