import { STATUS_CODES } from 'node:http'
import { DEGRADED_TTL_MS } from '../config/cache-ttls.ts'
import { FAILURES, statusOf } from '../contract/failures.ts'
import type { Failure } from '../contract/outcome.ts'
import type { Streamed } from '../contract/streamed.ts'
import { guarded } from '../runtime/background.ts'
import type { RequestScope } from '../runtime/request-scope.ts'
import { logAnswer } from './access-log.ts'
import { encodeFailure, encodeNamedFailure, JSON_TYPE, NO_SNIFF, namesTag } from './encode.ts'
import type { Front } from './front.ts'
import { countAnswer } from './http-metrics.ts'
import type { MountedRoute } from './mount.ts'
import type { UsageEvent } from './ports.ts'
import { rateLimitLines, resetSecs, type Window } from './rate-limit.ts'
import type { CutSink, Ending, Exchange } from './uws.ts'

/** One request on its way, and what its answer will need. */
export type Visit = {
  readonly exchange: Exchange
  readonly id: string
  readonly method: string
  readonly path: string
  readonly startMs: number
  readonly ifNoneMatch: string
  corsLines: string
  /** Set as the request gets further. */
  mounted: MountedRoute | null
  window: Window | null
  keyId: number | null
  scope: RequestScope | null
  /** Gives back the room that its body takes until it is answered. */
  giveBack: (() => void) | null
  /** Nothing that follows on the connection may be served: where this request ends is not certain, or its address has
   *  used up its window. */
  isLast: boolean
  /** Came when this turn had answered its share (`turn-budget.ts`). */
  readonly isDeferred: boolean
  isDone: boolean
}

const STATUS_LINES = new Map(Object.entries(STATUS_CODES).map(([code, text]) => [Number(code), `${code} ${text}`]))

/** `200 OK`; a status without a registered name stands alone. */
function statusLine(status: number): string {
  return STATUS_LINES.get(status) ?? `${status} Unknown`
}

/** Sends an answer, counts it and charges it. `lines` are header lines, each after CRLF. The last answer of a connection
 *  waits for the next turn of the loop: what the same bytes hold after the request would be read as a request of its own,
 *  and uWebSockets.js drops a connection that brings one while an answer is due. An answer in this turn would let it
 *  through, even one that ends the connection (seen November 2026). */
export function answer(
  front: Front,
  visit: Visit,
  status: number,
  lines: string,
  body: Uint8Array | null,
  ending: Ending = 'keep',
): undefined {
  const { isLast, isDeferred } = visit
  const wanted = isLast || (front.isDraining && ending === 'keep') ? 'close' : ending
  if (isLast || isDeferred) setImmediate(guarded('late answer', answerNow), front, visit, status, lines, body, wanted)
  else answerNow(front, visit, status, lines, body, wanted)
}

function answerNow(
  front: Front,
  visit: Visit,
  status: number,
  lines: string,
  body: Uint8Array | null,
  ending: Ending,
): undefined {
  const head = visit.id + NO_SNIFF + lines + visit.corsLines + limitLinesOf(front, visit)
  const wasSent = visit.exchange.send({ status: statusLine(status), head, body, ending })
  if (visit.mounted !== null) front.turns.end(visit.mounted.name)
  settle(front, visit, wasSent ? status : statusOf('cancelled'))
}

/** Begins an answer that goes on. It is counted and charged now; its connection serves nothing after it. */
export function answerStream(front: Front, visit: Visit, lines: string, streamed: Streamed): undefined {
  const typeLine = `\r\nContent-Type: ${streamed.contentType}`
  const ownLines = Object.entries(streamed.headers ?? {}).map(([name, value]) => `\r\n${name}: ${value}`)
  const head = visit.id + NO_SNIFF + typeLine + ownLines.join('') + lines + visit.corsLines + limitLinesOf(front, visit)
  const sink = beginStream(front, visit, 200, head)
  if (sink !== null) streamed.start(sink)
}

/** The head of an answer that goes on; null when the client has gone. */
export function beginStream(front: Front, visit: Visit, status: number, head: string): CutSink | null {
  const sink = visit.exchange.stream({ status: statusLine(status), head })
  settle(front, visit, sink === null && visit.method !== 'HEAD' ? statusOf('cancelled') : status)
  return sink
}

/** Lines of the caller's window, as every answer has them. */
export function limitLinesOf(front: Front, { window }: Visit): string {
  return window === null ? '' : rateLimitLines(window, front.ctx.clock.nowMs())
}

/** A success body with its entity tag; 304 without it when the caller has it already. */
export function answerTagged(
  front: Front,
  visit: Visit,
  lines: string,
  contentType: string,
  tagged: { readonly body: Uint8Array; readonly etag: string },
): undefined {
  const tagLine = `\r\nETag: ${tagged.etag}`
  if (visit.ifNoneMatch !== '' && namesTag(visit.ifNoneMatch, tagged.etag))
    return answer(front, visit, 304, tagLine + lines, null)
  answer(front, visit, 200, `\r\nContent-Type: ${contentType}${tagLine}${lines}`, tagged.body)
}

/** Failures under this path name their kind (spec 2.6, 4.9). */
const NAMED_PREFIX = '/v1/'

/** The failure envelope. Never cached by anybody. */
export function answerFailure(
  front: Front,
  visit: Visit,
  failure: Failure,
  options: { ending?: Ending; lines?: string } = {},
): undefined {
  const retrySecs = retryAfterSecs(front, visit, failure)
  const retryLine = retrySecs === undefined ? '' : `\r\nRetry-After: ${retrySecs}`
  const lines = `\r\nContent-Type: ${JSON_TYPE}\r\nCache-Control: no-store${retryLine}${options.lines ?? ''}`
  const body = visit.path.startsWith(NAMED_PREFIX) ? encodeNamedFailure(failure) : encodeFailure(failure)
  answer(front, visit, statusOf(failure.code), lines, body, options.ending)
}

/** When a provider failed and did not say for how long: as long as an answer without its part would be kept. */
const RETRY_UPSTREAM_SECS = DEGRADED_TTL_MS / 1_000

function retryAfterSecs(front: Front, visit: Visit, failure: Failure): number | undefined {
  if (failure.retryAfterSec !== undefined) return Math.max(1, Math.ceil(failure.retryAfterSec))
  if (failure.code === 'rate_limited' && visit.window !== null) return resetSecs(visit.window, front.ctx.clock.nowMs())
  const { status, retryable } = FAILURES[failure.code]
  return retryable && status > 500 ? RETRY_UPSTREAM_SECS : undefined
}

/** The end of a request, once: counted, charged to its key, logged. A caller who left before the answer counts as 499,
 *  because what was asked of upstreams for them was paid all the same. */
export function settle(front: Front, visit: Visit, status: number): undefined {
  if (visit.isDone) return
  visit.isDone = true
  const { mounted, keyId, scope } = visit
  visit.giveBack?.()
  visit.giveBack = null
  const durationMs = front.ctx.clock.monotonicMs() - visit.startMs
  countAnswer(mounted?.counts ?? front.unrouted, status, durationMs)
  if (keyId !== null && mounted !== null) {
    const { upstreamCalls = 0, upstreamCostUsd = 0 } = scope ?? {}
    charge(front, { keyId, route: mounted.name, status, durationMs, upstreamCalls, upstreamCostUsd })
  }
  if (status >= 500 || front.logsAccess) logAnswer(front.ctx.log, visit, status, durationMs)
  forgetCharged(scope)
}

/** Called when the work of a visit has ended: what it asked of upstreams after its answer (its caller had left, its time
 *  was over) is charged now. */
export function chargeLate(front: Front, { isDone, mounted, keyId, scope }: Visit): undefined {
  if (!isDone || scope === null || scope.upstreamCalls === 0 || keyId === null || mounted === null) return
  const { upstreamCalls, upstreamCostUsd } = scope
  charge(front, {
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
export function charge(front: Front, event: UsageEvent): undefined {
  try {
    front.usage.record(event)
  } catch (error) {
    front.ctx.log.error({ err: error, route: event.route }, 'usage was not counted')
  }
}
