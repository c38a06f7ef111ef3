import type { Caller } from '../contract/api-key.ts'
import { type Failure, fail, type Outcome } from '../contract/outcome.ts'
import type { Relayed, Streamed } from '../contract/streamed.ts'
import { inBackground } from '../runtime/background.ts'
import { addressBucket, clientAddress } from '../runtime/client-address.ts'
import { checkDomain } from '../services/account/check-domain.ts'
import { checkPlan } from '../services/account/check-plan.ts'
import { answer, answerFailure, answerStream, answerTagged, answerThrown, chargeLate, settle } from './answer.ts'
import { answerKept, answerOnce } from './answer-coded.ts'
import { answerRelayed, relayedType } from './answer-relayed.ts'
import { createAskRoute } from './ask-route.ts'
import { CREDENTIALS, checkScope, presentedCredential } from './auth.ts'
import { addBytes, type BodyBudget, giveBytes } from './body-budget.ts'
import { runHandler } from './cold-loads.ts'
import { type Coding, chooseCoding, PAGE_CODINGS } from './content-coding.ts'
import type { Cors } from './cors.ts'
import { isHeaderThere, readDeclaredHeaders } from './declared-headers.ts'
import type { Document } from './documents.ts'
import { encodeSuccess, JSON_TYPE } from './encode.ts'
import { isExplorerAsset, isExplorerPage } from './explorer.ts'
import { takeFailedAuth } from './failed-auth-limit.ts'
import { forwardedForOf } from './forwarded-for.ts'
import { answerMissingPage, isPageVisit } from './missing-page.ts'
import type { MountedRoute, PathEntry } from './mounted-route.ts'
import { openScope } from './open-scope.ts'
import { budgetOf, isHeld, parseBody } from './parse-body.ts'
import { type Framing, framingOf, PAYLOAD_TOO_LARGE, readBody } from './read-body.ts'
import type { RequestContext } from './request-context.ts'
import { type CachedBody, cacheKey, ownBody } from './response-cache.ts'
import type { HttpServerState } from './server-state.ts'
import { Exchange, peerAddress, type SocketRequest, type SocketResponse } from './uws.ts'
import { type Checked, checkParameters, judgeQuery, parseQuery } from './validate.ts'

/** What is read of a request while it is there: nothing of it may be touched after the callback. */
type Arrival = {
  readonly request: SocketRequest
  readonly query: string
  readonly origin: string
  readonly peer: string
  readonly forwardedFor: string
}

const PUBLIC: Caller = { kind: 'public' }

/** The way of a request, top to bottom. Everything up to the body or the handler happens inside the callback. A
 *  deferred one is answered in the next turn at the earliest. */
export function serve(
  http: HttpServerState,
  response: SocketResponse,
  request: SocketRequest,
  startMs: number,
  isDeferred: boolean,
): undefined {
  const method = request.getCaseSensitiveMethod()
  http.inFlight++
  const exchange = new Exchange(response, {
    isHead: method === 'HEAD',
    slow: http.slowReader,
  })
  const origin = request.getHeader('origin')
  const context: RequestContext = {
    exchange,
    id: http.requestId(request.getHeader('x-request-id')),
    method,
    path: request.getUrl(),
    startMs,
    ifNoneMatch: request.getHeader('if-none-match'),
    acceptEncoding: request.getHeader('accept-encoding'),
    corsLines: http.cors.linesFor(origin),
    mounted: null,
    window: null,
    keyId: null,
    scope: null,
    giveBack: null,
    isLast: false,
    isDeferred,
    isDone: false,
  }
  exchange.onGone(() => settle(http, context, 499))
  try {
    const peer = peerAddress(response)
    const forwardedFor = forwardedForOf(http, request)
    admit(http, context, { request, query: request.getQuery() ?? '', origin, peer, forwardedFor })
  } catch (error) {
    answerThrown(http, context, error)
  }
}

const METHOD = /^[\w!#$%&'*+\-.^`|~]+$/
/** What reads no body. */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What the parser lets through and should not have; the connection ends with it. */
function checkShape({ method }: RequestContext, framing: Framing): Failure | null {
  if (!METHOD.test(method)) return fail('invalid_request', 'malformed method')
  if (framing === 'unclear') return fail('invalid_request', 'ambiguous body length')
  if (framing === 'chunked' && BODILESS.has(method)) return fail('invalid_request', 'no chunked body expected')
  return null
}

/** A length that the parser may have changed: another program may see another end of the body. */
function hidesLength({ tuning }: HttpServerState, request: SocketRequest): boolean {
  return tuning.headerBytes === 'trimmed' && request.getHeader('content-length') !== ''
}

/** Framing, path and method; then the route. */
function admit(http: HttpServerState, context: RequestContext, arrival: Arrival): undefined {
  const framing = framingOf(arrival.request, context.method)
  const malformed = checkShape(context, framing)
  context.isLast = framing !== 'plain' || malformed !== null || hidesLength(http, arrival.request)
  if (malformed !== null) return answerFailure(http, context, malformed)
  const document =
    http.documents.get(context.path) ?? (isExplorerPage(context.path) ? http.documents.get('/') : undefined)
  if (document !== undefined) return serveDocument(http, context, arrival, document)
  const match = http.table.match(context.path)
  if (match === undefined) return answerUnknown(http, context, arrival)
  const { entry, values } = match
  const cors = entry.isOpen ? http.openCors : http.cors
  if (entry.isOpen) context.corsLines = cors.linesFor(arrival.origin)
  if (context.method === 'OPTIONS') {
    const limited = limitUnrouted(http, context, arrival)
    if (limited !== null) return answerFailure(http, context, limited)
    return answerOptions(http, context, arrival, entry.allow, cors)
  }
  const mounted = entry.byMethod.get(context.method === 'HEAD' ? 'GET' : context.method)
  if (mounted === undefined) return answerWrongMethod(http, context, entry.allow)
  context.mounted = mounted
  http.turns.begin(mounted.name)
  const admitted = checkCaller(http, context, arrival, mounted, values)
  if ('ok' in admitted) return answerFailure(http, context, beforeWork(admitted))
  const odd = mounted.queryNames === null ? null : judgeQuery(mounted.queryNames, arrival.query)
  if (odd !== null) return answerFailure(http, context, beforeWork(odd))
  const checked = checkParameters(mounted, values, parseQuery(arrival.query))
  if (!checked.ok) return answerFailure(http, context, beforeWork(checked))
  if (mounted.missing !== null) {
    const missing = fail('unconfigured', `provider not configured: ${mounted.missing}`)
    return answerFailure(http, context, beforeWork(missing))
  }
  if (mounted.route.method === 'GET' && mounted.route.cache !== 'none')
    return serveCacheable(http, context, arrival, mounted, checked.value, admitted)
  serveFresh(http, context, arrival, mounted, checked.value, admitted)
}

/** What no route and no page answers: a person gets a page that says so, a program the envelope. */
function answerUnknown(http: HttpServerState, context: RequestContext, arrival: Arrival): undefined {
  const limited = limitUnrouted(http, context, arrival)
  if (limited !== null) return answerFailure(http, context, limited)
  if (isPageVisit(context, arrival.request.getHeader('accept'))) return answerMissingPage(http, context)
  answerFailure(http, context, fail('not_found', 'not found'))
}

/** Nothing has begun: every failure of the API that moves money states its stage. */
function beforeWork(failure: Failure): Failure {
  return { ...failure, details: { ...NOTHING_DONE, ...failure.details } }
}

const NOTHING_DONE = { stage: 'validate', fee_lamports: 0, retry_safe: true }

function answerWrongMethod(http: HttpServerState, context: RequestContext, allow: PathEntry['allow']): undefined {
  answerFailure(http, context, fail('method_not_allowed', 'method not allowed'), { lines: `\r\nAllow: ${allow}` })
}

function answerOptions(
  http: HttpServerState,
  context: RequestContext,
  { origin }: Arrival,
  allow: string,
  cors: Cors = http.cors,
): undefined {
  const lines = cors.preflightLines(origin, allow)
  const vary = cors.vary === null ? '' : `\r\nVary: ${cors.vary}`
  // The preflight lines hold the ordinary ones.
  answer(http, { ...context, corsLines: '' }, 204, `\r\nAllow: ${allow}${vary}${lines}`, null)
}

function serveDocument(
  http: HttpServerState,
  context: RequestContext,
  arrival: Arrival,
  document: Document,
): undefined {
  if (context.method === 'OPTIONS') return answerOptions(http, context, arrival, 'GET, HEAD, OPTIONS')
  if (context.method !== 'GET' && context.method !== 'HEAD')
    return answerWrongMethod(http, context, 'GET, HEAD, OPTIONS')
  // A reader of many pages, or several readers at one address, would get pages without their scripts.
  const limit = isExplorerAsset(context.path) ? limitUnrouted : limitAddress
  const limited = limit(http, context, arrival)
  if (limited !== null) return answerFailure(http, context, limited)
  const { contentType, lines, body, etag, coded } = document
  if (coded === undefined) return answerTagged(http, context, lines, contentType, document)
  const kept = {
    key: context.path,
    body,
    etag,
    find: (coding: Coding) => coded.get(coding),
    keep: (coding: Coding, made: Buffer) => void coded.set(coding, made),
  }
  const coding = chooseCoding(context.acceptEncoding, PAGE_CODINGS)
  answerKept(http, context, `${lines}\r\nVary: Accept-Encoding`, contentType, kept, coding)
}

function clientIpOf(http: HttpServerState, { peer, forwardedFor }: Arrival): string {
  return clientAddress(peer, forwardedFor, http.proxies)
}

function limitAddress(http: HttpServerState, context: RequestContext, arrival: Arrival): Failure | null {
  const tag = `address:${addressBucket(clientIpOf(http, arrival))}`
  context.window = http.limiter.windowOf(tag, http.tuning.publicPerWindow, 'address')
  const limited = takeFrom(http, context)
  // A refusal costs about as much as an answer, so a client that continues needs a new connection for each.
  if (limited !== null) context.isLast = true
  return limited
}

/** What no route answers costs the loop, too. Its window shows once it is used up. */
function limitUnrouted(http: HttpServerState, context: RequestContext, arrival: Arrival): Failure | null {
  const tag = `unrouted:${addressBucket(clientIpOf(http, arrival))}`
  const window = http.limiter.windowOf(tag, http.tuning.unroutedPerWindow, 'address')
  if (http.limiter.take(window, http.ctx.clock.nowMs())) return null
  context.window = window
  context.isLast = true
  return fail('rate_limited', 'rate limit exceeded')
}

function takeFrom(http: HttpServerState, context: RequestContext): Failure | null {
  if (context.window === null || http.limiter.take(context.window, http.ctx.clock.nowMs())) return null
  return fail('rate_limited', 'rate limit exceeded')
}

/** Rate limit (on what was presented, before it is judged), key, domain, scope. */
function checkCaller(
  http: HttpServerState,
  context: RequestContext,
  arrival: Arrival,
  { route, pathNames }: MountedRoute,
  values: readonly string[],
): Failure | Caller {
  if (route.auth === 'public') return (route.unlimited ? null : limitAddress(http, context, arrival)) ?? PUBLIC
  const { header, missing, invalid } = CREDENTIALS[route.auth]
  const presented =
    presentedCredential(route.auth, arrival.request.getHeader(header)) ||
    (route.auth === 'apiKeyOrBearer' ? presentedCredential('bearer', arrival.request.getHeader('authorization')) : '')
  const mayHaveTicket = presented === '' && route.auth === 'apiKeyOrTicket' && !isHeaderThere(arrival.request, header)
  const ticket = mayHaveTicket ? (values[pathNames.indexOf('ticket')] ?? ticketOf(arrival)) : ''
  if (presented === '' && ticket === '') return fail('unauthorized', missing + rightHeader(route.auth, arrival.request))
  const { credentials } = http
  const holder =
    ticket === ''
      ? credentials.holderOf(route.auth, presented)
      : credentials.ticketHolder(ticket, route.ticket ?? 'events')
  context.keyId = holder.keyId
  if (!route.unlimited) {
    context.window = holder.window
    const limited = takeFrom(http, context)
    if (limited !== null) return limited
  }
  if (holder.caller === null)
    return limitFailedAuths(http, context, arrival) ?? fail('unauthorized', ticket === '' ? invalid : 'invalid ticket')
  const { allowedDomains, scopes, caller } = holder
  return (
    checkDomain(allowedDomains, arrival.origin, arrival.request.getHeader('referer')) ??
    checkScope(route.scope, scopes) ??
    (route.paid ? checkPlan(caller) : null) ??
    caller
  )
}

/** Where a key came in the header of the other family of routes, the one that this route reads. */
function rightHeader(auth: keyof typeof CREDENTIALS, request: SocketRequest): string {
  if (auth === 'bearer')
    return isHeaderThere(request, 'x-api-key') ? ': this route takes it as Authorization: Bearer' : ''
  if (auth === 'session' || auth === 'apiKeyOrBearer' || !isHeaderThere(request, 'authorization')) return ''
  return ': this route takes it in X-API-Key'
}

function limitFailedAuths(http: HttpServerState, context: RequestContext, arrival: Arrival): Failure | null {
  const usedUp = takeFailedAuth(http, clientIpOf(http, arrival))
  if (usedUp === null) return null
  context.window = usedUp
  context.isLast = true
  return fail('rate_limited', 'rate limit exceeded')
}

/** Browsers cannot set headers on an event stream, and a key never goes into an address. */
function ticketOf({ query }: Arrival): string {
  return query.includes('ticket=') ? (parseQuery(query).get('ticket') ?? '') : ''
}

/** From memory, from disk, or by one load that all who ask meanwhile share. */
function serveCacheable(
  http: HttpServerState,
  context: RequestContext,
  arrival: Arrival,
  mounted: MountedRoute,
  checked: Checked,
  known: Caller,
): undefined {
  const { params, query, canonical } = checked
  const key = cacheKey(mounted.cachePrefix, canonical)
  const spelling = spellingOf(context.path, arrival.query)
  const cached = http.cache.byKey(key, mounted, http.ctx.clock.nowMs())
  if (cached !== undefined) {
    http.cache.linkSpelling(spelling, cached)
    return answerCached(http, context, cached)
  }
  http.cache.counts.misses++
  // Nothing of the caller may get into an answer that others will read: no caller, no address.
  const scope = openScope(context, mounted, clientIpOf(http, arrival), known)
  const joined = http.loads.load(key, { mounted, params, query, body: undefined, caller: PUBLIC, clientIp: '', scope })
  context.exchange.onGone(() => {
    joined.leave()
    settle(http, context, 499)
  })
  inBackground(
    'late charge',
    joined.ended.then(() => chargeLate(http, context)),
  )
  joined.loaded
    .then((loaded) => {
      if (!loaded.ok) return answerFailure(http, context, loaded)
      http.cache.linkSpelling(spelling, loaded.value)
      answerCached(http, context, loaded.value)
    })
    .catch((error: unknown) => answerThrown(http, context, error))
}

function answerCached(http: HttpServerState, context: RequestContext, cached: CachedBody): undefined {
  const kept = {
    key: cached.key,
    body: ownBody(cached),
    etag: cached.etag,
    find: (coding: Coding) => {
      const found = http.cache.coded(cached, coding)
      return found === undefined ? undefined : ownBody(found)
    },
    keep: (coding: Coding, made: Buffer) => void http.cache.keepCoded(cached, coding, made),
  }
  const coding = http.chooseCoding(context.acceptEncoding)
  answerKept(http, context, cached.mounted.successLines, JSON_TYPE, kept, coding)
}

/** Path and query as they came; the query's `?` only when there is one. */
export function spellingOf(path: string, query: string | undefined): string {
  return query === undefined || query === '' ? path : `${path}?${query}`
}

/** An answer that is made for this request alone: body, body rules, handler. */
function serveFresh(
  http: HttpServerState,
  context: RequestContext,
  arrival: Arrival,
  mounted: MountedRoute,
  { params, query }: Checked,
  known: Caller,
): undefined {
  const { route } = mounted
  const caller = route.readsCaller ? known : PUBLIC
  const clientIp = clientIpOf(http, arrival)
  const declared = readDeclaredHeaders(http, arrival.request, Object.keys(route.headers))
  if (!declared.ok) return answerFailure(http, context, beforeWork(declared))
  const headers = declared.value
  const run = (body: unknown): undefined => {
    const work = runHandler(http.ctx, {
      mounted,
      params,
      query,
      body,
      caller,
      clientIp,
      headers,
      ask: route.asksRoutes ? createAskRoute(http, context, clientIp, known) : undefined,
      scope: openScope(context, mounted, clientIp, known),
    })
    context.exchange.onGone(() => {
      work.abandon()
      settle(http, context, 499)
    })
    inBackground(
      'late charge',
      work.ended.then(() => chargeLate(http, context)),
    )
    work.outcome
      .then((outcome) => answerFresh(http, context, mounted, outcome))
      .catch((error: unknown) => answerThrown(http, context, error))
  }
  const rule = route.body
  if (rule === null) return run(undefined)
  const declaredBytes = Number(arrival.request.getHeader('content-length') || 0)
  if (declaredBytes > route.bodyBytes)
    return answerFailure(http, context, beforeWork(PAYLOAD_TOO_LARGE), { ending: 'linger' })
  const budget = budgetOf(http, route)
  const holder = route.auth === 'public' ? addressBucket(clientIp) : (context.window?.tag ?? String(context.keyId))
  const takeParsed = (body: Outcome<unknown>): undefined => {
    if (!body.ok) return answerFailure(http, context, beforeWork(body))
    run(body.value)
  }
  readBody(http, context.exchange, { maxBytes: route.bodyBytes, declaredBytes, budget, holder })
    .then((bytes) => {
      http.turns.begin(mounted.name)
      // What is left of a refused body would be read as the next request: the connection ends with the answer.
      if (!bytes.ok) return refuseBody(http, context, bytes)
      if (isHeld(route)) holdBody(context, { budget, holder, bytes: bytes.value.byteLength })
      const body = parseBody(http, context, route, rule, bytes.value)
      return body instanceof Promise ? body.then(takeParsed) : takeParsed(body)
    })
    .catch((error: unknown) => answerThrown(http, context, error))
}

/** The body of a proxy counts until its request is answered: what waits for an upstream holds memory, too. */
function holdBody(context: RequestContext, held: { budget: BodyBudget; holder: string; bytes: number }): void {
  if (context.isDone) return
  addBytes(held.budget, held.holder, held.bytes)
  context.giveBack = () => giveBytes(held.budget, held.holder, held.bytes)
}

function refuseBody(http: HttpServerState, context: RequestContext, failure: Failure): undefined {
  if (failure.code === 'cancelled') return settle(http, context, 499)
  answerFailure(http, context, beforeWork(failure), { ending: 'close' })
}

function answerFresh(
  http: HttpServerState,
  context: RequestContext,
  mounted: MountedRoute,
  outcome: Outcome<unknown>,
): undefined {
  if (!outcome.ok) return answerFailure(http, context, outcome)
  const { route, successLines } = mounted
  if (route.reply === 'relay') {
    const relayed = outcome.value as Relayed
    const { status, contentType, body, rest } = relayed
    const lines = `\r\nContent-Type: ${relayedType(contentType)}${successLines}`
    if (rest !== undefined) return answerRelayed(http, context, lines, { ...relayed, rest })
    return answer(http, context, status, lines, body)
  }
  if (route.reply === 'stream') return answerStream(http, context, successLines, outcome.value as Streamed)
  const body = encodeSuccess(outcome.value)
  const lines = `\r\nContent-Type: ${JSON_TYPE}${successLines}`
  answerOnce(http, context, outcome.status ?? route.status ?? 200, lines, body)
}
