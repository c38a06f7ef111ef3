import { IDEMPOTENCY } from '../../config/idempotency.ts'
import type { Context } from '../../context.ts'
import { FAILURES } from '../../contract/failures.ts'
import { type Failure, fail, type Outcome } from '../../contract/outcome.ts'
import { startDeadline } from '../../runtime/deadline.ts'
import { currentScope } from '../../runtime/request-scope.ts'
import { createSingleFlight } from '../../runtime/single-flight.ts'
import type { IdempotencyKey, IdempotencyTable, SentTransaction } from '../../store/trade-rows.ts'
import { digestBody, digestScope } from './digest.ts'

export type OnceInput = {
  readonly keyId: number
  /** The user of the key's owner; empty for the default one. */
  readonly userRef: string
  /** Of the header, as `readIdempotencyKey` gives it; empty: none, then the work just runs. */
  readonly idempotencyKey: string
  /** Method and path, or any other name that is always the same. */
  readonly route: string
  /** What the request asks for, defaults filled in: the key with another one is refused. JSON values and bigints. */
  readonly body: unknown
  /** How long this caller waits; then the answer is `pending` and the work goes on. Default: `IDEMPOTENCY.joinMs`. */
  readonly waitMs?: number
}

/** What was signed. */
export type Signed = Pick<SentTransaction, 'signature' | 'wire' | 'lastValidBlockHeight'> & {
  readonly nonce?: SentTransaction['nonce'] | undefined
  /** JSON value that `resume` needs to make the answer. */
  readonly note?: unknown
  /** The caller's own transaction, which may come under several keys. */
  readonly isShared?: boolean
}
/** What a process before us, or we ourselves, signed and maybe sent. */
export type SentBefore = Omit<SentTransaction, 'note'> & { readonly note: unknown }

export type OnceRecord = {
  /** Of the work, not of the request: it goes on when the caller has left, for others may have joined. */
  readonly signal: AbortSignal
  /** To be awaited before anything is sent: afterwards it is on disk. Call it once for every transaction that may be
   *  sent; the newest counts. Throws when nothing may be sent: `KeyLost` when the key is no longer ours,
   *  `SameTransaction` when another request has signed the very same bytes; then the work is run again, with a newer
   *  blockhash. */
  signed(sent: Signed): Promise<void>
}

/** The store has forgotten the key while its work ran: another world began. */
export class KeyLost extends Error {
  constructor() {
    super('the key was forgotten while its work ran')
    this.name = 'KeyLost'
  }
}

/** Two equal requests of one moment made one transaction. */
export class SameTransaction extends Error {
  constructor() {
    super('another request has signed the same transaction')
    this.name = 'SameTransaction'
  }
}

/** The time of the request is over: its answer said that nothing was signed, or that something else was. */
export class RequestOver extends Error {
  constructor() {
    super('the request was answered before this could be signed')
    this.name = 'RequestOver'
  }
}

/** Runs the work of an `Idempotency-Key` once. The key is on disk before the work starts. Duplicates that come
 *  meanwhile, in this process or in another one of the store, get the same answer; later ones get it from disk. After a
 *  crash, and after an answer `pending`, `resume` asks the chain about what was signed. The same key with another body
 *  fails `idempotency_mismatch`.
 *
 *  Kept are successes and failures of what was sent. A failure before anything was signed frees the key: nothing was
 *  spent, and the caller may try again (after filling the wallet, say).
 *
 *  A request whose time ends meanwhile is answered `pending` with what was signed (`RequestScope.openEnd`). */
export async function once<T>(
  ctx: Context,
  input: OnceInput,
  run: (record: OnceRecord) => Promise<Outcome<T>>,
  resume: (sent: SentBefore, signal: AbortSignal) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (input.idempotencyKey === '') return runUnkeyed(ctx, run)
  const key = { keyId: input.keyId, digestHex: digestScope(input) }
  const bodyHex = digestBody(input.body)
  const name = `${ctx.store.worldVersion()}:${key.keyId}:${key.digestHex}`
  const { bodies, flights } = ctx.parts.idempotentRuns
  if ((bodies.get(name) ?? bodyHex) !== bodyHex) return mismatch()
  const { result, isLeader } = flights.join(name, () => settle(ctx, { key, bodyHex, route: input.route, run, resume }))
  if (isLeader) {
    bodies.set(name, bodyHex)
    const forget = (): void => void bodies.delete(name)
    result.then(forget, forget)
  }
  const running = (): Failure => stillRunning(ctx.store.idempotency.sentOf(key))
  const scope = currentScope()
  if (scope !== undefined)
    scope.openEnd = (after) => (after === 'fault' && ctx.store.idempotency.sentOf(key) === null ? null : running())
  return waitFor(ctx, result as Promise<Outcome<T>>, input.waitMs ?? IDEMPOTENCY.joinMs, running)
}

async function waitFor<T>(
  ctx: Context,
  result: Promise<Outcome<T>>,
  waitMs: number,
  otherwise: () => Failure,
): Promise<Outcome<T>> {
  const waiting = new AbortController()
  // A sleep that was ended has lost the race.
  const outOfTime = ctx.clock.sleep(waitMs, waiting.signal).then(otherwise, () => stillRunning(null))
  try {
    return await Promise.race([result, outOfTime])
  } finally {
    waiting.abort()
  }
}

/** What runs under an `Idempotency-Key` now. */
export type IdempotentRuns = {
  readonly flights: ReturnType<typeof createSingleFlight<Outcome<unknown>>>
  /** Digest of the body of each. */
  readonly bodies: Map<string, string>
}

export function createIdempotentRuns(): IdempotentRuns {
  return { flights: createSingleFlight({ joinsAllLanes: true }), bodies: new Map() }
}

type Work<T> = {
  readonly key: IdempotencyKey
  readonly bodyHex: string
  readonly route: string
  readonly run: (record: OnceRecord) => Promise<Outcome<T>>
  readonly resume: (sent: SentBefore, signal: AbortSignal) => Promise<Outcome<T>>
}

/** One caller of this process at a time: claims the key and works, or waits for the process that does. */
async function settle<T>(ctx: Context, work: Work<T>): Promise<Outcome<T>> {
  const { key, bodyHex, route } = work
  const table = ctx.store.idempotency
  const givesUpAtMs = ctx.clock.monotonicMs() + IDEMPOTENCY.joinMs
  for (;;) {
    const claim = await table.claim(key, { bodyHex, route, nowMs: ctx.clock.nowMs() })
    switch (claim.kind) {
      case 'mismatch':
        return mismatch()
      case 'done':
        return readAnswer(claim.answer) as Outcome<T>
      case 'start':
        return start(ctx, table, work)
      case 'resume':
        return finish(table, key, claim.sent, () =>
          withinDeadline(ctx, (signal) => work.resume(withNote(claim.sent), signal)),
        )
      case 'running':
        if (ctx.clock.monotonicMs() >= givesUpAtMs) return stillRunning(claim.sent)
        await ctx.clock.sleep(IDEMPOTENCY.joinEveryMs)
    }
  }
}

type ReviverContext = { readonly source?: string }
const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON

/** A kept answer as it was given: integers beyond 2^53 keep their digits. */
function readAnswer(text: string): unknown {
  const revive = (_name: string, value: unknown, context?: ReviverContext): unknown => {
    const source = context?.source
    const isWide = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '')
    return isWide ? rawJson(source!) : value
  }
  return JSON.parse(text, revive as (name: string, value: unknown) => unknown)
}

async function start<T>(ctx: Context, table: IdempotencyTable, { key, run }: Work<T>): Promise<Outcome<T>> {
  let kept: SentTransaction | null = null
  const signed = async ({
    signature,
    wire,
    lastValidBlockHeight,
    nonce = null,
    note = null,
    isShared = false,
  }: Signed): Promise<void> => {
    const signedAtMs = ctx.clock.nowMs()
    const sent = { signature, wire, lastValidBlockHeight, nonce, signedAtMs, note: JSON.stringify(note) }
    const become = await table.keepSent(key, sent, { isExclusive: !isShared })
    if (become === 'lost') throw new KeyLost()
    if (become === 'taken') throw new SameTransaction()
    kept = sent
  }
  return finish(
    table,
    key,
    () => kept,
    () => untilOwn(ctx, (signal) => run({ signal, signed })),
  )
}

/** No name stands for the request, so no one can ask what became of it: once its caller was told that nothing was
 *  signed, nothing is. */
function runUnkeyed<T>(ctx: Context, run: (record: OnceRecord) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const scope = currentScope()
  let open: Signed | null = null
  if (scope !== undefined) scope.openEnd = () => (open === null ? null : sentAndOpen(open))
  const signed = async (sent: Signed): Promise<void> => {
    if (scope?.isOver) throw new RequestOver()
    open = sent
    const { signature, isShared = false } = sent
    if (isShared || (await ctx.store.idempotency.takeSignature(signature, ctx.clock.nowMs()))) return
    open = null
    throw new SameTransaction()
  }
  return untilOwn(ctx, (signal) => run({ signal, signed }))
}

/** Runs the work until its transaction is no other request's. */
function untilOwn<T>(ctx: Context, work: (signal: AbortSignal) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const givesUpAtMs = ctx.clock.monotonicMs() + IDEMPOTENCY.sameMs
  return withinDeadline(ctx, async (signal) => {
    for (;;) {
      try {
        return await work(signal)
      } catch (error) {
        if (!(error instanceof SameTransaction)) throw error
        if (ctx.clock.monotonicMs() >= givesUpAtMs) return sameTransaction()
        await ctx.clock.sleep(IDEMPOTENCY.sameEveryMs)
      }
    }
  })
}

/** Does the work and writes down what it came to. */
async function finish<T>(
  table: IdempotencyTable,
  key: IdempotencyKey,
  sent: SentTransaction | (() => SentTransaction | null),
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  let isKept = false
  try {
    const outcome = await work()
    const wasSent = (typeof sent === 'function' ? sent() : sent) !== null
    if (isFinal(outcome, wasSent)) {
      await table.finish(key, JSON.stringify(outcome))
      isKept = true
    }
    return outcome
  } catch (error) {
    // Another request may hold the key by now, and may have sent its transaction.
    if (error instanceof KeyLost) return stillRunning(table.sentOf(key))
    throw error
  } finally {
    if (!isKept) await table.release(key)
  }
}

/** Failures that say nothing about what became of what was sent. */
const OPEN_CODES: ReadonlySet<string> = new Set(['pending', 'cancelled', 'internal', 'too_busy', 'shutting_down'])

function isFinal(outcome: Outcome<unknown>, wasSent: boolean): boolean {
  if (outcome.ok) return true
  if (!wasSent || OPEN_CODES.has(outcome.code)) return false
  return outcome.code === 'not_landed' || !FAILURES[outcome.code].retryable
}

async function withinDeadline<T>(ctx: Context, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = startDeadline(ctx.clock, IDEMPOTENCY.workMs)
  try {
    return await work(deadline.signal)
  } finally {
    deadline.clear()
  }
}

function withNote({ note, ...sent }: SentTransaction): SentBefore {
  return { ...sent, note: JSON.parse(note) as unknown }
}

function sameTransaction(): Failure {
  return {
    ...fail('too_busy', 'too many equal requests at once; nothing was sent for this one'),
    details: { stage: 'sign', fee_lamports: 0, retry_safe: true },
  }
}

function mismatch(): Failure {
  return {
    ...fail('idempotency_mismatch', 'this Idempotency-Key was used with another request'),
    details: { stage: 'validate', fee_lamports: 0, retry_safe: true },
  }
}

function stillRunning(sent: SentTransaction | null): Failure {
  return {
    ...fail('pending', 'the request with this Idempotency-Key is still running; ask again with the same key'),
    details: {
      stage: sent === null ? 'build' : 'confirm',
      ...(sent === null ? {} : { signature: sent.signature }),
      fee_lamports: null,
      retry_safe: true,
    },
  }
}

/** The caller's own transaction can be offered again: it moves money once, however often it is sent. */
function sentAndOpen({ signature, isShared = false }: Signed): Failure {
  return {
    ...fail('pending', 'signed, outcome not known yet; ask bundle-status about its signature'),
    details: { stage: 'confirm', signature, fee_lamports: null, retry_safe: isShared },
  }
}
