import { SIBLING_EXCHANGE_EVERY_MS } from '../config/rate-limits.ts'
import { STORAGE } from '../config/storage.ts'
import { TIMEOUTS } from '../config/timeouts.ts'
import type { Context } from '../context.ts'
import type { Gateway } from '../push/gateway/gateway.ts'
import { mountGateway } from '../push/gateway/uws.ts'
import type { Route } from '../routes/define-route.ts'
import { guarded } from '../runtime/background.ts'
import { clientAddress } from '../runtime/client-address.ts'
import { startDeadline } from '../runtime/deadline.ts'
import { uwsBinary } from '../runtime/uws-library.ts'
import { readExampleWorld } from './api-examples.ts'
import { serveCachedResponse } from './cached-response.ts'
import { type Connections, createConnections } from './connections.ts'
import { createHttpServerState, DEFAULT_TUNING } from './create-server-state.ts'
import { describeServer } from './describe-server.ts'
import { withExplorer } from './documents.ts'
import { limitFailedAuth } from './failed-auth-limit.ts'
import { forwardedForOf } from './forwarded-for.ts'
import { exportHttpMetrics } from './http-metrics.ts'
import { startInternalServer } from './internal.ts'
import { serve } from './pipeline.ts'
import type { HttpParts, HttpTuning } from './ports.ts'
import { probeParser } from './probe-parser.ts'
import { type HttpServerState, startDraining } from './server-state.ts'
import { listen, peerAddress, type SocketHandlers, type SocketServer } from './uws.ts'

export type HttpServer = {
  readonly port: number
  readonly internalPort: number
  /** No new connections; answers from now on end theirs. */
  stopAccepting(): void
  /** Waits for what is in flight or on its way, at most `deadlineMs`, then cuts every connection. */
  close(deadlineMs: number): Promise<void>
}

/** Mounts the routes and listens. Throws when a route declaration cannot hold or an address is taken. */
export async function startHttpServer(
  ctx: Context,
  routes: readonly Route[],
  parts: HttpParts,
  tuning: Partial<HttpTuning> = {},
): Promise<HttpServer> {
  const { config, metrics, clock } = ctx
  const headerBytes = tuning.headerBytes ?? (await lookAtParser(ctx))
  const world = await readExampleWorld(ctx)
  // Of routes that could be mounted.
  const makeDocuments = () => withExplorer(describeServer(ctx, routes, world), parts.explorerDir)
  const http = createHttpServerState(ctx, routes, parts, { ...DEFAULT_TUNING, ...tuning, headerBytes }, makeDocuments)
  exportHttpMetrics(metrics, {
    mounted: http.table.mounted,
    unrouted: http.unrouted,
    cache: http.cache,
    compressor: http.compressor,
    inFlight: () => http.inFlight,
    rateWindows: () => http.limiter.size(),
    bodies: http.bodies,
    turns: http.turns,
  })
  const connections: Connections = createConnections(http, () => socket.port)
  const socket: SocketServer = await listen(
    { host: config.host, port: config.port, shared: config.sharedPort, tls: config.tls },
    {
      connections: { opened: connections.opened, ended: () => connections.ended() },
      get(response, request) {
        const startMs = clock.monotonicMs()
        const isDeferred = http.turnBudget.isSpent(startMs)
        if (isDeferred || !serveCachedResponse(http, response, request, startMs))
          serve(http, response, request, startMs, isDeferred)
      },
      other(response, request) {
        const startMs = clock.monotonicMs()
        serve(http, response, request, startMs, http.turnBudget.isSpent(startMs))
      },
      ...(parts.gateway === undefined ? {} : { extend: extendWith(http, connections, parts.gateway) }),
    },
  )
  const internal = await startInternalServer({
    port: config.internalPort,
    metrics,
    isReady: parts.isReady,
    publicHost: config.accounts.publicHost,
  }).catch((error: unknown) => {
    socket.closeAll()
    throw error
  })
  const stopSync = config.sharedPort ? syncWithSiblings(http) : () => {}
  const stopSweeps = sweepBodies(http)

  let closing: Promise<void> | null = null
  const close = async (deadlineMs: number): Promise<void> => {
    startDraining(http)
    parts.gateway?.stop()
    socket.stopAccepting()
    await untilQuiet(deadlineMs)
    stopSync()
    stopSweeps()
    http.turns.stop()
    socket.closeAll()
    await internal.close()
  }
  return {
    port: socket.port,
    internalPort: internal.port,
    stopAccepting() {
      startDraining(http)
      parts.gateway?.stop()
      socket.stopAccepting()
    },
    close: (deadlineMs) => (closing ??= close(deadlineMs)),
  }

  /** Until no connection is open, or nothing is in flight and what was on its way at the stop has had time to arrive: a
   *  request may lie unread in a connection that looks idle. */
  async function untilQuiet(deadlineMs: number): Promise<void> {
    const deadline = startDeadline(clock, deadlineMs)
    let isLingering = true
    let endLinger = (): void => {}
    const quiet = new Promise<void>((resolve) => {
      const look = (): void => {
        if (connections.open === 0 || (!isLingering && http.inFlight === 0)) resolve()
      }
      http.onIdle = look
      connections.onEmpty(look)
      endLinger = () => {
        isLingering = false
        look()
      }
      look()
    })
    const timer = setTimeout(endLinger, Math.min(TIMEOUTS.lingerMs, deadlineMs))
    await Promise.race([quiet, deadline.expired])
    clearTimeout(timer)
    deadline.clear()
    if (http.inFlight > 0) ctx.log.warn({ inFlight: http.inFlight }, 'cut off what was still in flight')
  }
}

async function lookAtParser({ log }: Context): Promise<HttpTuning['headerBytes']> {
  const { headerBytes, lost } = await probeParser()
  if (headerBytes === 'trimmed')
    log.warn(
      { lost, library: uwsBinary },
      'the HTTP parser loses bytes of header values: X-User-Ref and Idempotency-Key are refused as headers',
    )
  return headerBytes
}

function extendWith(
  http: HttpServerState,
  connections: Connections,
  gateway: Gateway,
): NonNullable<SocketHandlers['extend']> {
  return (app) =>
    mountGateway(app, gateway, {
      limitFailedAuth: (response, request) =>
        limitFailedAuth(http, clientAddress(peerAddress(response), forwardedForOf(http, request), http.proxies)),
      // What was let in as HTTP and upgraded ends only here.
      ended: (peer) => connections.ended(peer),
    })
}

/** Tells what was counted even when no request comes that would. */
function syncWithSiblings(http: HttpServerState): () => void {
  const sync = (): void => http.limiter.syncSiblings(http.ctx.clock.nowMs())
  const timer = setInterval(guarded('rate counts of siblings', sync), SIBLING_EXCHANGE_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** A body past its time would stay in memory until someone asks for it again, or until the bound of all is reached. */
function sweepBodies({ cache, ctx }: HttpServerState): () => void {
  const sweep = (): void => cache.sweep(STORAGE.bodySweepEntries, ctx.clock.nowMs())
  const timer = setInterval(guarded('sweep of bodies', sweep), STORAGE.bodySweepEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
