import type { Context } from '../../context.ts'
import { type Failure, fail } from '../../contract/outcome.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Pages may speak MCP only from this machine, from the server's own host and from listed origins: `*` in
 *  `CORS_ORIGINS` is meant for data and lists none. Clients that are no pages send no `Origin`. */
export function checkOrigin({ config }: Context, origin: string): Failure | null {
  if (origin === '') return null
  const known = origin.toLowerCase()
  if (config.corsOrigins.some((one) => one.toLowerCase().replace(/\/$/, '') === known)) return null
  const url = URL.canParse(known) ? new URL(known) : null
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (isWeb && (LOOPBACK.test(url.hostname) || url.host === config.accounts.publicHost)) return null
  return fail('domain_not_allowed', 'origin not allowed: list it in CORS_ORIGINS')
}
