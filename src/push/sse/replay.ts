import { EVENT_STREAM, REPLAY_PLANS, REPLAYS } from '../../config/event-stream.ts'
import type { Context } from '../../context.ts'
import type { Caller, Tier } from '../../contract/api-key.ts'
import { counted } from '../../contract/counted.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { Truncation } from '../../contract/stream.ts'
import type { Streamed, StreamSink } from '../../contract/streamed.ts'
import type { TapeEvent } from '../../contract/tape-event.ts'
import { currentParty } from '../../runtime/request-scope.ts'
import { isFree } from '../../services/account/check-plan.ts'
import { parseChannels, publishedOn } from '../../services/stream/channels.ts'
import { placeAtTime } from '../../services/stream/place-at-time.ts'
import type { TapeReader } from '../../store/tape/types.ts'
import type { EventHub } from './hub.ts'
import type { ReplayWork } from './replay-queue.ts'

export type ReplayInput = {
  readonly channels: string
  readonly from: string
  readonly to: string
  readonly limit: number
  readonly minUsd: number
  readonly accept: string
}

export const NDJSON_TYPE = 'application/x-ndjson'

/** Tells stored events again, in bounded pieces at the reader's pace. Fails `invalid_request`, `unsupported_on_chain`,
 *  and `too_busy` when the key has as many open as its plan allows. */
export async function openReplay(ctx: Context, caller: Caller, input: ReplayInput): Promise<Outcome<Streamed>> {
  const channels = parseChannels(ctx, caller, input.channels)
  if (!channels.ok) return channels
  const { accepted, refused } = channels.value
  if (refused[0] !== undefined) return fail('unsupported_on_chain', refused[0].reason)
  const candles = accepted.find(({ kind }) => kind === 'candles')
  if (candles !== undefined)
    return fail('invalid_request', `candles are made from trades and have no events to replay: ${candles.name}`)
  const tier = tierOf(caller)
  const plan = REPLAY_PLANS[tier]
  const open = ctx.parts.openReplays
  const party = currentParty()
  if (open.countOf(party) >= plan.openAtOnce)
    return fail('too_busy', `plan ${tier} allows ${counted(plan.openAtOnce, 'replay')} at once`, REPLAYS.retryAfterSec)
  const { tape } = ctx.store
  tape.refresh()
  const from = placeOf(tape, input.from, tape.window().tail.seq)
  if (from === null) return fail('invalid_request', 'invalid from')
  const headSeq = tape.window().head.seq
  const to = placeOf(tape, input.to, headSeq)
  if (to === null || (to.isGone && !EPOCH_MS.test(input.to))) return fail('invalid_request', 'invalid to')
  const range: Range = {
    afterSeq: from.seq,
    toSeq: Math.min(to.seq, headSeq),
    limit: input.limit,
    scanEvents: plan.scanEvents,
    matches: publishedOn(accepted, input.minUsd),
    truncated: from.isGone ? truncationOf(tape, input.from, from.seq) : null,
  }
  const isLines = input.accept.includes(NDJSON_TYPE)
  const hub = ctx.parts.eventHub
  return ok({
    contentType: isLines ? NDJSON_TYPE : 'application/json; charset=utf-8',
    start(sink) {
      // Others may have come in since they were counted: who is one too many then has an answer without a look.
      const isLate = open.countOf(party) >= plan.openAtOnce
      const own = { party, isFree: isFree(caller), leave: open.add(party) }
      replay(hub, isLate ? { ...range, scanEvents: 0 } : range, isLines ? asLines(range) : asJson(range), own, sink)
    },
  })
}

function tierOf(caller: Caller): Tier {
  return caller.kind === 'key' || caller.kind === 'ticket' ? caller.key.tier : 'preview'
}

/** Whose a replay is; `leave` gives its place to the next. */
type Own = Pick<ReplayWork, 'party' | 'isFree'> & { leave(): void }

type Range = {
  readonly afterSeq: number
  readonly toSeq: number
  readonly limit: number
  /** Ends with a `nextCursor` when it has looked at so many. */
  readonly scanEvents: number
  readonly matches: (event: TapeEvent) => boolean
  readonly truncated: Truncation | null
}

const EPOCH_MS = /^\d{1,16}$/

/** A cursor, or a time in epoch ms, as the position before what it names. */
function placeOf(tape: TapeReader, text: string, otherwise: number): { seq: number; isGone: boolean } | null {
  if (text === '') return { seq: otherwise, isGone: false }
  if (EPOCH_MS.test(text)) return placeAtTime(tape, Math.ceil(Number(text) / 1_000))
  const check = tape.checkCursor(text)
  if (check.status === 'malformed') return null
  return check.status === 'gone' ? { seq: check.resumeAt, isGone: true } : { seq: check.seq, isGone: false }
}

function truncationOf(tape: TapeReader, asked: string, resumeSeq: number): Truncation {
  const isSameTape = asked.startsWith(`${tape.epoch}-`)
  const lost = isSameTape ? Math.max(0, resumeSeq - Number.parseInt(asked.slice(tape.epoch.length + 1), 36)) : null
  return { from: asked, to: tape.formatCursor(resumeSeq), lost }
}

/** How a form of the answer is written. */
type Form = {
  readonly head: string
  event(json: string, isFirst: boolean): string
  tail(end: { readonly cursor: string; readonly nextCursor: string | null }): string
}

function asJson({ truncated }: Range): Form {
  return {
    head: '{"success":true,"events":[',
    event: (json, isFirst) => (isFirst ? json : `,${json}`),
    tail: ({ cursor, nextCursor }) => `],${JSON.stringify({ cursor, nextCursor, truncated }).slice(1)}`,
  }
}

function asLines({ truncated }: Range): Form {
  return {
    head: truncated === null ? '' : `${JSON.stringify({ type: 'truncated', ...truncated })}\n`,
    event: (json) => `${json}\n`,
    tail: (end) => `${JSON.stringify({ type: 'end', ...end })}\n`,
  }
}

function replay(hub: EventHub, range: Range, form: Form, own: Own, sink: StreamSink): void {
  const { catchUp, frames, ctx } = hub
  const { tape } = ctx.store
  const { epoch } = tape
  let position = range.afterSeq
  let sent = 0
  let pending = form.head
  let isLagging = false
  let stalling: NodeJS.Timeout | undefined

  function finish(): void {
    const isEnd = position >= range.toSeq
    const cursor = tape.formatCursor(position)
    sink.write(pending + form.tail({ cursor, nextCursor: isEnd ? null : cursor }))
    sink.end()
  }

  const work: ReplayWork = {
    party: own.party,
    isFree: own.isFree,
    step(): boolean {
      if (isLagging || !sink.isOpen) return false
      const { eventsPerStep, probeBytes } = EVENT_STREAM
      const left = Math.min(eventsPerStep, range.toSeq - position)
      const isOver = left <= 0 || tape.epoch !== epoch || position - range.afterSeq >= range.scanEvents
      const { events, position: next } = isOver ? { events: [], position } : catchUp.slice(position, left)
      for (const event of events) {
        if (sent >= range.limit || event.seq > range.toSeq) break
        position = event.seq
        if (range.matches(event)) pending += form.event(frames.of(event).json, sent++ === 0)
      }
      if (isOver || (next === position && events.length === 0) || sent >= range.limit) {
        finish()
        return false
      }
      // A smaller piece would not show whether the reader is slow.
      if (pending.length < probeBytes) return true
      isLagging = !sink.write(pending)
      pending = ''
      if (isLagging) stalling = setTimeout(() => sink.end(), EVENT_STREAM.stalledMs).unref()
      return !isLagging
    },
  }
  sink.onClosed(() => {
    clearTimeout(stalling)
    own.leave()
  })
  sink.onDrain(() => {
    clearTimeout(stalling)
    isLagging = false
    hub.wakeReplay(work)
  })
  sink.onStopping(finish)
  hub.wakeReplay(work)
}
