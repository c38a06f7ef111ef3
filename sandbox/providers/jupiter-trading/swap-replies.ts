import type { ProviderReply } from '../provider-reply.ts'
import { RequestFault } from './read-values.ts'

/* How the Swap API refuses. Names and texts as its callers have seen them. */

const TEXTS = {
  COULD_NOT_FIND_ANY_ROUTE: 'Could not find any route',
  NO_ROUTES_FOUND: 'No routes found',
  CIRCULAR_ARBITRAGE_IS_DISABLED: 'Circular arbitrage is disabled',
  NOT_SUPPORTED: 'Not supported',
  MARKET_NOT_FOUND: 'Market not found',
  CANNOT_COMPUTE_OTHER_AMOUNT_THRESHOLD: 'Cannot compute other amount threshold',
  INVALID_COMPUTE_UNIT_PRICE_AND_PRIORITIZATION_FEE:
    'computeUnitPriceMicroLamports and prioritizationFeeLamports are mutually exclusive',
  FAILED_TO_GET_SWAP_AND_ACCOUNT_METAS: 'Failed to get swap and account metas',
  TOKEN_NOT_TRADABLE: 'Token not tradable',
} as const

export function swapFault(errorCode: keyof typeof TEXTS, error: string = TEXTS[errorCode]): RequestFault {
  return new RequestFault({ status: 400, body: { error, errorCode } })
}

export function notTradable(mint: string): RequestFault {
  return swapFault('TOKEN_NOT_TRADABLE', `The token ${mint} is not tradable`)
}

/** A query that does not parse. */
export function badQuery(name: string): RequestFault {
  return new RequestFault({ status: 400, body: { error: `Query parameter ${name} cannot be parsed: Invalid` } })
}

export function missingQuery(name: string): RequestFault {
  return text(400, `Failed to deserialize query string: missing field \`${name}\``)
}

/** A body that is no JSON, or not what is wanted, is refused in plain text. */
export function badBody(reason: string): RequestFault {
  return text(422, `Failed to deserialize the JSON body into the target type: ${reason}`)
}

export function refusedWith(error: string): RequestFault {
  return new RequestFault({ status: 400, body: { error } })
}

function text(status: number, message: string): RequestFault {
  const reply: ProviderReply = {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: new TextEncoder().encode(message),
  }
  return new RequestFault(reply)
}
