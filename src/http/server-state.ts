import type { Context } from '../context.ts'
import type { BoundedMap } from '../runtime/bounded-map.ts'
import type { TrustedProxies } from '../runtime/client-address.ts'
import type { LoopTurns } from '../runtime/loop-turns.ts'
import type { Credentials } from './auth.ts'
import type { BodyBudgets } from './body-budget.ts'
import type { ColdLoads } from './cold-loads.ts'
import type { Compressor } from './compressor.ts'
import type { CodingChoice } from './content-coding.ts'
import type { Cors } from './cors.ts'
import type { Document } from './documents.ts'
import type { RouteCounts, RouteTable, Spelled } from './mounted-route.ts'
import type { HttpTuning, UsageRecorder } from './ports.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { ResponseCache } from './response-cache.ts'
import type { TurnBudget } from './turn-budget.ts'
import type { SlowReader } from './uws.ts'

/** What the HTTP server holds between requests. */
export type HttpServerState = {
  readonly ctx: Context
  readonly tuning: HttpTuning
  readonly table: RouteTable
  /** Pages that are no routes: the API description and its reader. By path. */
  readonly documents: ReadonlyMap<string, Document>
  /** What a person gets on a path that leads nowhere. */
  readonly missingPage: Document
  readonly cache: ResponseCache
  readonly loads: ColdLoads
  readonly chooseCoding: CodingChoice
  readonly compressor: Compressor
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
  /** Continuing answers, by the callback that stops them. */
  readonly streams: Set<() => void>
  /** Stopping: every answer ends its connection. */
  isDraining: boolean
  /** Runs when the last request in flight has left. */
  onIdle: (() => void) | null
}

/** From here on every answer ends its connection, and continuing ones are stopped. */
export function startDraining(http: HttpServerState): void {
  http.isDraining = true
  for (const stop of [...http.streams]) stop()
}

/** One request in flight less; the last one resolves the wait for the HTTP server to empty. */
export function leaveFlight(http: HttpServerState): void {
  http.inFlight--
  if (http.inFlight === 0) http.onIdle?.()
}
