import { EVENT_STREAM } from '../../config/event-stream.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { Truncation } from '../../contract/stream.ts'
import type { Streamed, StreamSink } from '../../contract/streamed.ts'
import type { TapeEvent } from '../../contract/tape-event.ts'
import { parseChannels, toldOn } from '../../services/stream/channels.ts'
import { placeAtTime } from '../../services/stream/place-at-time.ts'
import type { TapeReader } from '../../store/tape/types.ts'
import { createEventHub, type EventHub } from './hub.ts'

export type ReplayInput = {
  readonly channels: string
  readonly from: string
  readonly to: string
  readonly limit: number
  readonly minUsd: number
  readonly accept: string
}

export const NDJSON_TYPE = 'application/x-ndjson'

/** Tells stored events again, in bounded pieces at the reader's pace. Fails `invalid_request` and
 *  `unsupported_on_chain`. */
export async function openReplay(ctx: Context, input: ReplayInput): Promise<Outcome<Streamed>> {
  const channels = parseChannels(ctx, input.channels)
  if (!channels.ok) return channels
  const { accepted, refused } = channels.value
  if (refused[0] !== undefined) return fail('unsupported_on_chain', refused[0].reason)
  const candles = accepted.find(({ kind }) => kind === 'candles')
  if (candles !== undefined)
    return fail('invalid_request', `candles are made from trades and have no events to replay: ${candles.name}`)
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
    matches: toldOn(accepted, input.minUsd),
    truncated: from.isGone ? truncationOf(tape, input.from, from.seq) : null,
  }
  const isLines = input.accept.includes(NDJSON_TYPE)
  const hub = ctx.only(createEventHub)
  return ok({
    contentType: isLines ? NDJSON_TYPE : 'application/json; charset=utf-8',
    start: (sink) => replay(hub, range, isLines ? asLines(range) : asJson(range), sink),
  })
}

type Range = {
  readonly afterSeq: number
  readonly toSeq: number
  readonly limit: number
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

function replay(hub: EventHub, range: Range, form: Form, sink: StreamSink): void {
  const { catchUp, frames, ctx } = hub
  const { tape } = ctx.store
  const { epoch } = tape
  let position = range.afterSeq
  let told = 0
  let pending = form.head
  let isBehind = false
  let stalling: NodeJS.Timeout | undefined

  function finish(): void {
    const isEnd = position >= range.toSeq
    const cursor = tape.formatCursor(position)
    sink.write(pending + form.tail({ cursor, nextCursor: isEnd ? null : cursor }))
    sink.end()
  }

  const work = {
    step(): boolean {
      if (isBehind || !sink.isOpen) return false
      const { eventsPerStep, replayScan, probeBytes } = EVENT_STREAM
      const left = Math.min(eventsPerStep, range.toSeq - position)
      const isOver = left <= 0 || tape.epoch !== epoch || position - range.afterSeq >= replayScan
      const { events, position: next } = isOver ? { events: [], position } : catchUp.slice(position, left)
      for (const event of events) {
        if (told >= range.limit || event.seq > range.toSeq) break
        position = event.seq
        if (range.matches(event)) pending += form.event(frames.of(event).json, told++ === 0)
      }
      if (isOver || (next === position && events.length === 0) || told >= range.limit) {
        finish()
        return false
      }
      // A smaller piece would not tell whether the reader is behind.
      if (pending.length < probeBytes) return true
      isBehind = !sink.write(pending)
      pending = ''
      if (isBehind) stalling = setTimeout(() => sink.end(), EVENT_STREAM.stalledMs).unref()
      return !isBehind
    },
  }
  sink.onClosed(() => clearTimeout(stalling))
  sink.onDrain(() => {
    clearTimeout(stalling)
    isBehind = false
    hub.wake(work)
  })
  sink.onStopping(finish)
  hub.wake(work)
}
