import type { HttpHandler } from '../http-handler.ts'
import { createJupiterTrading, type JupiterTradingParts } from './jupiter-trading/index.ts'
import type { Provider } from './provider-reply.ts'

/** Everything at Jupiter's one address: prices and tokens, and what trades. What trades is made on its first request. */
export function createJupiterApi(data: Provider, parts: JupiterTradingParts): HttpHandler {
  let trading: ReturnType<typeof createJupiterTrading> | null = null
  return {
    prefix: data.prefix,
    handle(request) {
      trading ??= isTrading(request.path) ? createJupiterTrading(parts) : null
      return trading !== null && isTrading(request.path) ? trading(request) : data.handle(request)
    },
  }
}

function isTrading(path: string): boolean {
  return /^\/(swap|trigger|recurring)\//.test(path)
}
