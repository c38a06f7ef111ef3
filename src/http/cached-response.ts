import { declaresBody, lastWalk } from '../runtime/declares-body.ts'
import { charge } from './answer.ts'
import { CREDENTIALS, type Holder, presentedCredential } from './auth.ts'
import { JSON_TYPE, NO_SNIFF, namesTag } from './encode.ts'
import { countAnswer } from './http-metrics.ts'
import type { MountedRoute, Spelled } from './mounted-route.ts'
import { spellingOf } from './pipeline.ts'
import { rateLimitLines } from './rate-limit.ts'
import { type CachedBody, cacheKey } from './response-cache.ts'
import { type HttpServerState, leaveFlight } from './server-state.ts'
import { type SocketRequest, type SocketResponse, writeWarm, writeWarmEmpty } from './uws.ts'
import { checkParameters, parseQuery } from './validate.ts'

/** The short way: a GET whose body is finished, in memory or on disk, asked with a key that was seen before and has
 *  requests left. Same checks as the pipeline and the same bytes; whatever is not that plain goes through the pipeline
 *  instead (false, and nothing was counted). Under a spelling seen before it parses nothing; it never runs a
 *  handler. */
export function serveCachedResponse(
  http: HttpServerState,
  response: SocketResponse,
  request: SocketRequest,
  startMs: number,
): boolean {
  const { clock, log } = http.ctx
  const nowMs = clock.nowMs()
  let entry: CachedBody | undefined
  let holder: Holder | undefined
  try {
    const path = request.getUrl()
    const query = request.getQuery()
    const spelling = spellingOf(path, query)
    entry = http.cache.bySpelling(spelling, nowMs)
    if (entry !== undefined) {
      holder = admitWarm(http, request, entry.mounted)
      if (holder === undefined || !http.limiter.take(holder.window, nowMs)) return false
      http.cache.counts.memoryHits++
    } else {
      const known = http.spellings.peek(spelling)
      const found = known ?? findRoute(http, path)
      holder = found === undefined ? undefined : admitWarm(http, request, found.mounted)
      if (found === undefined || holder === undefined) return false
      // Only for a known key: strangers do not fill this memory.
      const spelled = 'key' in found ? found : readSpelling(http, spelling, found, query ?? '')
      if (spelled === undefined) return false
      entry = http.cache.byKey(spelled.key, spelled.mounted, nowMs)
      if (entry === undefined || !http.limiter.take(holder.window, nowMs)) return false
      http.cache.linkSpelling(spelling, entry)
    }
  } catch (error) {
    log.error({ err: error }, 'warm hit failed; answered the long way')
    return false
  }
  const status = writeHit(http, response, request, entry, holder, nowMs)
  // The answer has left: from here on nothing may fail or touch the response.
  countHit(http, entry.mounted, holder, status, clock.monotonicMs() - startMs)
  return true
}

/** Key, domain and scope. Undefined when any of them is not plainly met. The limit is taken last, because taking
 *  counts; a refusal counts nothing, so the pipeline may ask again and answer it. */
function admitWarm(http: HttpServerState, request: SocketRequest, { route }: MountedRoute): Holder | undefined {
  const { auth, unlimited, scope, cache } = route
  if (http.cors.fixedLines === null || http.isDraining || http.logsAccess) return undefined
  if (auth === 'public' || auth === 'session' || unlimited || cache === 'none') return undefined
  // A GET that declares a body goes where its framing is checked.
  if (declaresBody(request)) return undefined
  const presented = presentedCredential(auth, request.getHeader(CREDENTIALS[auth].header))
  const holder = presented === '' ? undefined : http.credentials.knownHolder(presented)
  if (holder === undefined || holder.allowedDomains.length > 0) return undefined
  return scope === undefined || holder.scopes.includes(scope) ? holder : undefined
}

/** Longer ones are read each time. */
const SPELLING_CHARS = 512

type Found = { readonly mounted: MountedRoute; readonly values: readonly string[] }

function findRoute(http: HttpServerState, path: string): Found | undefined {
  const match = http.table.match(path)
  const mounted = match?.entry.byMethod.get('GET')
  if (match === undefined || mounted === undefined || mounted.route.cache === 'none' || mounted.missing !== null)
    return undefined
  return { mounted, values: match.values }
}

/** Parses a request not seen before under this spelling, and remembers what it means. */
function readSpelling(
  http: HttpServerState,
  spelling: string,
  { mounted, values }: Found,
  query: string,
): Spelled | undefined {
  const checked = checkParameters(mounted, values, parseQuery(query))
  if (!checked.ok) return undefined
  const spelled = { mounted, key: cacheKey(mounted.cachePrefix, checked.value.canonical) }
  if (spelling.length <= SPELLING_CHARS) http.spellings.set(spelling, spelled)
  return spelled
}

function writeHit(
  http: HttpServerState,
  response: SocketResponse,
  request: SocketRequest,
  entry: CachedBody,
  holder: Holder,
  nowMs: number,
): number {
  const ifNoneMatch = lastWalk.hasTag ? request.getHeader('if-none-match') : ''
  const id = http.requestId(lastWalk.hasId ? request.getHeader('x-request-id') : '')
  const limitLines = rateLimitLines(holder.window, nowMs)
  const corsLines = http.cors.fixedLines ?? ''
  if (ifNoneMatch !== '' && namesTag(ifNoneMatch, entry.etag)) {
    const lines = `${NO_SNIFF}\r\nETag: ${entry.etag}${entry.mounted.successLines}${corsLines}`
    writeWarmEmpty(response, '304 Not Modified', id + lines + limitLines)
    return 304
  }
  entry.warmLines ??= `${NO_SNIFF}\r\nContent-Type: ${JSON_TYPE}\r\nETag: ${entry.etag}${entry.mounted.successLines}${corsLines}`
  const head = id + entry.warmLines + limitLines
  http.inFlight++
  if (writeWarm(response, head, entry.body, entry.isBorrowed, http.slowReader)) leaveFlight(http)
  return 200
}

function countHit(
  http: HttpServerState,
  mounted: MountedRoute,
  { keyId }: Holder,
  status: number,
  durationMs: number,
): void {
  countAnswer(mounted.counts, status, durationMs)
  if (keyId === null) return
  charge(http, { keyId, route: mounted.name, status, durationMs, upstreamCalls: 0, upstreamCostUsd: 0 })
}
