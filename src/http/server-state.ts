import { BODY_LIMITS } from '../config/body-limits.ts'
import { LIMITS } from '../config/limits.ts'
import { LOOP_TURNS } from '../config/loop-turns.ts'
import { PUBLIC_PER_WINDOW, UNROUTED_PER_WINDOW } from '../config/rate-limits.ts'
import { TIMEOUTS } from '../config/timeouts.ts'
import type { Context } from '../context.ts'
import type { Route } from '../routes/define-route.ts'
import { type BoundedMap, createBoundedMap } from '../runtime/bounded-map.ts'
import { parseTrustedProxies, type TrustedProxies } from '../runtime/client-address.ts'
import { createGate, type Gate } from '../runtime/gate.ts'
import { type LongTurn, type LoopTurns, watchLoopTurns } from '../runtime/loop-turns.ts'
import { LATENCY_BOUNDS_SECONDS } from '../runtime/metrics.ts'
import { createRequestIds } from '../runtime/request-id.ts'
import { authenticateTicket } from '../services/stream/tickets.ts'
import { type Credentials, createCredentials } from './auth.ts'
import { type BodyBudget, createBodyBudget } from './body-budget.ts'
import type { Spelled } from './cached-response.ts'
import { type ColdLoads, createColdLoads } from './cold-loads.ts'
import { type Cors, createCors } from './cors.ts'
import type { Document } from './documents.ts'
import { createRouteCounts, type RouteCounts } from './http-metrics.ts'
import { mountRoutes, type RouteTable } from './mount.ts'
import type { HttpParts, HttpTuning, UsageRecorder } from './ports.ts'
import { createRateLimiter, type RateLimiter } from './rate-limit.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'
import { createTurnBudget, type TurnBudget } from './turn-budget.ts'
import type { SlowReader } from './uws.ts'

/** What the HTTP server holds between requests. */
export type HttpServerState = {
  readonly ctx: Context
  readonly tuning: HttpTuning
  readonly table: RouteTable
  /** Pages that are no routes: the API description and its reader. By path. */
  readonly documents: ReadonlyMap<string, Document>
  readonly cache: ResponseCache
  readonly loads: ColdLoads
  /** What requests for kept bodies mean, by path and query as they came. */
  readonly spellings: BoundedMap<string, Spelled>
  readonly limiter: RateLimiter
  readonly credentials: Credentials
  readonly cors: Cors
  /** Of the public proxies, whatever origins are configured. */
  readonly openCors: Cors
  readonly proxies: TrustedProxies
  readonly usage: UsageRecorder
  readonly requestId: (presented: string) => string
  /** Bodies under way. */
  readonly bodies: BodyBudgets
  readonly unrouted: RouteCounts
  /** Whose work holds the loop, and for how long. */
  readonly turns: LoopTurns
  /** How much of it one turn answers. */
  readonly turnBudget: TurnBudget
  readonly logsAccess: boolean
  /** Bound on readers of large bodies, and what happens when one is done. */
  readonly slowReader: SlowReader
  /** Requests not yet answered, and answers not yet taken. */
  inFlight: number
  /** Answers that go on, by how to tell them that the server stops. */
  readonly streams: Set<() => void>
  /** Stopping: every answer ends its connection. */
  isDraining: boolean
  /** Runs when the last request in flight has left. */
  onIdle: (() => void) | null
}

/** Apart, so that no crowd of one kind keeps the others out. */
export type BodyBudgets = {
  readonly keyed: BodyBudget
  /** Of callers whom nothing but their address is known of. */
  readonly keyless: BodyBudget
  /** Long bodies that go on to a node, from their first byte until they are answered: with a key, and without. */
  readonly relayed: BodyBudget
  readonly openProxies: BodyBudget
  /** Turns at parsing long bodies on compute threads. */
  readonly relayedTurns: Gate
  readonly openTurns: Gate
}

function createBodyBudgets(tuning: HttpTuning): BodyBudgets {
  const { keyed, keyless, relayed, openProxies, inWorkerAtOnce, inWorkerWaiting } = BODY_LIMITS
  const turns = { maxRunning: inWorkerAtOnce, maxWaiting: inWorkerWaiting }
  return {
    keyed: createBodyBudget({ ...keyed, bytes: tuning.bodyBytesInFlight }),
    keyless: createBodyBudget({ ...keyless, bytes: tuning.keylessBodyBytesInFlight }),
    relayed: createBodyBudget(relayed),
    openProxies: createBodyBudget({ ...openProxies, bytes: tuning.openBodyBytesInFlight }),
    relayedTurns: createGate(turns),
    openTurns: createGate(turns),
  }
}

export const DEFAULT_TUNING: HttpTuning = {
  bodyBytesInFlight: BODY_LIMITS.keyed.bytes,
  keylessBodyBytesInFlight: BODY_LIMITS.keyless.bytes,
  openBodyBytesInFlight: BODY_LIMITS.openProxies.bytes,
  bodyDeadlineMs: TIMEOUTS.bodyMs,
  writeDeadlineMs: TIMEOUTS.writeMs,
  cacheBytes: LIMITS.responseCacheBytes,
  cacheEntryBytes: LIMITS.responseCacheEntryBytes,
  rateWindows: LIMITS.rateWindows,
  publicPerWindow: PUBLIC_PER_WINDOW,
  unroutedPerWindow: UNROUTED_PER_WINDOW,
  requestsPerTurn: LOOP_TURNS.requests,
  connectionBounds: null,
  sparesLoopback: true,
  headerBytes: 'trimmed',
}

export function createHttpServerState(
  ctx: Context,
  routes: readonly Route[],
  parts: HttpParts,
  tuning: HttpTuning,
  makeDocuments: (table: RouteTable) => ReadonlyMap<string, Document>,
): HttpServerState {
  const { config, store, log } = ctx
  const cors = createCors(config.corsOrigins)
  const limiter = createRateLimiter({
    maxWindows: tuning.rateWindows,
    siblings: config.sharedPort ? store.rateCounts : null,
  })
  const table = mountRoutes(ctx, routes, cors.vary)
  const cache = createResponseCache({
    maxBytes: tuning.cacheBytes,
    maxEntryBytes: tuning.cacheEntryBytes,
    disk: store.responses,
    worldVersion: store.worldVersion,
  })
  const turns = watchLoopTurns({
    boundsMs: LATENCY_BOUNDS_SECONDS.map((seconds) => seconds * 1_000),
    longMs: LOOP_TURNS.longMs,
    onLong: (turn) => noteLongTurn(ctx, turn),
  })
  const http: HttpServerState = {
    ctx,
    tuning,
    table,
    documents: makeDocuments(table),
    cache,
    loads: createColdLoads(ctx, cache),
    spellings: createBoundedMap(LIMITS.requestSpellings),
    limiter,
    credentials: createCredentials({
      authenticate: parts.authenticate,
      authenticateSession: parts.authenticateSession,
      authenticateTicket: (presented) => authenticateTicket(ctx, presented),
      keysVersion: () => store.apiKeys.version(),
      limiter,
      defaultLimit: config.rateLimitPer10s,
      maxHolders: tuning.rateWindows,
    }),
    cors,
    openCors: createCors(['*'], true),
    proxies: parseTrustedProxies(config.trustedProxies),
    usage: parts.usage,
    requestId: createRequestIds(),
    bodies: createBodyBudgets(tuning),
    unrouted: createRouteCounts(),
    turns,
    turnBudget: createTurnBudget(turns, {
      requests: tuning.requestsPerTurn,
      atLeast: LOOP_TURNS.atLeastRequests,
      ms: LOOP_TURNS.answeringMs,
    }),
    logsAccess: log.isLevelEnabled('debug'),
    slowReader: {
      deadlineMs: tuning.writeDeadlineMs,
      onClosed: () => leaveFlight(http),
      onStream(sink, stop) {
        http.streams.add(stop)
        sink.onClosed(() => http.streams.delete(stop))
        if (http.isDraining) setImmediate(stop)
      },
    },
    streams: new Set(),
    inFlight: 0,
    isDraining: false,
    onIdle: null,
  }
  return http
}

/** A turn that long is somebody else's wait: the log says whose it was. */
function noteLongTurn({ log }: Context, { label, ms }: LongTurn): void {
  if (ms >= LOOP_TURNS.loggedMs) log.warn({ route: label, ms: Math.round(ms) }, 'one turn held the loop')
}

/** From here on every answer ends its connection, and those that go on are told to end. */
export function startDraining(http: HttpServerState): void {
  http.isDraining = true
  for (const stop of [...http.streams]) stop()
}

/** One request in flight less; the last one tells whoever waits for the HTTP server to empty. */
export function leaveFlight(http: HttpServerState): void {
  http.inFlight--
  if (http.inFlight === 0) http.onIdle?.()
}
