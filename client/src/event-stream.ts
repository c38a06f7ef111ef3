import { MintglassError } from './errors.ts'
import { parseJson } from './json.ts'
import { backoffMs, pause, type Transport } from './transport.ts'
import type { StreamCandle, StreamEvent, StreamLost, Truncation } from './types.ts'

export type EventStreamOptions = {
  /** `trades:solana:<mint>`, `candles:solana:<pool>:1m`, `launches:solana`; at most 20. */
  readonly channels: readonly string[]
  /** Begin after this cursor; without one, at the newest event. */
  readonly cursor?: string
  /** Leaves smaller trades out. */
  readonly minUsd?: number
  /** The newest rows of each channel first; only without a cursor. True unless given. */
  readonly snapshot?: boolean
  readonly signal?: AbortSignal
}

export type EventStreamMessage =
  | {
      readonly type: 'snapshot'
      readonly channel: string
      readonly cursor: string
      readonly data: readonly (StreamEvent | StreamCandle)[]
    }
  /** An event of the tape: each comes exactly once, in the tape's order. Store the cursor with what you make of it. */
  | { readonly type: 'event'; readonly cursor: string; readonly data: StreamEvent }
  /** A bar as it is now: a state, which comes again. */
  | { readonly type: 'candle'; readonly data: StreamCandle }
  /** Events that no one can send any more: the only kind of gap there is. */
  | { readonly type: 'truncated'; readonly data: Truncation | StreamLost }
  | { readonly type: 'lag'; readonly data: { readonly behindMs: number | null; readonly behindEvents: number } }
  /** The stream is open, again after each break. */
  | {
      readonly type: 'open'
      readonly cursor: string
      readonly refused: readonly { readonly channel: string; readonly reason: string }[]
    }

type Frame = { readonly name: string; readonly id: string; readonly data: string }

/** The server writes a comment every 15 s; three missed ones are a dead connection. */
const SILENCE_MS = 50_000

/** Server-sent events over fetch. After a break it resumes after the last cursor, for as long as it is read; what the
 *  server refuses for good (a wrong key, a wrong channel) is thrown. */
export async function* readEventStream(
  transport: Transport,
  { channels, cursor = '', minUsd, snapshot = true, signal }: EventStreamOptions,
): AsyncGenerator<EventStreamMessage, void, undefined> {
  const place = { cursor }
  for (let failed = 0; ; ) {
    const stop = new AbortController()
    const ended = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal])
    try {
      const query = new URLSearchParams({ channels: channels.join() })
      if (place.cursor !== '') query.set('cursor', place.cursor)
      if (!snapshot) query.set('snapshot', 'false')
      if (minUsd !== undefined) query.set('minUsd', String(minUsd))
      const reply = await transport.open(`/api/v2/stream/events?${query}`, ended)
      for await (const frame of framesOf(reply.body!, stop)) {
        failed = 0
        if (frame.name === 'bye') break
        yield* messagesOf(frame, place)
      }
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof MintglassError && !mayComeBack(error)) throw error
    } finally {
      stop.abort()
    }
    try {
      await pause(backoffMs(++failed), signal)
    } catch {
      return
    }
  }
}

export const mayComeBack = ({ status, code }: MintglassError): boolean =>
  code !== 'odd_reply' && (status === 0 || status === 429 || status === 409 || status >= 500)

/** What a frame says to the reader. Moves the place, and leaves out what lies before it. */
function* messagesOf({ name, id, data }: Frame, place: { cursor: string }): Generator<EventStreamMessage> {
  const isOld = id !== '' && isNotAfter(id, place.cursor)
  if (id !== '' && !isOld) place.cursor = id
  if (data === '') return
  const value = parseJson(data) as never
  if (name === 'hello') {
    const { cursor, refused } = value as { cursor: string; refused: { channel: string; reason: string }[] }
    if (place.cursor === '') place.cursor = cursor
    yield { type: 'open', cursor: place.cursor, refused }
  } else if (name === 'snapshot')
    yield { type: 'snapshot', ...(value as { channel: string; cursor: string; data: StreamEvent[] }) }
  else if (name === 'candle') yield { type: 'candle', data: value }
  else if (name === 'lag') yield { type: 'lag', data: value }
  else if (name === 'truncated') {
    const { to } = value as { to: unknown }
    if (typeof to === 'string') place.cursor = to
    if (!isOld) yield { type: 'truncated', data: value }
  } else if (!isOld) yield { type: 'event', cursor: id, data: value }
}

/** Cursors are `<tape>-<number>` and sort as texts within one tape. */
export function isNotAfter(cursor: string, last: string): boolean {
  const tape = cursor.indexOf('-')
  return last !== '' && cursor.slice(0, tape) === last.slice(0, tape) && cursor <= last
}

async function* framesOf(body: ReadableStream<Uint8Array>, stop: AbortController): AsyncGenerator<Frame> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const timer = setTimeout(() => stop.abort(), SILENCE_MS)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      text += decoder.decode(value, { stream: true })
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        yield frameOf(text.slice(0, end))
        text = text.slice(end + 2)
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function frameOf(block: string): Frame {
  const frame = { name: 'message', id: '', data: '' }
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(event|id|data): ?(.*)$/.exec(line) ?? []
    if (field === 'event') frame.name = value
    else if (field === 'id') frame.id = value
    else if (field === 'data') frame.data += value
  }
  return frame
}
