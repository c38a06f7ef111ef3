import assert from 'node:assert/strict'
import type { Dispatcher } from 'undici'
import { UPSTREAM_TUNING } from '../config/upstream-limits.ts'
import type { FailureCode } from '../contract/failures.ts'
import { type Failure, fail, type Outcome, ok } from '../contract/outcome.ts'
import { backoffMs, type UnitRandom } from './backoff.ts'
import { type CallDeadline, startCallDeadline } from './call-deadline.ts'
import type { CircuitPass } from './circuit-breaker.ts'
import type { Clock } from './clock.ts'
import { createFreeQueue } from './free-queue.ts'
import { freeRoomOf } from './free-room.ts'
import { createGate, type Gate } from './gate.ts'
import { type Attempt, attemptRequest, type ReplyReader } from './http-attempt.ts'
import type { Logger } from './log.ts'
import { LATENCY_BOUNDS_SECONDS, type Metrics } from './metrics.ts'
import type { QuotaPlace } from './node-quota.ts'
import { createOrigins, type Origins } from './origins.ts'
import { createPacer } from './pacer.ts'
import { fixedHeaders, type Query, requestPath } from './request-line.ts'
import { currentParty, currentScope, isForFree, type RequestScope } from './request-scope.ts'
import { retryAfterMs } from './retry-after.ts'

export type HttpCall = {
  /** Appended to the base address; its parts are already encoded. */
  readonly path?: string
  readonly query?: Query
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Holds what our own caller wrote: that the provider stumbles over it says nothing about its health. */
  readonly isCallersOwn?: boolean
  /** Which of the provider's rates the call counts against. */
  readonly rateClass?: string
  /** How many calls of the provider it carries: more than one in a JSON-RPC array. */
  readonly calls?: number
  /** Name of the operation in logs; the path when absent. */
  readonly label?: string
  /** Bytes of the JSON reply, where fewer than the client's bound are enough. */
  readonly maxReplyBytes?: number
}
export type HttpClientOptions = {
  readonly provider: string
  /** May hold a path and a query of its own (nodes that take their key there); both are kept. */
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly keyHeader: string | null
  readonly keyPrefix: string
  readonly maxConnections: number
  readonly maxQueue: number
  /** Of these, the most that one key (or address without one) may hold; all of them when absent. */
  readonly maxConnectionsOfOne?: number
  readonly maxQueueOfOne?: number
  /** No one who pays asks: those who pay nothing may have all places. */
  readonly isForFreeOnly?: boolean
  /** Bytes of a JSON reply; `LIMITS.upstreamReplyBytes` when absent. */
  readonly maxReplyBytes?: number
  /** Calls in any 60 s by rate class; `default` for calls that name none. */
  readonly perMinute?: Readonly<Record<string, number>>
  /** What several clients of one node share. */
  readonly quota?: ClientQuota
  /** How hard a refusal for haste (429) is taken; as by other clients when absent. */
  readonly haste?: Haste
  /** Price of one attempt, charged to the request that caused it. */
  readonly callCostUsd?: number
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  /** Shared connections; without it the client opens its own. */
  readonly origins?: Origins
  /** Takes the place of the client's own connections (tests: a MockAgent). */
  readonly dispatcher?: Dispatcher
  readonly random?: UnitRandom
}

/** A place for so many calls, or milliseconds to wait; `waitMs` takes none. */
export type ClientQuota = {
  take(calls: number, background: boolean): QuotaPlace | number
  waitMs(calls: number, background: boolean): number
}

/** What a client does when it is refused for haste. */
export type Haste = {
  /** Attempts of one idempotent call, the first included. */
  readonly maxAttempts: number
  /** A `Retry-After` is believed up to here. */
  readonly maxPauseMs: number
  /** The pause where the other side names none. */
  readonly unnamedPauseMs: number
  /** Told of each refusal. */
  readonly onRefused: () => void
}

const USUAL_HASTE: Haste = {
  maxAttempts: UPSTREAM_TUNING.maxAttempts,
  maxPauseMs: UPSTREAM_TUNING.maxPauseMs,
  unnamedPauseMs: 0,
  onRefused() {},
}

/** One call, ready to be sent. */
export type Wire<T> = HttpCall & {
  readonly method: 'GET' | 'POST'
  readonly body: Uint8Array | string | null
  readonly contentType: string | null
  readonly acceptEncoding: string
  readonly idempotent: boolean
  readonly maxBytes: number
  readonly readerFor: (status: number, contentType: string) => ReplyReader<T> | null
  /** Statuses that are handed on instead of being retried. */
  readonly anyStatusEnds: boolean
}
export type Reply<T> = { readonly status: number; readonly contentType: string; readonly value: T | null }

type ResponseHeaders = Dispatcher.ResponseData['headers']

const DEFAULT_CLASS = 'default'
const QUIET: ReadonlySet<FailureCode> = new Set(['too_busy', 'upstream_rate_limited'])

/** Sends calls of one provider: waits for their turn, tries them within bounds, and keeps account of them. */
export type Exchange = {
  send<T>(wire: Wire<T>): Promise<Outcome<Reply<T>>>
  /** What a status means to the caller; null for 2xx. */
  statusFailure(status: number): Failure | null
  /** Sends nothing for so long. */
  rest(pauseMs: number): void
  busyMs(rateClass: string): number
  close(): Promise<void>
}

export function createExchange(options: HttpClientOptions): Exchange {
  const { provider, clock, log, metrics, random } = options
  const base = new URL(options.baseUrl)
  assert(base.protocol === 'http:' || base.protocol === 'https:', `${provider}: base address must be http or https`)
  const headers = fixedHeaders(options, base)
  const { dispatcher } = options
  const origins = options.origins ?? createOrigins(dispatcher === undefined ? { clock } : { clock, dispatcher })
  const origin = origins.get(base.origin, provider)
  const room = {
    maxRunning: options.maxConnections,
    maxWaiting: options.maxQueue,
    maxRunningOfOne: options.maxConnectionsOfOne ?? options.maxConnections,
    maxWaitingOfOne: options.maxQueueOfOne ?? options.maxQueue,
  }
  const gate = createGate(options.isForFreeOnly === true ? room : { ...room, second: freeRoomOf(room) })
  const haste = options.haste ?? USUAL_HASTE
  const pacer = createPacer({ perMinute: options.perMinute ?? {}, nowMs: () => clock.monotonicMs() })
  const callCostUsd = options.callCostUsd ?? 0
  let waitingForRate = 0
  /** Those who wait for the rate and those who wait for a place: together they leave the queue its share for others. */
  const waitingFree = createFreeQueue(options.maxQueue)
  let closed = false

  const attempts = metrics.counter('mintglass_upstream_attempts_total', 'Requests sent to providers.', [
    'provider',
    'result',
  ])
  const calls = metrics.counter('mintglass_upstream_calls_total', 'Provider calls by how they ended.', [
    'provider',
    'result',
  ])
  const seconds = metrics.histogram(
    'mintglass_upstream_seconds',
    'Provider calls from request to answer, waiting and retries included.',
    LATENCY_BOUNDS_SECONDS,
    ['provider'],
  )
  const inFlight = metrics.gauge('mintglass_upstream_in_flight', 'Requests on the wire.', ['provider'])
  const queued = metrics.gauge('mintglass_upstream_queued', 'Calls that wait for their turn.', ['provider'])
  const resting = metrics.gauge('mintglass_upstream_resting', '1 while the breaker of the origin is not closed.', [
    'provider',
  ])
  metrics.onCollect(() => {
    inFlight.set(gate.running, { provider })
    queued.set(gate.waiting + waitingForRate, { provider })
    resting.set(origin.breaker.state === 'closed' ? 0 : 1, { provider })
  })

  async function send<T>(wire: Wire<T>): Promise<Outcome<Reply<T>>> {
    if (closed) return fail('shutting_down', `${provider} is closed`)
    const startedMs = clock.monotonicMs()
    const deadline = startCallDeadline(clock, wire.timeoutMs, wire.signal)
    try {
      const outcome = await tryUntilDone(wire, deadline)
      const tookMs = clock.monotonicMs() - startedMs
      const result = outcome.ok ? 'ok' : outcome.code
      calls.inc({ provider, result })
      seconds.observe(tookMs / 1_000, { provider })
      if (!outcome.ok && outcome.code !== 'cancelled') {
        // While nothing is sent, or too much, every caller fails alike: one log line reports it.
        const level = QUIET.has(outcome.code) || origin.breaker.state === 'open' ? 'debug' : 'warn'
        log[level](
          { provider, call: wire.label ?? wire.path, result, says: outcome.message, tookMs },
          'upstream failed',
        )
      }
      return outcome
    } finally {
      deadline.end()
    }
  }

  async function tryUntilDone<T>(wire: Wire<T>, deadline: CallDeadline): Promise<Outcome<Reply<T>>> {
    const scope = currentScope()
    const party = currentParty()
    const freeParty = isForFree() ? party : null
    const rateClass = wire.rateClass ?? DEFAULT_CLASS
    let last: Failure | null = null
    for (let number = 1; number <= haste.maxAttempts; number++) {
      const turn = await waitForTurn({ wire, rateClass, party, freeParty, background: scope === undefined }, deadline)
      if (!turn.ok) return turn.code === 'upstream_timeout' ? (last ?? turn) : turn
      const place = turn.value
      const pass = origin.breaker.enter()
      if (pass === null) {
        gate.leave(party)
        place?.end(false)
        const restSec = Math.ceil(origin.breaker.restLeftMs() / 1_000)
        return last ?? fail('upstream_failed', `${provider} is resting after repeated failures`, Math.max(1, restSec))
      }
      const sentMs = clock.monotonicMs()
      let result: Attempt<T>
      try {
        result = await attemptRequest({
          ...requestOf(wire, base, headers),
          dispatcher: origin.dispatcher,
          signal: deadline.signal,
        })
      } finally {
        gate.leave(party)
        place?.end(true)
      }
      account(scope, result)
      const hadItsTime = clock.monotonicMs() - sentMs >= wire.timeoutMs / 2
      const before = origin.breaker.state
      informBreaker(pass, result, {
        late: hadItsTime && !deadline.cancelled,
        relayed: wire.anyStatusEnds || wire.isCallersOwn === true,
      })
      const { state } = origin.breaker
      if (state !== before) log.warn({ provider, state, restMs: origin.breaker.restLeftMs() }, 'upstream breaker')
      const { outcome, retry, pauseMs } = judge(result, wire, deadline)
      attempts.inc({ provider, result: outcome.ok ? 'ok' : outcome.code })
      if (pauseMs !== null) pacer.pause(rateClass, pauseMs)
      if (outcome.ok || !retry || !wire.idempotent) return outcome
      last = outcome
      if (number === haste.maxAttempts) break
      const bounds = { baseMs: UPSTREAM_TUNING.retryBaseMs, capMs: UPSTREAM_TUNING.retryCapMs }
      const delayMs = Math.max(backoffMs(number, bounds, random), pauseMs ?? 0)
      if (delayMs >= deadline.leftMs()) break
      await deadline.sleep(delayMs)
      if (deadline.signal.aborted) return deadline.cancelled ? cancelled() : last
    }
    assert(last !== null)
    return last
  }

  /** When the caller may send; it must leave the gate then, and end its place in the quota where there is one. */
  async function waitForTurn(
    {
      rateClass,
      party,
      freeParty,
      background,
      wire: { calls: asked = 1 },
    }: {
      readonly rateClass: string
      readonly party: string
      readonly freeParty: string | null
      readonly background: boolean
      readonly wire: Pick<HttpCall, 'calls'>
    },
    deadline: CallDeadline,
  ): Promise<Outcome<QuotaPlace | null>> {
    let place: QuotaPlace | null = null
    for (;;) {
      if (deadline.signal.aborted) return deadline.cancelled ? cancelled() : timedOut()
      const paceMs = pacer.take(rateClass, background, freeParty)
      const taken = paceMs > 0 ? paceMs : (options.quota?.take(asked, background) ?? 0)
      if (typeof taken !== 'number') place = taken
      if (typeof taken !== 'number' || taken === 0) break
      const waitMs = taken
      if (waitMs >= deadline.leftMs()) {
        return fail('upstream_rate_limited', `${provider} takes no more calls right now`, Math.ceil(waitMs / 1_000))
      }
      if (waitingForRate + gate.waiting >= options.maxQueue) return busy()
      if (!waitingFree.enter(freeParty)) return busy()
      waitingForRate += 1
      await deadline.sleep(waitMs)
      waitingForRate -= 1
      waitingFree.leave(freeParty)
    }
    const entered = await enterGate(deadline, party, freeParty)
    if (entered === 'entered') return ok(place)
    place?.end(false)
    if (entered === 'full') return busy()
    return deadline.cancelled ? cancelled() : timedOut()
  }

  async function enterGate(deadline: CallDeadline, party: string, freeParty: string | null): ReturnType<Gate['enter']> {
    const isFree = freeParty !== null
    if (!isFree || options.isForFreeOnly === true) return gate.enter(deadline.signal, party, isFree)
    if (gate.enterNow(party, true)) return 'entered'
    if (!waitingFree.enter(freeParty)) return 'full'
    try {
      return await gate.enter(deadline.signal, party, true)
    } finally {
      waitingFree.leave(freeParty)
    }
  }

  /** An attempt that left the machine is charged to the request that caused it (spec 2.7). */
  function account(scope: RequestScope | undefined, result: Attempt<unknown>): void {
    if (scope === undefined || (result.kind === 'broken' && !result.sent)) return
    scope.upstreamCalls += 1
    scope.upstreamCostUsd += callCostUsd
  }

  function judge<T>(
    result: Attempt<T>,
    wire: Wire<T>,
    deadline: CallDeadline,
  ): { outcome: Outcome<Reply<T>>; retry: boolean; pauseMs: number | null } {
    switch (result.kind) {
      case 'stopped':
        return { outcome: deadline.cancelled ? cancelled() : timedOut(), retry: false, pauseMs: null }
      case 'broken':
        log.debug({ provider, call: wire.label ?? wire.path, cause: result.cause }, 'upstream connection failed')
        return {
          outcome: fail('upstream_failed', `${provider} cannot be reached`),
          retry: result.retryable,
          pauseMs: null,
        }
      case 'tooLarge':
        return {
          outcome: fail('upstream_failed', `${provider} sent more than ${wire.maxBytes} bytes`),
          retry: false,
          pauseMs: null,
        }
      case 'unreadable':
        return {
          outcome: statusFailure(result.status, null) ?? fail('upstream_failed', `${provider} did not send valid JSON`),
          retry: isRetryable(result.status),
          pauseMs: null,
        }
      case 'reply': {
        const { status, contentType, value } = result
        const retryable = isRetryable(status)
        const pauseMs = retryable ? pauseOf(result) : null
        if (status === 429) haste.onRefused()
        if (wire.anyStatusEnds) return { outcome: ok({ status, contentType, value }), retry: false, pauseMs: null }
        const failure = statusFailure(status, pauseMs)
        if (failure === null || (value !== null && !retryable)) {
          return { outcome: ok({ status, contentType, value }), retry: false, pauseMs }
        }
        return { outcome: failure, retry: retryable, pauseMs }
      }
    }
  }

  function pauseOf({ status, headers }: { readonly status: number; readonly headers: ResponseHeaders }): number | null {
    const asked = retryAfterMs(headers, clock.nowMs(), haste.maxPauseMs)
    return asked === null && status === 429 && haste.unnamedPauseMs > 0 ? haste.unnamedPauseMs : asked
  }

  function statusFailure(status: number, pauseMs: number | null): Failure | null {
    if (status >= 200 && status < 300) return null
    if (status === 429) {
      const waitSec = pauseMs === null ? undefined : Math.ceil(pauseMs / 1_000)
      return fail('upstream_rate_limited', `${provider} answered 429`, waitSec)
    }
    const refused = status >= 400 && status < 500 && !isRetryable(status)
    return fail(refused ? 'upstream_refused' : 'upstream_failed', `${provider} answered ${status}`)
  }

  const cancelled = (): Failure => fail('cancelled', 'cancelled')
  const timedOut = (): Failure => fail('upstream_timeout', `${provider} did not answer in time`)
  const busy = (): Failure => fail('too_busy', `too many calls wait for ${provider}`, 1)

  return {
    send,
    statusFailure: (status) => statusFailure(status, null),
    rest: (pauseMs) => pacer.pauseAll(pauseMs),
    busyMs: (rateClass) => Math.max(pacer.pausedMs(rateClass), origin.breaker.restLeftMs(), quotaWaitMs(options)),
    async close() {
      closed = true
      if (options.origins === undefined) await origins.close()
    },
  }
}

function quotaWaitMs({ quota }: HttpClientOptions): number {
  return quota?.waitMs(1, currentScope() === undefined) ?? 0
}

function isRetryable(status: number): boolean {
  return status === 429 || status === 408 || status >= 500
}

/** `late`: the provider had a fair share of the deadline. A call that spent it waiting for its turn proves nothing, and
 *  neither does a slow or failed answer to a relayed call: its caller may have asked for just that. */
function informBreaker(
  pass: CircuitPass,
  result: Attempt<unknown>,
  { late, relayed }: { readonly late: boolean; readonly relayed: boolean },
): void {
  const hasFailed =
    result.kind === 'stopped' || ((result.kind === 'reply' || result.kind === 'unreadable') && result.status >= 500)
  if (result.kind === 'broken') pass.failed()
  else if (!hasFailed) pass.succeeded()
  else if (relayed || (result.kind === 'stopped' && !late)) pass.abandoned()
  else pass.failed()
}

/** What goes over the wire for a call, at every attempt. */
function requestOf<T>(wire: Wire<T>, base: URL, fixed: Readonly<Record<string, string>>) {
  return {
    origin: base.origin,
    path: requestPath(base, wire),
    method: wire.method,
    headers: {
      ...fixed,
      'accept-encoding': wire.acceptEncoding,
      ...(wire.contentType === null ? {} : { 'content-type': wire.contentType }),
    },
    body: wire.body,
    maxBytes: wire.maxBytes,
    readerFor: wire.readerFor,
  }
}
