import type { Caller } from '../contract/api-key.ts'
import { type Failure, fail, type Outcome } from '../contract/outcome.ts'
import type { Relayed, Streamed } from '../contract/streamed.ts'
import { laneOf } from '../routes/define-route.ts'
import { inBackground } from '../runtime/background.ts'
import { addressBucket, clientAddress } from '../runtime/client-address.ts'
import type { RequestScope } from '../runtime/request-scope.ts'
import { checkDomain } from '../services/account/check-domain.ts'
import { checkPlan, isFree } from '../services/account/check-plan.ts'
import { answerRelayed, relayedType } from './answer-relayed.ts'
import { CREDENTIALS, checkScope, presentedCredential } from './auth.ts'
import { addBytes, type BodyBudget, giveBytes } from './body-budget.ts'
import { runHandler } from './cold-loads.ts'
import type { Cors } from './cors.ts'
import { isHeaderThere, readDeclaredHeaders } from './declared-headers.ts'
import type { Document } from './documents.ts'
import { encodeSuccess, JSON_TYPE } from './encode.ts'
import { forwardedForOf } from './forwarded-for.ts'
import type { Front } from './front.ts'
import { takeGuess } from './guesses.ts'
import type { MountedRoute, PathEntry } from './mount.ts'
import { budgetOf, isHeld, parseBody } from './parse-body.ts'
import { type Framing, framingOf, PAYLOAD_TOO_LARGE, readBody } from './read-body.ts'
import { type CachedBody, cacheKey } from './response-cache.ts'
import { Exchange, peerAddress, type SocketRequest, type SocketResponse } from './uws.ts'
import { type Checked, checkParameters, judgeQuery, parseQuery } from './validate.ts'
import { answer, answerFailure, answerStream, answerTagged, chargeLate, settle, type Visit } from './visit.ts'

/** What is read of a request while it is there: nothing of it may be touched after the callback. */
type Arrival = {
  readonly request: SocketRequest
  readonly query: string
  readonly origin: string
  readonly peer: string
  readonly forwardedFor: string
}

const PUBLIC: Caller = { kind: 'public' }

/** The way of a request, top to bottom. Everything up to the body or the handler happens inside the callback. A deferred
 *  one is answered in the next turn at the earliest. */
export function serve(
  front: Front,
  response: SocketResponse,
  request: SocketRequest,
  startMs: number,
  isDeferred: boolean,
): undefined {
  const method = request.getCaseSensitiveMethod()
  front.inFlight++
  const exchange = new Exchange(response, {
    isHead: method === 'HEAD',
    slow: front.slowReader,
  })
  const origin = request.getHeader('origin')
  const visit: Visit = {
    exchange,
    id: front.requestId(request.getHeader('x-request-id')),
    method,
    path: request.getUrl(),
    startMs,
    ifNoneMatch: request.getHeader('if-none-match'),
    corsLines: front.cors.linesFor(origin),
    mounted: null,
    window: null,
    keyId: null,
    scope: null,
    giveBack: null,
    isLast: false,
    isDeferred,
    isDone: false,
  }
  exchange.onGone(() => settle(front, visit, 499))
  try {
    const peer = peerAddress(response)
    const forwardedFor = forwardedForOf(front, request)
    admit(front, visit, { request, query: request.getQuery() ?? '', origin, peer, forwardedFor })
  } catch (error) {
    answerThrown(front, visit, error)
  }
}

function answerThrown(front: Front, visit: Visit, error: unknown): undefined {
  front.ctx.log.error({ requestId: visit.id, route: visit.mounted?.name ?? null, err: error }, 'request failed')
  answerFailure(front, visit, visit.scope?.openEnd?.('fault') ?? fail('internal', 'internal error'))
}

const METHOD = /^[\w!#$%&'*+\-.^`|~]+$/
/** What reads no body. */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What the parser lets through and should not have; the connection ends with it. */
function checkShape({ method }: Visit, framing: Framing): Failure | null {
  if (!METHOD.test(method)) return fail('invalid_request', 'malformed method')
  if (framing === 'unclear') return fail('invalid_request', 'ambiguous body length')
  if (framing === 'chunked' && BODILESS.has(method)) return fail('invalid_request', 'no chunked body expected')
  return null
}

/** A length that the parser may have changed: another program may see another end of the body. */
function hidesLength({ tuning }: Front, request: SocketRequest): boolean {
  return tuning.headerBytes === 'trimmed' && request.getHeader('content-length') !== ''
}

/** Framing, path and method; then the route. */
function admit(front: Front, visit: Visit, arrival: Arrival): undefined {
  const framing = framingOf(arrival.request, visit.method)
  const malformed = checkShape(visit, framing)
  visit.isLast = framing !== 'plain' || malformed !== null || hidesLength(front, arrival.request)
  if (malformed !== null) return answerFailure(front, visit, malformed)
  const document = front.documents.get(visit.path)
  if (document !== undefined) return serveDocument(front, visit, arrival, document)
  const match = front.table.match(visit.path)
  if (match === undefined)
    return answerFailure(front, visit, limitUnrouted(front, visit, arrival) ?? fail('not_found', 'not found'))
  const { entry, values } = match
  const cors = entry.isOpen ? front.openCors : front.cors
  if (entry.isOpen) visit.corsLines = cors.linesFor(arrival.origin)
  if (visit.method === 'OPTIONS') {
    const limited = limitUnrouted(front, visit, arrival)
    if (limited !== null) return answerFailure(front, visit, limited)
    return answerOptions(front, visit, arrival, entry.allow, cors)
  }
  const mounted = entry.byMethod.get(visit.method === 'HEAD' ? 'GET' : visit.method)
  if (mounted === undefined) return answerWrongMethod(front, visit, entry.allow)
  visit.mounted = mounted
  front.turns.begin(mounted.name)
  const admitted = checkCaller(front, visit, arrival, mounted)
  if ('ok' in admitted) return answerFailure(front, visit, beforeWork(admitted))
  const odd = mounted.queryNames === null ? null : judgeQuery(mounted.queryNames, arrival.query)
  if (odd !== null) return answerFailure(front, visit, beforeWork(odd))
  const checked = checkParameters(mounted, values, parseQuery(arrival.query))
  if (!checked.ok) return answerFailure(front, visit, beforeWork(checked))
  if (mounted.missing !== null) {
    const missing = fail('unconfigured', `provider not configured: ${mounted.missing}`)
    return answerFailure(front, visit, beforeWork(missing))
  }
  if (mounted.route.method === 'GET' && mounted.route.cache !== 'none')
    return serveCacheable(front, visit, arrival, mounted, checked.value, admitted)
  serveFresh(front, visit, arrival, mounted, checked.value, admitted)
}

/** Nothing has begun, whatever the request was for: the API that moves money tells that of every failure. */
function beforeWork(failure: Failure): Failure {
  return { ...failure, details: { ...NOTHING_DONE, ...failure.details } }
}

const NOTHING_DONE = { stage: 'validate', fee_lamports: 0, retry_safe: true }

function answerWrongMethod(front: Front, visit: Visit, allow: PathEntry['allow']): undefined {
  answerFailure(front, visit, fail('method_not_allowed', 'method not allowed'), { lines: `\r\nAllow: ${allow}` })
}

function answerOptions(
  front: Front,
  visit: Visit,
  { origin }: Arrival,
  allow: string,
  cors: Cors = front.cors,
): undefined {
  const lines = cors.preflightLines(origin, allow)
  const vary = cors.vary === null ? '' : `\r\nVary: ${cors.vary}`
  // The preflight lines hold the ordinary ones.
  answer(front, { ...visit, corsLines: '' }, 204, `\r\nAllow: ${allow}${vary}${lines}`, null)
}

function serveDocument(front: Front, visit: Visit, arrival: Arrival, document: Document): undefined {
  if (visit.method === 'OPTIONS') return answerOptions(front, visit, arrival, 'GET, HEAD, OPTIONS')
  if (visit.method !== 'GET' && visit.method !== 'HEAD') return answerWrongMethod(front, visit, 'GET, HEAD, OPTIONS')
  const limited = limitAddress(front, visit, arrival)
  if (limited !== null) return answerFailure(front, visit, limited)
  answerTagged(front, visit, document.lines, document.contentType, document)
}

function clientIpOf(front: Front, { peer, forwardedFor }: Arrival): string {
  return clientAddress(peer, forwardedFor, front.proxies)
}

function limitAddress(front: Front, visit: Visit, arrival: Arrival): Failure | null {
  const tag = `address:${addressBucket(clientIpOf(front, arrival))}`
  visit.window = front.limiter.windowOf(tag, front.tuning.publicPerWindow, 'address')
  const limited = takeFrom(front, visit)
  // A refusal costs about as much as an answer: whoever goes on needs a connection for each.
  if (limited !== null) visit.isLast = true
  return limited
}

/** What no route answers costs the loop, too. Its window shows once it is used up. */
function limitUnrouted(front: Front, visit: Visit, arrival: Arrival): Failure | null {
  const tag = `unrouted:${addressBucket(clientIpOf(front, arrival))}`
  const window = front.limiter.windowOf(tag, front.tuning.unroutedPerWindow, 'address')
  if (front.limiter.take(window, front.ctx.clock.nowMs())) return null
  visit.window = window
  visit.isLast = true
  return fail('rate_limited', 'rate limit exceeded')
}

function takeFrom(front: Front, visit: Visit): Failure | null {
  if (visit.window === null || front.limiter.take(visit.window, front.ctx.clock.nowMs())) return null
  return fail('rate_limited', 'rate limit exceeded')
}

/** Rate limit (on what was presented, before it is judged), key, domain, scope. */
function checkCaller(front: Front, visit: Visit, arrival: Arrival, { route }: MountedRoute): Failure | Caller {
  if (route.auth === 'public') return (route.unlimited ? null : limitAddress(front, visit, arrival)) ?? PUBLIC
  const { header, missing, invalid } = CREDENTIALS[route.auth]
  const presented = presentedCredential(route.auth, arrival.request.getHeader(header))
  const mayHaveTicket = presented === '' && route.auth === 'apiKeyOrTicket' && !isHeaderThere(arrival.request, header)
  const ticket = mayHaveTicket ? ticketOf(arrival) : ''
  if (presented === '' && ticket === '') return fail('unauthorized', missing)
  const { credentials } = front
  const holder = ticket === '' ? credentials.holderOf(route.auth, presented) : credentials.ticketHolder(ticket)
  visit.keyId = holder.keyId
  if (!route.unlimited) {
    visit.window = holder.window
    const limited = takeFrom(front, visit)
    if (limited !== null) return limited
  }
  if (holder.caller === null)
    return limitGuesses(front, visit, arrival) ?? fail('unauthorized', ticket === '' ? invalid : 'invalid ticket')
  const { allowedDomains, scopes, caller } = holder
  return (
    checkDomain(allowedDomains, arrival.origin, arrival.request.getHeader('referer')) ??
    checkScope(route.scope, scopes) ??
    (route.paid ? checkPlan(caller) : null) ??
    caller
  )
}

function limitGuesses(front: Front, visit: Visit, arrival: Arrival): Failure | null {
  const usedUp = takeGuess(front, clientIpOf(front, arrival))
  if (usedUp === null) return null
  visit.window = usedUp
  visit.isLast = true
  return fail('rate_limited', 'rate limit exceeded')
}

/** Browsers cannot set headers on an event stream, and a key never goes into an address. */
function ticketOf({ query }: Arrival): string {
  return query.includes('ticket=') ? (parseQuery(query).get('ticket') ?? '') : ''
}

function openScope(visit: Visit, mounted: MountedRoute, clientIp: string, known: Caller): RequestScope {
  const { id: requestId, keyId } = visit
  const party = keyId === null ? `address:${addressBucket(clientIp)}` : `key:${keyId}`
  const lane = laneOf(mounted.route)
  const costs = { upstreamCalls: 0, upstreamCostUsd: 0 }
  visit.scope = { requestId, route: mounted.name, keyId, clientIp, party, isFree: isFree(known), lane, ...costs }
  return visit.scope
}

/** From memory, from disk, or by one load that all who ask meanwhile share. */
function serveCacheable(
  front: Front,
  visit: Visit,
  arrival: Arrival,
  mounted: MountedRoute,
  checked: Checked,
  known: Caller,
): undefined {
  const { params, query, canonical } = checked
  const key = cacheKey(mounted.cachePrefix, canonical)
  const spelling = spellingOf(visit.path, arrival.query)
  const cached = front.cache.byKey(key, mounted, front.ctx.clock.nowMs())
  if (cached !== undefined) {
    front.cache.linkSpelling(spelling, cached)
    return answerCached(front, visit, cached)
  }
  front.cache.counts.misses++
  // Nothing of the caller may get into an answer that others will read: no caller, no address.
  const scope = openScope(visit, mounted, clientIpOf(front, arrival), known)
  const joined = front.loads.load(key, { mounted, params, query, body: undefined, caller: PUBLIC, clientIp: '', scope })
  visit.exchange.onGone(() => {
    joined.leave()
    settle(front, visit, 499)
  })
  inBackground(
    'late charge',
    joined.ended.then(() => chargeLate(front, visit)),
  )
  joined.loaded
    .then((loaded) => {
      if (!loaded.ok) return answerFailure(front, visit, loaded)
      front.cache.linkSpelling(spelling, loaded.value)
      answerCached(front, visit, loaded.value)
    })
    .catch((error: unknown) => answerThrown(front, visit, error))
}

function answerCached(front: Front, visit: Visit, cached: CachedBody): undefined {
  const body = cached.isBorrowed ? Buffer.from(cached.body) : cached.body
  answerTagged(front, visit, cached.mounted.successLines, JSON_TYPE, { body, etag: cached.etag })
}

/** Path and query as they came; the query's `?` only when there is one. */
export function spellingOf(path: string, query: string | undefined): string {
  return query === undefined || query === '' ? path : `${path}?${query}`
}

/** An answer that is made for this request alone: body, body rules, handler. */
function serveFresh(
  front: Front,
  visit: Visit,
  arrival: Arrival,
  mounted: MountedRoute,
  { params, query }: Checked,
  known: Caller,
): undefined {
  const { route } = mounted
  const caller = route.readsCaller ? known : PUBLIC
  const clientIp = clientIpOf(front, arrival)
  const declared = readDeclaredHeaders(front, arrival.request, Object.keys(route.headers))
  if (!declared.ok) return answerFailure(front, visit, beforeWork(declared))
  const headers = declared.value
  const run = (body: unknown): undefined => {
    const work = runHandler(front.ctx, {
      mounted,
      params,
      query,
      body,
      caller,
      clientIp,
      headers,
      scope: openScope(visit, mounted, clientIp, known),
    })
    visit.exchange.onGone(() => {
      work.abandon()
      settle(front, visit, 499)
    })
    inBackground(
      'late charge',
      work.ended.then(() => chargeLate(front, visit)),
    )
    work.outcome
      .then((outcome) => answerFresh(front, visit, mounted, outcome))
      .catch((error: unknown) => answerThrown(front, visit, error))
  }
  const rule = route.body
  if (rule === null) return run(undefined)
  const declaredBytes = Number(arrival.request.getHeader('content-length') || 0)
  if (declaredBytes > route.bodyBytes)
    return answerFailure(front, visit, beforeWork(PAYLOAD_TOO_LARGE), { ending: 'linger' })
  const budget = budgetOf(front, route)
  const holder = route.auth === 'public' ? addressBucket(clientIp) : (visit.window?.tag ?? String(visit.keyId))
  const takeParsed = (body: Outcome<unknown>): undefined => {
    if (!body.ok) return answerFailure(front, visit, beforeWork(body))
    run(body.value)
  }
  readBody(front, visit.exchange, { maxBytes: route.bodyBytes, declaredBytes, budget, holder })
    .then((bytes) => {
      front.turns.begin(mounted.name)
      // What is left of a refused body would be read as the next request: the connection ends with the answer.
      if (!bytes.ok) return refuseBody(front, visit, bytes)
      if (isHeld(route)) holdBody(visit, { budget, holder, bytes: bytes.value.byteLength })
      const body = parseBody(front, visit, route, rule, bytes.value)
      return body instanceof Promise ? body.then(takeParsed) : takeParsed(body)
    })
    .catch((error: unknown) => answerThrown(front, visit, error))
}

/** The body of a proxy counts until its request is answered: what waits for an upstream holds memory, too. */
function holdBody(visit: Visit, held: { budget: BodyBudget; holder: string; bytes: number }): void {
  if (visit.isDone) return
  addBytes(held.budget, held.holder, held.bytes)
  visit.giveBack = () => giveBytes(held.budget, held.holder, held.bytes)
}

function refuseBody(front: Front, visit: Visit, failure: Failure): undefined {
  if (failure.code === 'cancelled') return settle(front, visit, 499)
  answerFailure(front, visit, beforeWork(failure), { ending: 'close' })
}

function answerFresh(front: Front, visit: Visit, mounted: MountedRoute, outcome: Outcome<unknown>): undefined {
  if (!outcome.ok) return answerFailure(front, visit, outcome)
  const { route, successLines } = mounted
  if (route.reply === 'relay') {
    const relayed = outcome.value as Relayed
    const { status, contentType, body, rest } = relayed
    const lines = `\r\nContent-Type: ${relayedType(contentType)}${successLines}`
    if (rest !== undefined) return answerRelayed(front, visit, lines, { ...relayed, rest })
    return answer(front, visit, status, lines, body)
  }
  if (route.reply === 'stream') return answerStream(front, visit, successLines, outcome.value as Streamed)
  const body = encodeSuccess(outcome.value)
  answer(front, visit, outcome.status ?? route.status ?? 200, `\r\nContent-Type: ${JSON_TYPE}${successLines}`, body)
}
