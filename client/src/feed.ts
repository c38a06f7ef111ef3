import { MintglassError } from './errors.ts'
import { isNotAfter, mayComeBack } from './event-stream.ts'
import { parseJson } from './json.ts'
import { backoffMs, pause, type Transport } from './transport.ts'
import type { StreamEvent, Truncation } from './types.ts'

export type FeedTopic =
  | { readonly channel: 'launches'; readonly dex?: string; readonly cursor?: string }
  | { readonly channel: 'token'; readonly mint: string; readonly cursor?: string }
export type FeedOptions = { readonly topics: readonly FeedTopic[]; readonly signal?: AbortSignal }

type Placed = { readonly channel: string; readonly key: string; readonly cursor: string }
export type FeedMessage =
  | (Placed & { readonly type: 'snapshot'; readonly data: readonly StreamEvent[] })
  /** An event of a topic: each comes exactly once and in order. */
  | (Placed & { readonly type: 'event'; readonly data: StreamEvent })
  /** Events that no one can send any more. */
  | (Placed & {
      readonly type: 'truncated'
      readonly data: { readonly skipped?: Skipped; readonly truncated?: Truncation }
    })
  | { readonly type: 'refused'; readonly code: string; readonly message: string }
type Skipped = { readonly fromSeq: number | null; readonly toSeq: number }

type Frame = {
  readonly type: string
  readonly channel: string
  readonly key: string
  readonly cursor: string
  readonly data: StreamEvent & readonly StreamEvent[]
  readonly skipped?: Skipped
  readonly truncated?: Truncation
  readonly code: string
  readonly message: string
}

const PING_MS = 20_000
/** Without any frame for so long, pongs included, the connection is dead. */
const SILENCE_MS = 50_000

/** The WebSocket feed, opened with a ticket as in a browser. After a break each topic resumes behind its own cursor. */
export async function* readFeed(
  transport: Transport,
  ticket: () => Promise<string>,
  { topics, signal }: FeedOptions,
): AsyncGenerator<FeedMessage, void, undefined> {
  const cursors = new Map<string, string>()
  for (const topic of topics) if (topic.cursor !== undefined) cursors.set(keyOf(topic), topic.cursor)
  for (let failed = 0; ; ) {
    try {
      const address = `${transport.baseUrl.replace(/^http/, 'ws')}/api/v2/stream?ticket=${await ticket()}`
      const Socket = transport.options.WebSocket ?? globalThis.WebSocket
      if (Socket === undefined) throw new TypeError('no WebSocket here: pass one (`ws` on Node 20)')
      for await (const frame of framesOf(new Socket(address), topics, { cursors, signal })) {
        failed = 0
        yield* messagesOf(frame, cursors)
      }
    } catch (error) {
      if (signal?.aborted) return
      const isPassing = error instanceof ClosedError || (error instanceof MintglassError && mayComeBack(error))
      if (!isPassing) throw error
    }
    try {
      await pause(backoffMs(++failed), signal)
    } catch {
      return
    }
  }
}

class ClosedError extends Error {}

const keyOf = (topic: FeedTopic): string =>
  topic.channel === 'token' ? `token:${topic.mint}` : `launches:${topic.dex ?? 'all'}`

function* messagesOf(frame: Frame, cursors: Map<string, string>): Generator<FeedMessage> {
  const { type, channel, key, cursor, data } = frame
  if (type === 'error') {
    yield { type: 'refused', code: frame.code, message: frame.message }
    return
  }
  if (type !== 'snapshot' && type !== 'update') return
  const topic = `${channel}:${key}`
  const last = cursors.get(topic) ?? ''
  const placed = { channel, key, cursor }
  if (type === 'update') {
    if (isNotAfter(cursor, last)) return
    cursors.set(topic, cursor)
    yield { type: 'event', ...placed, data }
    return
  }
  cursors.set(topic, cursor)
  const { skipped, truncated } = frame
  if (skipped !== undefined || truncated !== undefined)
    yield { type: 'truncated', ...placed, data: { ...(skipped && { skipped }), ...(truncated && { truncated }) } }
  if (last === '') yield { type: 'snapshot', ...placed, data }
}

/** Frames in order; ends by throwing when the connection does. */
async function* framesOf(
  socket: WebSocket,
  topics: readonly FeedTopic[],
  { cursors, signal }: { readonly cursors: ReadonlyMap<string, string>; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<Frame> {
  const waiting: Frame[] = []
  let isOver = false
  let wake = () => {}
  let lastMs = Date.now()
  const end = () => {
    isOver = true
    wake()
  }
  const say = (message: object) => socket.readyState === 1 && socket.send(JSON.stringify(message))
  const timer = setInterval(() => {
    if (Date.now() - lastMs > SILENCE_MS) end()
    else say({ op: 'ping' })
  }, PING_MS)
  socket.addEventListener('open', () => {
    for (const topic of topics) {
      const cursor = cursors.get(keyOf(topic))
      say({ op: 'subscribe', ...topic, ...(cursor === undefined ? {} : { cursor }) })
    }
  })
  socket.addEventListener('message', ({ data }) => {
    lastMs = Date.now()
    waiting.push(parseJson(String(data)) as Frame)
    wake()
  })
  socket.addEventListener('close', end)
  socket.addEventListener('error', end)
  signal?.addEventListener('abort', end)
  try {
    for (;;) {
      for (let frame = waiting.shift(); frame !== undefined; frame = waiting.shift()) yield frame
      if (isOver) throw new ClosedError('the connection ended')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  } finally {
    clearInterval(timer)
    signal?.removeEventListener('abort', end)
    socket.close()
  }
}
