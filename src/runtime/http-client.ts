import assert from 'node:assert/strict'
import type { Static, TSchema } from 'typebox'
import { LIMITS } from '../config/limits.ts'
import { RELAY, UPSTREAM_TUNING } from '../config/upstream-limits.ts'
import { fail, type Outcome, ok } from '../contract/outcome.ts'
import type { PieceSource, Relayed } from '../contract/streamed.ts'
import { inBackground } from './background.ts'
import { checkDepth } from './exact-json.ts'
import { freeRoomOf } from './free-room.ts'
import { createGate } from './gate.ts'
import type { OpenBody, ReplyReader } from './http-attempt.ts'
import { createExchange, type HttpCall, type HttpClientOptions, type Wire } from './http-exchange.ts'
import { createPieceSource } from './piece-source.ts'
import { createReplyChecks, type ReplyCheck } from './reply-check.ts'
import { joinTextReader } from './reply-readers.ts'
import { currentParty, isForFree } from './request-scope.ts'
import { type StartedReply, startedReplyReader } from './started-reply.ts'
import { createTurnBudget } from './turn-budget.ts'

export type { HttpCall, HttpClientOptions } from './http-exchange.ts'

/** One provider over HTTP. Every method returns within `timeoutMs`, which covers waiting for a turn, connecting, all
 *  attempts and reading the body. Failures:
 *  - `upstream_timeout`: the deadline passed, or the next attempt could not end before it;
 *  - `upstream_rate_limited`: 429, or our own share of the provider's rate is used up; `retryAfterSec` when known;
 *  - `too_busy`: more calls wait for this provider than the queue holds (our bound, not the provider's);
 *  - `upstream_refused`: the provider answered 4xx; asking again does not help;
 *  - `upstream_failed`: no connection, 5xx, a redirect, an answer that is too large, not JSON or of another shape, or
 *    the origin is resting after repeated failures;
 *  - `cancelled`: the caller's signal; `shutting_down`: the client is closed.
 *  No message holds an address, a key or anything that the provider sent; an adapter that knows a provider's refusals may
 *  add one of its own sentences (`refusal`). */
export type HttpClient = {
  readonly provider: string
  getJson<S extends TSchema>(call: HttpCall & JsonReply<S>): Promise<Outcome<Static<S>>>
  /** `idempotent` calls (JSON-RPC reads) are repeated after a failure, others are sent once. */
  postJson<S extends TSchema>(
    call: HttpCall & JsonReply<S> & { readonly json: unknown; readonly idempotent: boolean },
  ): Promise<Outcome<Static<S>>>
  /** The reply's bytes go to a reader while they arrive; a new reader for each attempt. */
  postStream<T>(
    call: HttpCall & { readonly json: unknown; readonly idempotent: boolean; readonly reader: () => ReplyReader<T> },
  ): Promise<Outcome<T>>
  /** Any status is a success: the answer is handed on as it came, a long one (`RELAY.firstBytes`) piece by piece while
   *  it arrives; `timeoutMs` then covers its beginning. `idempotent`: repeated when no answer came. `too_busy` when too
   *  many long answers are on their way. */
  postRelay(
    call: HttpCall & {
      readonly body: Uint8Array
      readonly contentType: string
      readonly idempotent: boolean
      readonly maxBytes: number
    },
  ): Promise<Outcome<Relayed>>
  /** Sends nothing for so long: what is asked meanwhile waits, or fails when its time would be over before. */
  rest(pauseMs: number): void
  /** Milliseconds that a call of this rate class would have to wait now, as far as is known before it queues. */
  busyMs(rateClass: string): number
  /** Calls from now on fail; connections are dropped when they belong to this client alone. */
  close(): Promise<void>
}

type JsonReply<S extends TSchema> = {
  readonly schema: S
  /** Reads the text instead of `JSON.parse`; a throw means that it is no JSON. */
  readonly parse?: (text: string) => unknown
  /** A body of the right shape is an answer whatever its status (JSON-RPC errors under 4xx and 5xx). */
  readonly anyStatus?: boolean
  /** What a 404 that is no page (HTML) means: "there is none". Without it a 404 is `upstream_refused`. */
  readonly whenMissing?: Static<S>
  /** What the JSON of a refusal (4xx) means, in our words; null for one that is not known. */
  readonly refusal?: (json: unknown) => string | null
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { provider, log } = options
  const exchange = createExchange(options)
  const checkOf = createReplyChecks()
  const parsing = createTurnBudget(UPSTREAM_TUNING.parseTurnMs)
  const longRoom = { maxRunning: RELAY.longAtOnce, maxWaiting: 0, maxRunningOfOne: RELAY.longAtOnceOfOne }
  const longReplies = createGate(
    options.isForFreeOnly === true ? longRoom : { ...longRoom, second: freeRoomOf(longRoom) },
  )

  async function callJson<S extends TSchema>(
    call: HttpCall & JsonReply<S>,
    sending: Pick<Wire<string>, 'method' | 'body' | 'contentType' | 'idempotent'>,
  ): Promise<Outcome<Static<S>>> {
    const outcome = await exchange.send<string>({
      ...call,
      ...sending,
      acceptEncoding: 'gzip, br',
      maxBytes: Math.min(
        options.maxReplyBytes ?? LIMITS.upstreamReplyBytes,
        call.maxReplyBytes ?? Number.POSITIVE_INFINITY,
      ),
      readerFor: (status, contentType) =>
        wanted(status, contentType, call.anyStatus || call.refusal !== undefined || isMissing(status, call))
          ? joinTextReader()
          : null,
      anyStatusEnds: false,
    })
    if (!outcome.ok) return outcome
    const { status, value: text } = outcome.value
    if (isMissing(status, call)) return ok(call.whenMissing as Static<S>)
    const notOk = exchange.statusFailure(status)
    const check = checkOf(call.schema)
    const { parsed, matches } = await parsing.run(() => readText(text, call.parse, check))
    if (notOk !== null && call.refusal !== undefined) {
      const reason = parsed === null ? null : call.refusal(parsed.value)
      return reason === null ? notOk : { ...notOk, message: `${notOk.message}: ${reason}` }
    }
    if (parsed === null) return notOk ?? fail('upstream_failed', `${provider} did not send valid JSON`)
    if (matches) return ok(parsed.value as Static<S>)
    if (notOk !== null) return notOk
    log.warn(
      { provider, call: call.label ?? call.path, difference: check.explain(parsed.value) },
      'upstream answered in an unexpected shape',
    )
    return fail('upstream_failed', `${provider} answered in an unexpected shape`)
  }

  return {
    provider,
    getJson: (call) => callJson(call, { method: 'GET', body: null, contentType: null, idempotent: true }),
    postJson: ({ json, idempotent, ...call }) =>
      callJson(call, { method: 'POST', body: JSON.stringify(json), contentType: 'application/json', idempotent }),
    async postStream<T>({
      json,
      idempotent,
      reader,
      ...call
    }: HttpCall & { json: unknown; idempotent: boolean; reader: () => ReplyReader<T> }) {
      const outcome = await exchange.send<T>({
        ...call,
        method: 'POST',
        body: JSON.stringify(json),
        contentType: 'application/json',
        idempotent,
        acceptEncoding: 'gzip, br',
        maxBytes: UPSTREAM_TUNING.streamedReplyBytes,
        readerFor: (status, contentType) => (wanted(status, contentType, true) ? reader() : null),
        anyStatusEnds: false,
      })
      if (!outcome.ok) return outcome
      const { status, value } = outcome.value
      if (value !== null) return ok(value)
      return exchange.statusFailure(status) ?? fail('upstream_failed', `${provider} did not send valid JSON`)
    },
    async postRelay({ body, contentType, idempotent, maxBytes, ...call }) {
      const [party, isFree] = [currentParty(), isForFree()]
      const openRest = (rest: OpenBody, bytesBefore: number): PieceSource | null => {
        if (!longReplies.enterNow(party, isFree)) return null
        const { stallMs, unreadMs, totalMs } = RELAY
        const source = createPieceSource(rest, {
          provider,
          clock: options.clock,
          maxBytes,
          bytesBefore,
          stallMs,
          unreadMs,
          totalMs,
        })
        inBackground(
          'relayed reply',
          source.ended.then(() => longReplies.leave(party)),
        )
        return source
      }
      const outcome = await exchange.send<StartedReply>({
        ...call,
        method: 'POST',
        body,
        contentType,
        idempotent,
        acceptEncoding: 'identity',
        maxBytes,
        readerFor: () => startedReplyReader(RELAY.firstBytes, openRest),
        anyStatusEnds: true,
      })
      if (!outcome.ok) return outcome
      const { status, contentType: type, value } = outcome.value
      assert(value !== null)
      if (value.kind === 'refused') return fail('too_busy', `too many long answers of ${provider} are on their way`, 1)
      const { body: first } = value
      return ok({ status, contentType: type, body: first, ...(value.kind === 'begun' ? { rest: value.rest } : {}) })
    },
    rest: (pauseMs) => exchange.rest(pauseMs),
    busyMs: (rateClass) => exchange.busyMs(rateClass),
    close: () => exchange.close(),
  }
}

function isMissing(status: number, call: { readonly whenMissing?: unknown }): boolean {
  return status === 404 && call.whenMissing !== undefined
}

/** Whether a body is worth reading: pages (HTML) never are, and error bodies only where they may be the answer. */
function wanted(status: number, contentType: string, anyStatus: boolean | undefined): boolean {
  if (/html|xml/i.test(contentType)) return false
  return (status >= 200 && status < 300) || anyStatus === true
}

function readText<S extends TSchema>(
  text: string | null,
  parse: JsonReply<S>['parse'],
  check: ReplyCheck<S>,
): { readonly parsed: { value: unknown } | null; readonly matches: boolean } {
  const parsed = text === null ? null : parseJson(text, parse)
  return { parsed, matches: parsed !== null && check.matches(parsed.value) }
}

function parseJson(text: string, parse: (text: string) => unknown = JSON.parse): { value: unknown } | null {
  try {
    checkDepth(text)
    return { value: parse(text) }
  } catch {
    // Whatever a parser stumbles over is the text's fault: a RangeError for one that is nested too deep.
    return null
  }
}
