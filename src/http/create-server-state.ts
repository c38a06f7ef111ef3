import { BODY_LIMITS } from '../config/body-limits.ts'
import { LIMITS } from '../config/limits.ts'
import { LOOP_TURNS } from '../config/loop-turns.ts'
import { PUBLIC_PER_WINDOW, UNROUTED_PER_WINDOW } from '../config/rate-limits.ts'
import { TIMEOUTS } from '../config/timeouts.ts'
import type { Context } from '../context.ts'
import type { Route } from '../routes/define-route.ts'
import { createBoundedMap } from '../runtime/bounded-map.ts'
import { parseTrustedProxies } from '../runtime/client-address.ts'
import { createGate } from '../runtime/gate.ts'
import { type LongTurn, watchLoopTurns } from '../runtime/loop-turns.ts'
import { LATENCY_BOUNDS_SECONDS } from '../runtime/metrics.ts'
import { createRequestIds } from '../runtime/request-id.ts'
import { authenticateTicket } from '../services/stream/tickets.ts'
import { createCredentials } from './auth.ts'
import { type BodyBudgets, createBodyBudget } from './body-budget.ts'
import { createColdLoads } from './cold-loads.ts'
import { createCompressor } from './compressor.ts'
import { createCodingChoice } from './content-coding.ts'
import { createCors } from './cors.ts'
import { createRouteCounts } from './http-metrics.ts'
import { mountRoutes } from './mount.ts'
import type { HttpParts, HttpTuning } from './ports.ts'
import { createRateLimiter } from './rate-limit.ts'
import { createResponseCache } from './response-cache.ts'
import { type HttpServerState, leaveFlight } from './server-state.ts'
import { createTurnBudget } from './turn-budget.ts'

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
  makeDocuments: () => Pick<HttpServerState, 'documents' | 'missingPage'>,
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
    ...makeDocuments(),
    cache,
    loads: createColdLoads(ctx, cache),
    chooseCoding: createCodingChoice(),
    compressor: createCompressor(),
    spellings: createBoundedMap(LIMITS.requestSpellings),
    limiter,
    credentials: createCredentials({
      authenticate: parts.authenticate,
      authenticateSession: parts.authenticateSession,
      authenticateTicket: (presented, purpose) =>
        purpose === 'websocket' ? null : authenticateTicket(ctx, presented, purpose),
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
      windowless: LOOP_TURNS.windowless,
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

/** Other requests wait during a long turn, so the log names its cause. */
function noteLongTurn({ log }: Context, { label, ms }: LongTurn): void {
  if (ms >= LOOP_TURNS.loggedMs) log.warn({ route: label, ms: Math.round(ms) }, 'one turn blocked the event loop')
}
