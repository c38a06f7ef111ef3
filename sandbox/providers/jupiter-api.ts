import type { HttpHandler, HttpRequest } from '../http-handler.ts'
import type { JupiterTradingParts } from './jupiter-trading/index.ts'
import type { Provider, ProviderReply } from './provider-reply.ts'

const TRADING_PATH = /^\/(swap|trigger|recurring)\//

/** Everything at Jupiter's one address: prices and tokens, and what trades. What trades is loaded on its first request:
 *  boot does not wait for it. */
export function createJupiterApi(data: Provider, parts: JupiterTradingParts): HttpHandler {
  let trading: Promise<(request: HttpRequest) => ProviderReply> | null = null
  const load = async () => (await import('./jupiter-trading/index.ts')).createJupiterTrading(parts)
  return {
    prefix: data.prefix,
    async handle(request) {
      if (!TRADING_PATH.test(request.path)) return data.handle(request)
      trading ??= load()
      return (await trading)(request)
    },
  }
}
