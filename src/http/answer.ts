import { STATUS_CODES } from 'node:http'
import { DEGRADED_TTL_MS } from '../config/cache-ttls.ts'
import { FAILURES, statusOf } from '../contract/failures.ts'
import { MCP_PATH } from '../contract/mcp.ts'
import { type Failure, fail } from '../contract/outcome.ts'
import type { Streamed } from '../contract/streamed.ts'
import { UDF_PREFIX } from '../contract/udf.ts'
import { guarded } from '../runtime/background.ts'
import type { RequestScope } from '../runtime/request-scope.ts'
import { logAnswer } from './access-log.ts'
import type { Coding } from './content-coding.ts'
import {
  encodeFailure,
  encodeNamedFailure,
  encodeRpcFailure,
  encodeUdfFailure,
  JSON_TYPE,
  NO_SNIFF,
  namesTag,
} from './encode.ts'
import { countAnswer } from './http-metrics.ts'
import type { UsageEvent } from './ports.ts'
import { rateLimitLines, resetSecs } from './rate-limit.ts'
import type { RequestContext } from './request-context.ts'
import type { HttpServerState } from './server-state.ts'
import type { CutSink, Ending } from './uws.ts'

const STATUS_LINES = new Map(Object.entries(STATUS_CODES).map(([code, text]) => [Number(code), `${code} ${text}`]))

/** `200 OK`; a status without a registered name has none. */
function statusLine(status: number): string {
  return STATUS_LINES.get(status) ?? `${status} Unknown`
}

/** Sends an answer, counts it and charges it. `lines` are header lines, each after CRLF. The last answer of a
 *  connection waits for the next turn of the loop: what the same bytes hold after the request would be read as a
 *  request of its own, and uWebSockets.js drops a connection that brings one while an answer is due. An answer in this
 *  turn would let it through, even one that ends the connection (seen November 2026). */
export function answer(
  http: HttpServerState,
  context: RequestContext,
  status: number,
  lines: string,
  body: Uint8Array | null,
  ending: Ending = 'keep',
): undefined {
  const { isLast } = context
  const isDeferred = context.isDeferred || (context.window === null && http.turnBudget.isWindowlessSpent())
  const wanted = isLast || (http.isDraining && ending === 'keep') ? 'close' : ending
  if (isLast || isDeferred) setImmediate(guarded('late answer', answerNow), http, context, status, lines, body, wanted)
  else answerNow(http, context, status, lines, body, wanted)
}

function answerNow(
  http: HttpServerState,
  context: RequestContext,
  status: number,
  lines: string,
  body: Uint8Array | null,
  ending: Ending,
): undefined {
  const head = context.id + NO_SNIFF + lines + context.corsLines + limitLinesOf(http, context)
  const wasSent = context.exchange.send({ status: statusLine(status), head, body, ending })
  if (context.mounted !== null) http.turns.end(context.mounted.name)
  settle(http, context, wasSent ? status : statusOf('cancelled'))
}

/** Begins an answer that goes on. It is counted and charged now; its connection serves nothing after it. */
export function answerStream(
  http: HttpServerState,
  context: RequestContext,
  lines: string,
  streamed: Streamed,
): undefined {
  const typeLine = `\r\nContent-Type: ${streamed.contentType}`
  const ownLines = Object.entries(streamed.headers ?? {}).map(([name, value]) => `\r\n${name}: ${value}`)
  const head =
    context.id + NO_SNIFF + typeLine + ownLines.join('') + lines + context.corsLines + limitLinesOf(http, context)
  const sink = beginStream(http, context, 200, head)
  if (sink !== null) streamed.start(sink)
}

/** The head of an answer that goes on; null when the client has gone. */
export function beginStream(
  http: HttpServerState,
  context: RequestContext,
  status: number,
  head: string,
): CutSink | null {
  const sink = context.exchange.stream({ status: statusLine(status), head })
  settle(http, context, sink === null && context.method !== 'HEAD' ? statusOf('cancelled') : status)
  return sink
}

/** Lines of the caller's window, as every answer has them. */
export function limitLinesOf(http: HttpServerState, { window }: RequestContext): string {
  return window === null ? '' : rateLimitLines(window, http.ctx.clock.nowMs())
}

/** A success body with its entity tag; 304 without it when the caller has it already. */
export function answerTagged(
  http: HttpServerState,
  context: RequestContext,
  lines: string,
  contentType: string,
  tagged: { readonly body: Uint8Array; readonly etag: string; readonly coding?: Coding },
): undefined {
  const tagLine = `\r\nETag: ${tagged.etag}`
  if (context.ifNoneMatch !== '' && namesTag(context.ifNoneMatch, tagged.etag))
    return answer(http, context, 304, tagLine + lines, null)
  const codingLine = tagged.coding === undefined ? '' : `\r\nContent-Encoding: ${tagged.coding}`
  answer(http, context, 200, `\r\nContent-Type: ${contentType}${tagLine}${lines}${codingLine}`, tagged.body)
}

/** Failures under this path say more of themselves (spec 2.6, 4.9). */
const NAMED_PREFIX = '/v1/'

/** The failure envelope. No cache may store it. */
export function answerFailure(
  http: HttpServerState,
  context: RequestContext,
  failure: Failure,
  options: { ending?: Ending; lines?: string } = {},
): undefined {
  const retrySecs = retryAfterSecs(http, context, failure)
  const retryLine = retrySecs === undefined ? '' : `\r\nRetry-After: ${retrySecs}`
  const lines = `\r\nContent-Type: ${JSON_TYPE}\r\nCache-Control: no-store${retryLine}${options.lines ?? ''}`
  const body = encoderOf(context.path)(failure, context.id)
  answer(http, context, statusOf(failure.code), lines, body, options.ending)
}

function encoderOf(path: string): (failure: Failure, requestId: string) => Buffer {
  if (path === MCP_PATH) return encodeRpcFailure
  if (path.startsWith(UDF_PREFIX)) return encodeUdfFailure
  return path.startsWith(NAMED_PREFIX) ? encodeNamedFailure : encodeFailure
}

/** The end of a request on which our own code threw. */
export function answerThrown(http: HttpServerState, context: RequestContext, error: unknown): undefined {
  http.ctx.log.error({ requestId: context.id, route: context.mounted?.name ?? null, err: error }, 'request failed')
  answerFailure(http, context, context.scope?.openEnd?.('fault') ?? fail('internal', 'internal error'))
}

/** `Retry-After` when a provider failed without one: as long as an answer without its part would be cached. */
const RETRY_UPSTREAM_SECS = DEGRADED_TTL_MS / 1_000

function retryAfterSecs(http: HttpServerState, context: RequestContext, failure: Failure): number | undefined {
  if (failure.retryAfterSec !== undefined) return Math.max(1, Math.ceil(failure.retryAfterSec))
  if (failure.code === 'rate_limited' && context.window !== null)
    return resetSecs(context.window, http.ctx.clock.nowMs())
  const { status, retryable } = FAILURES[failure.code]
  return retryable && status > 500 ? RETRY_UPSTREAM_SECS : undefined
}

/** The end of a request, once: counted, charged to its key, logged. A caller who left before the answer counts as 499,
 *  because the upstream calls made for it were paid for all the same. */
export function settle(http: HttpServerState, context: RequestContext, status: number): undefined {
  if (context.isDone) return
  context.isDone = true
  const { mounted, keyId, scope } = context
  context.giveBack?.()
  context.giveBack = null
  const durationMs = http.ctx.clock.monotonicMs() - context.startMs
  countAnswer(mounted?.counts ?? http.unrouted, status, durationMs)
  if (keyId !== null && mounted !== null) {
    const { upstreamCalls = 0, upstreamCostUsd = 0 } = scope ?? {}
    charge(http, { keyId, route: mounted.name, status, durationMs, upstreamCalls, upstreamCostUsd })
  }
  if (status >= 500 || http.logsAccess) logAnswer(http.ctx.log, context, status, durationMs)
  forgetCharged(scope)
}

/** Called when the work of a request has ended: what it asked of upstreams after its answer (its caller had left, its
 *  time was over) is charged now. */
export function chargeLate(http: HttpServerState, { isDone, mounted, keyId, scope }: RequestContext): undefined {
  if (!isDone || scope === null || scope.upstreamCalls === 0 || keyId === null || mounted === null) return
  const { upstreamCalls, upstreamCostUsd } = scope
  charge(http, {
    keyId,
    route: mounted.name,
    status: 0,
    durationMs: 0,
    upstreamCalls,
    upstreamCostUsd,
    isLate: true,
  })
  forgetCharged(scope)
}

function forgetCharged(scope: RequestScope | null): void {
  if (scope === null) return
  scope.upstreamCalls = 0
  scope.upstreamCostUsd = 0
}

/** Usage of one answer. The answer has left or will: a recorder that fails costs a log line, never an answer. */
export function charge(http: HttpServerState, event: UsageEvent): undefined {
  try {
    http.usage.record(event)
  } catch (error) {
    http.ctx.log.error({ err: error, route: event.route }, 'usage was not counted')
  }
}
