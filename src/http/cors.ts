/** Cross-origin header lines, each after CRLF. */
export type Cors = {
  /** Lines of any answer when they do not depend on the request, otherwise null. */
  readonly fixedLines: string | null
  /** `Origin` when answers differ by it; belongs into `Vary`. */
  readonly vary: string | null
  linesFor(origin: string): string
  preflightLines(origin: string, methods: string): string
}

const EXPOSED =
  'ETag, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, X-Request-Id'
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-API-Key, X-Request-Id, X-Session-Token, X-User-Ref'
const PREFLIGHT_SECS = 600

/** No cookies are ever used, so `*` needs no credentials mode. `anyHeader` lets pages send headers of their own, as
 *  chain libraries do. */
export function createCors(origins: readonly string[], anyHeader = false): Cors {
  const allowedHeaders = anyHeader ? `*, ${ALLOWED_HEADERS}` : ALLOWED_HEADERS
  const allowAny = origins.includes('*')
  const allowed = new Set(origins.map((origin) => origin.toLowerCase().replace(/\/$/, '')))
  const exposed = `\r\nAccess-Control-Expose-Headers: ${EXPOSED}`
  const anyLines = `\r\nAccess-Control-Allow-Origin: *${exposed}`
  const linesFor = (origin: string): string => {
    if (allowAny) return anyLines
    // The set holds our own texts: echoing a member of it echoes nothing a caller made up.
    const known = origin.toLowerCase()
    return allowed.has(known) ? `\r\nAccess-Control-Allow-Origin: ${known}${exposed}` : ''
  }
  return {
    fixedLines: allowAny ? anyLines : null,
    vary: allowAny ? null : 'Origin',
    linesFor,
    preflightLines(origin, methods) {
      const lines = linesFor(origin)
      if (lines === '') return ''
      return `${lines}\r\nAccess-Control-Allow-Methods: ${methods}\r\nAccess-Control-Allow-Headers: ${allowedHeaders}\r\nAccess-Control-Max-Age: ${PREFLIGHT_SECS}`
    },
  }
}
