import Type, { type Static } from 'typebox'
import { UPSTREAM_BATCHES, UPSTREAM_TUNING } from '../config/upstream-limits.ts'
import { type Failure, fail, type Outcome, ok } from '../contract/outcome.ts'
import type { Relayed } from '../contract/streamed.ts'
import { backoffMs, type UnitRandom } from './backoff.ts'
import type { Clock } from './clock.ts'
import type { HttpClient } from './http-client.ts'
import { chunksOf, inParallel } from './in-parallel.ts'
import { jsonRowsReader } from './json-rows-reader.ts'
import { compileReply } from './reply-check.ts'

/** By position (nodes) or by name (DAS). */
export type RpcParams = readonly unknown[] | Readonly<Record<string, unknown>>
export type RpcRequest = { readonly method: string; readonly params: RpcParams }
export type RpcOptions = {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Holds what our own caller wrote: that the other side stumbles over it says nothing about its health. */
  readonly isCallersOwn?: boolean
  /** Reads the reply's text instead of JSON.parse. */
  readonly parse?: (text: string) => unknown
  /** Of the reply, or of the reply to an array; not of one that is read row by row. */
  readonly maxReplyBytes?: number
}

/** JSON-RPC 2.0 over HTTP. What the other side refuses is a failure with `rpcCode`; its text is not repeated. "Not
 *  yet", "unhealthy" and "slow down" are asked again within the deadline, everything else is final. */
export type JsonRpc = {
  call(request: RpcRequest, options: RpcOptions): Promise<Outcome<unknown>>
  /** In arrays of at most 25, or one by one where the other side refuses arrays; outcomes aligned with the requests. */
  callMany(requests: readonly RpcRequest[], options: RpcOptions): Promise<Outcome<unknown>[]>
  /** A result whose array at `path` (`['result', ...]`) is long: its elements go to a collector as they arrive. The
   *  value is what the collector makes of them and of the result without them. */
  callRows<T>(
    request: RpcRequest,
    options: RpcOptions & { readonly path: readonly string[]; readonly collect: () => RowCollector<T> },
  ): Promise<Outcome<T>>
  /** A ready body, whose answer is handed on byte for byte, a long one while it arrives. */
  relay(
    body: Uint8Array,
    options: Pick<RpcOptions, 'timeoutMs' | 'signal'> & { readonly maxBytes: number },
  ): Promise<Outcome<Relayed>>
  /** Milliseconds that a call of this method would have to wait now; 0 or absent when it goes at once. */
  busyMs?(method: string): number
}
export type RowCollector<T> = { row(text: string): void; end(result: unknown): T }

/** An error or a result; some nodes send a null error beside the result. */
const RpcReply = Type.Union([
  Type.Object({
    id: Type.Optional(Type.Unknown()),
    error: Type.Object({ code: Type.Number(), message: Type.Optional(Type.Unknown()) }),
  }),
  Type.Object({ id: Type.Unknown(), result: Type.Unknown(), error: Type.Optional(Type.Null()) }),
])
type RpcReply = Static<typeof RpcReply>
const reply = compileReply(RpcReply)
/** Each member is looked at on its own: one that is wrong costs one call of the array. */
const RpcReplies = Type.Unknown()

/** Rate limits of hosted nodes that travel inside HTTP 200. */
const HASTE = 429
const SLOW_DOWN = new Set([HASTE, -32429])
/** The same under a code that means something else: one vendor's is that of a skipped slot, which would make a block
 *  that was refused for haste look like none. */
const SAYS_SLOW_DOWN =
  /(?:request|rate|usage) limit|limit reached|too many requests|max usage reached|requests? per second/i
/** Solana: block not yet available, node unhealthy, block status not yet available, minimum slot not reached,
 *  long-term storage unreachable, internal error. */
const NOT_NOW = new Set([-32004, -32005, -32014, -32016, -32019, -32603])
const INVALID_REQUEST = -32600
/** Doing these twice is not the same as doing them once. */
export const NOT_REPEATABLE: ReadonlySet<string> = new Set(['requestAirdrop', 'requestLeftovers'])

export function createJsonRpc(options: {
  readonly http: HttpClient
  readonly clock: Clock
  readonly random?: UnitRandom
  /** Told of each refusal for haste that comes inside an answer. */
  readonly onSlowDown?: () => void
  /** Calls of one array, where the other side allows few. */
  readonly maxArray?: number
  /** Another node can be asked: one that says "not now" is not asked again here. */
  readonly hasOthers?: boolean
}): JsonRpc {
  const { http, clock, random } = options
  const arrayCalls = Math.min(UPSTREAM_BATCHES.rpcCalls, options.maxArray ?? UPSTREAM_BATCHES.rpcCalls)
  let nextId = 1
  let arraysRefusedUntilMs = 0

  const bodyOf = ({ method, params }: RpcRequest, id: number) => ({ jsonrpc: '2.0', id, method, params })
  const outOfTime = (): Failure => fail('upstream_timeout', `${http.provider} did not answer in time`)

  function outcomeOf(method: string, value: RpcReply): Outcome<unknown> {
    if (value.error && SLOW_DOWN.has(codeOf(value.error))) options.onSlowDown?.()
    return value.error ? refusal(http.provider, method, codeOf(value.error)) : ok(value.result)
  }

  /** Runs attempts until one does not say "not now", the attempts are used up or the time is. */
  async function untilSettled<T>(
    { timeoutMs, signal }: RpcOptions,
    attemptOnce: (leftMs: number, attempt: number) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const endsMs = clock.monotonicMs() + timeoutMs
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOnce(endsMs - clock.monotonicMs(), attempt)
      if (outcome.ok || !isNotNow(outcome) || attempt >= attemptsFor(outcome, options.hasOthers)) return outcome
      const waitMs = rpcBackoffMs(attempt, random)
      if (waitMs >= endsMs - clock.monotonicMs() || signal?.aborted) return outcome
      if (!(await slept(clock, waitMs, signal))) return fail('cancelled', 'cancelled')
    }
  }

  function call(request: RpcRequest, callOptions: RpcOptions): Promise<Outcome<unknown>> {
    return untilSettled(callOptions, async (leftMs) => {
      const id = nextId++
      const answer = await http.postJson({
        ...callOptions,
        timeoutMs: leftMs,
        json: bodyOf(request, id),
        schema: RpcReply,
        anyStatus: true,
        idempotent: !NOT_REPEATABLE.has(request.method),
        rateClass: request.method,
        label: request.method,
      })
      if (!answer.ok) return answer
      // An error may carry a null id: the other side could not read ours.
      if (answer.value.id !== id && !answer.value.error) {
        return fail('upstream_failed', `${http.provider} answered another call than ${request.method}`)
      }
      return outcomeOf(request.method, answer.value)
    })
  }

  /** One array. Null when the other side does not take arrays. */
  async function callArray(
    requests: readonly RpcRequest[],
    callOptions: RpcOptions,
  ): Promise<Outcome<unknown>[] | null> {
    const firstId = nextId
    nextId += requests.length
    const answer = await http.postJson({
      ...callOptions,
      json: requests.map((request, at) => bodyOf(request, firstId + at)),
      schema: RpcReplies,
      anyStatus: true,
      idempotent: !requests.some(({ method }) => NOT_REPEATABLE.has(method)),
      rateClass: requests[0]!.method,
      calls: requests.length,
      label: `${requests[0]!.method} x${requests.length}`,
    })
    if (!answer.ok) return answer.code === 'upstream_refused' ? null : requests.map(() => answer)
    if (!Array.isArray(answer.value)) {
      const code = reply.matches(answer.value) && answer.value.error ? codeOf(answer.value.error) : null
      if (code === null || !isNotNow({ rpcCode: code })) return null
      return requests.map(({ method }) => refusal(http.provider, method, code))
    }
    const byId = new Map<unknown, RpcReply>()
    for (const one of answer.value) if (reply.matches(one) && !byId.has(one.id)) byId.set(one.id, one)
    const outcomes = requests.map(({ method }, at) => {
      const own = byId.get(firstId + at)
      return own === undefined
        ? fail('upstream_failed', `${http.provider} left ${method} unanswered`)
        : outcomeOf(method, own)
    })
    const refused = outcomes.every((outcome) => !outcome.ok && outcome.rpcCode === INVALID_REQUEST)
    return refused ? null : outcomes
  }

  async function callChunk(requests: readonly RpcRequest[], callOptions: RpcOptions): Promise<Outcome<unknown>[]> {
    const endsMs = clock.monotonicMs() + callOptions.timeoutMs
    const left = (): RpcOptions => ({ ...callOptions, timeoutMs: endsMs - clock.monotonicMs() })
    if (requests.length === 1) return [await call(requests[0]!, callOptions)]
    if (clock.monotonicMs() >= arraysRefusedUntilMs) {
      const outcomes = await callArray(requests, callOptions)
      if (outcomes !== null) return retryThoseNotNow(requests, outcomes, left)
    }
    // The first call alone shows whether the node refuses arrays or refuses us altogether.
    const first = await call(requests[0]!, left())
    if (!first.ok && first.rpcCode === undefined) return requests.map(() => first)
    arraysRefusedUntilMs = Math.max(arraysRefusedUntilMs, clock.monotonicMs() + UPSTREAM_TUNING.batchRefusedMs)
    const others = await inParallel(requests.slice(1), UPSTREAM_BATCHES.chunksInParallel, (request) =>
      left().timeoutMs <= 0 ? Promise.resolve(outOfTime()) : call(request, left()),
    )
    return [first, ...others]
  }

  async function retryThoseNotNow(
    requests: readonly RpcRequest[],
    outcomes: Outcome<unknown>[],
    left: () => RpcOptions,
  ): Promise<Outcome<unknown>[]> {
    for (let attempt = 1; attempt < UPSTREAM_TUNING.rpcAttempts; attempt++) {
      const again = outcomes.flatMap((outcome, at) =>
        !outcome.ok && isNotNow(outcome) && attempt < attemptsFor(outcome, options.hasOthers) ? [at] : [],
      )
      const waitMs = rpcBackoffMs(attempt, random)
      if (again.length === 0 || waitMs >= left().timeoutMs) break
      if (!(await slept(clock, waitMs, left().signal))) break
      const second = await callArray(
        again.map((at) => requests[at]!),
        left(),
      )
      second?.forEach((outcome, at) => {
        outcomes[again[at]!] = outcome
      })
    }
    return outcomes
  }

  return {
    call,
    busyMs: http.busyMs,
    async callMany(requests, callOptions) {
      const endsMs = clock.monotonicMs() + callOptions.timeoutMs
      const chunks = chunksOf(requests, arrayCalls)
      const answers = await inParallel(chunks, UPSTREAM_BATCHES.chunksInParallel, (chunk) => {
        const timeoutMs = endsMs - clock.monotonicMs()
        return timeoutMs <= 0
          ? Promise.resolve(chunk.map(() => outOfTime()))
          : callChunk(chunk, { ...callOptions, timeoutMs })
      })
      return answers.flat()
    },
    callRows(request, { path, collect, ...callOptions }) {
      return untilSettled(callOptions, async (leftMs) => {
        const answer = await http.postStream({
          ...callOptions,
          timeoutMs: leftMs,
          json: bodyOf(request, nextId++),
          idempotent: true,
          rateClass: request.method,
          label: request.method,
          reader: () => {
            const collector = collect()
            return jsonRowsReader({
              path,
              onRow: (text) => collector.row(text),
              finish: (rest) => {
                if (!reply.matches(rest)) {
                  return fail('upstream_failed', `${http.provider} answered in an unexpected shape`)
                }
                const outcome = outcomeOf(request.method, rest)
                return outcome.ok ? ok(collector.end(outcome.value)) : outcome
              },
            })
          },
        })
        return answer.ok ? answer.value : answer
      })
    },
    relay(body, callOptions) {
      return http.postRelay({
        ...callOptions,
        body,
        contentType: 'application/json',
        idempotent: true,
        rateClass: 'relay',
        label: 'relay',
      })
    },
  }
}

/** What a caller did wrong is never haste, whatever the words; nor is a batch that is too long. */
const OF_THE_CALL = new Set([-32002, -32003, -32602, -32700])

function codeOf({ code, message }: { readonly code: number; readonly message?: unknown }): number {
  const isHasty =
    typeof message === 'string' && !OF_THE_CALL.has(code) && SAYS_SLOW_DOWN.test(message) && !/batch/i.test(message)
  return isHasty ? HASTE : code
}

function refusal(provider: string, method: string, rpcCode: number): Failure {
  if (SLOW_DOWN.has(rpcCode)) {
    return { ...fail('upstream_rate_limited', `${provider} asks to slow down (code ${rpcCode})`), rpcCode }
  }
  if (NOT_NOW.has(rpcCode)) {
    return { ...fail('upstream_failed', `${provider} cannot answer ${method} now (code ${rpcCode})`), rpcCode }
  }
  return { ...fail('upstream_refused', `${provider} refused ${method} (code ${rpcCode})`), rpcCode }
}

function isNotNow({ rpcCode }: { readonly rpcCode?: number }): boolean {
  return rpcCode !== undefined && (NOT_NOW.has(rpcCode) || SLOW_DOWN.has(rpcCode))
}

/** An internal error is asked about once more; the others say themselves that waiting helps. */
function attemptsFor({ rpcCode }: { readonly rpcCode?: number }, hasOthers = false): number {
  if (hasOthers) return 1
  return rpcCode === -32603 ? 2 : UPSTREAM_TUNING.rpcAttempts
}

function rpcBackoffMs(attempt: number, random: UnitRandom | undefined): number {
  const bounds = { baseMs: UPSTREAM_TUNING.rpcRetryBaseMs, capMs: UPSTREAM_TUNING.rpcRetryCapMs }
  return backoffMs(attempt, bounds, random)
}

async function slept(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await clock.sleep(ms, signal)
    return true
  } catch (error) {
    if (signal?.aborted) return false
    throw error
  }
}
