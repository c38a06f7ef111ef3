import { declaresBody, lastWalk } from '../runtime/declares-body.ts'
import { charge } from './answer.ts'
import { CREDENTIALS, type Holder, presentedCredential } from './auth.ts'
import { isWorthCoding } from './content-coding.ts'
import { JSON_TYPE, NO_SNIFF, namesTag } from './encode.ts'
import { countAnswer } from './http-metrics.ts'
import type { MountedRoute, Spelled } from './mounted-route.ts'
import { spellingOf } from './pipeline.ts'
import { rateLimitLines } from './rate-limit.ts'
import { type CachedBody, type CodedBody, cacheKey } from './response-cache.ts'
import { type HttpServerState, leaveFlight } from './server-state.ts'
import { type SocketRequest, type SocketResponse, writeWarm, writeWarmEmpty } from './uws.ts'
import { checkParameters, judgeQuery, parseQuery } from './validate.ts'

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
  let mounted: MountedRoute
  let holder: Holder | undefined
  let form: CachedBody | CodedBody | undefined
  try {
    const path = request.getUrl()
    const query = request.getQuery()
    const spelling = spellingOf(path, query)
    const entry = http.cache.bySpelling(spelling, nowMs)
    if (entry !== undefined) {
      mounted = entry.mounted
      holder = admitWarm(http, request, entry.mounted)
      form = holder === undefined ? undefined : formFor(http, request, entry)
      if (holder === undefined || form === undefined || !http.limiter.take(holder.window, nowMs)) return false
      http.cache.counts.memoryHits++
    } else {
      const known = http.spellings.peek(spelling)
      const found = known ?? findRoute(http, path)
      holder = found === undefined ? undefined : admitWarm(http, request, found.mounted)
      if (found === undefined || holder === undefined) return false
      // Only for a known key: strangers do not fill this memory.
      const spelled = 'key' in found ? found : readSpelling(http, spelling, found, query ?? '')
      if (spelled === undefined) return false
      mounted = spelled.mounted
      const byKey = findByKey(http, request, spelled, nowMs)
      form = byKey.form
      if (form === undefined || !http.limiter.take(holder.window, nowMs)) return false
      if (byKey.entry !== undefined) http.cache.linkSpelling(spelling, byKey.entry)
    }
  } catch (error) {
    log.error({ err: error }, 'warm hit failed; answered the long way')
    return false
  }
  const status = writeHit(http, response, request, mounted, form, holder, nowMs)
  // The answer has left: from here on nothing may fail or touch the response.
  countHit(http, mounted, holder, status, clock.monotonicMs() - startMs)
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

type Matched = { readonly mounted: MountedRoute; readonly values: readonly string[] }

function findRoute(http: HttpServerState, path: string): Matched | undefined {
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
  { mounted, values }: Matched,
  query: string,
): Spelled | undefined {
  // A parameter that the route refuses is not in the canonical key.
  if (mounted.queryNames !== null && judgeQuery(mounted.queryNames, query) !== null) return undefined
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
  { successLines }: MountedRoute,
  form: CachedBody | CodedBody,
  holder: Holder,
  nowMs: number,
): number {
  const ifNoneMatch = lastWalk.hasTag ? request.getHeader('if-none-match') : ''
  const id = http.requestId(lastWalk.hasId ? request.getHeader('x-request-id') : '')
  const limitLines = rateLimitLines(holder.window, nowMs)
  const corsLines = http.cors.fixedLines ?? ''
  if (ifNoneMatch !== '' && namesTag(ifNoneMatch, form.etag)) {
    const lines = `${NO_SNIFF}\r\nETag: ${form.etag}${successLines}${corsLines}`
    writeWarmEmpty(response, '304 Not Modified', id + lines + limitLines)
    return 304
  }
  form.warmLines ??= `${NO_SNIFF}\r\nContent-Type: ${JSON_TYPE}\r\nETag: ${form.etag}${successLines}${codingLine(form)}${corsLines}`
  const head = id + form.warmLines + limitLines
  http.inFlight++
  if (writeWarm(response, head, form.body, form.isBorrowed, http.slowReader)) leaveFlight(http)
  return 200
}

/** The body in the coding that this client takes, or as it is; undefined when the coding has to be made first. Who
 *  names no coding costs one comparison. */
function formFor(http: HttpServerState, request: SocketRequest, entry: CachedBody): CachedBody | CodedBody | undefined {
  if (!lastWalk.hasCoding || !isWorthCoding(entry.body.byteLength)) return entry
  const coding = http.chooseCoding(request.getHeader('accept-encoding'))
  return coding === null ? entry : http.cache.coded(entry, coding)
}

type Found = { readonly entry: CachedBody | undefined; readonly form: CachedBody | CodedBody | undefined }

/** From memory or from disk; `entry` is the body itself, where it was looked at. */
function findByKey(http: HttpServerState, request: SocketRequest, { key, mounted }: Spelled, nowMs: number): Found {
  if (lastWalk.hasCoding) {
    const coding = http.chooseCoding(request.getHeader('accept-encoding'))
    const form = coding === null ? undefined : http.cache.codedOnDisk(key, mounted, coding, nowMs)
    if (form !== undefined) return { entry: undefined, form }
  }
  const entry = http.cache.byKey(key, mounted, nowMs)
  return { entry, form: entry === undefined ? undefined : formFor(http, request, entry) }
}

function codingLine(form: CachedBody | CodedBody): string {
  return 'coding' in form ? `\r\nContent-Encoding: ${form.coding}` : ''
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
