import { PROVIDERS } from '../config/providers.ts'
import { RELAY } from '../config/upstream-limits.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import type { TokenInfo } from './capabilities.ts'

/** Any service that takes `POST {"mints": [...]}` at its base address. Fails `upstream_timeout` | `upstream_failed` |
 *  `too_busy`; whatever the service answers is a success. Source: spec 4.8 `token-info`. */
export function createTokenInfo(http: HttpClient): TokenInfo {
  return {
    provider: http.provider,
    relay: (mints, signal) =>
      http.postRelay({
        body: Buffer.from(JSON.stringify({ mints })),
        contentType: 'application/json',
        idempotent: true,
        timeoutMs: PROVIDERS.tokenInfo.timeoutMs,
        maxBytes: RELAY.openBytes,
        label: 'token-info',
        signal,
      }),
  }
}
