import type { HttpRequest } from '../../http-handler.ts'
import type { ProviderReply } from '../provider-reply.ts'
import { createRecurringApi } from './recurring-api.ts'
import { createSwapApi, type SwapApiParts } from './swap-api.ts'
import { createTriggerApi } from './trigger-api.ts'

export type JupiterTradingParts = SwapApiParts

/** Jupiter's Swap, Trigger and Recurring APIs. */
export function createJupiterTrading(parts: JupiterTradingParts): (request: HttpRequest) => ProviderReply {
  const [swap, trigger, recurring] = [createSwapApi(parts), createTriggerApi(parts), createRecurringApi(parts)]
  return (request) => {
    if (request.path.startsWith('/trigger/')) return trigger(request)
    return request.path.startsWith('/recurring/') ? recurring(request) : swap(request)
  }
}
