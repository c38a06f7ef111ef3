import { signal } from '@preact/signals'
import { ApiError, call } from './client.ts'
import { keys } from './keys.ts'

/** One event as the WebSocket sends it. `cursor` is its place on the tape. */
export type StreamEvent = Readonly<Record<string, unknown>> & {
  readonly type: string
  readonly cursor: string
  readonly eventId?: string
}
export type Topic =
  | { readonly channel: 'token'; readonly mint: string }
  | { readonly channel: 'launches'; readonly dex?: string }
type Frame = Readonly<Record<string, unknown>> & { readonly type: string }
type Follower = {
  readonly onEvents: (events: readonly StreamEvent[], isFirst: boolean) => void
  readonly onGap?: (gap: unknown) => void
  /** The server has another tape now, of another chain: earlier events are not on it. */
  readonly onOtherTape?: () => void
}
type Followed = { readonly topic: Topic; cursor: string | null; readonly followers: Set<Follower> }

/** What the connection is doing, for the mark in the head of the page. `refused`: the server answers and lets this key
 *  have none, as {@link streamTrouble} says; it is asked again now and then. */
export const streamState = signal<'off' | 'connecting' | 'live' | 'away' | 'refused'>('off')
export const streamTrouble = signal<string | null>(null)
/** Times that the connection came back, and when the last event arrived (epoch ms). */
export const streamResumes = signal(0)
export const lastEventAt = signal<number | null>(null)

const topics = new Map<string, Followed>()
let socket: WebSocket | null = null
let retryMs = 500
let retryTimer: ReturnType<typeof setTimeout> | undefined
/** Connections in a row that the server gave a ticket for and did not open: it tells a browser no reason. */
let unopened = 0
const MOST_UNOPENED = 3
const REFUSED_AGAIN_MS = 60_000
const UNOPENED_TROUBLE = 'the server opens no stream: the plan of the key may have none, or none is free'

function nameOf(topic: Topic): string {
  return topic.channel === 'token' ? `token ${topic.mint}` : `launches ${topic.dex ?? ''}`
}

/** Delivers the events of a topic, each once and in order, over all interruptions: after a break the server goes on from
 *  the last cursor. Returns what ends it. */
export function follow(topic: Topic, follower: Follower): () => void {
  const name = nameOf(topic)
  let followed = topics.get(name)
  if (followed === undefined) {
    followed = { topic, cursor: null, followers: new Set() }
    topics.set(name, followed)
    subscribe(followed)
  }
  const mine = followed
  mine.followers.add(follower)
  connect()
  return () => {
    mine.followers.delete(follower)
    if (mine.followers.size > 0 || topics.get(name) !== mine) return
    topics.delete(name)
    tell({ op: 'unsubscribe', ...topic })
    if (topics.size === 0) {
      socket?.close(1000)
      socket = null
      streamState.value = 'off'
    }
  }
}

function tell(message: object): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
}

function subscribe({ topic, cursor }: Followed): void {
  tell({ op: 'subscribe', ...topic, ...(cursor === null ? {} : { cursor }) })
}

function connect(): void {
  if (socket !== null || keys.value.data === '') return
  clearTimeout(retryTimer)
  if (streamState.value !== 'refused') streamState.value = streamState.value === 'off' ? 'connecting' : 'away'
  // A place holder until the ticket is there, so that no second connection begins.
  const opening = {} as WebSocket
  socket = opening
  call<{ ticket: string }>('/api/v2/stream/ticket', { method: 'POST', body: { purpose: 'websocket' } }).then(
    ({ ticket }) => {
      if (socket === opening) open(ticket)
    },
    (error: unknown) => {
      if (socket !== opening) return
      const isRefusal = error instanceof ApiError && (error.status === 401 || error.status === 403)
      later(isRefusal ? error.message : null)
    },
  )
}

/** Another key may have what this one has not. */
keys.subscribe(() => {
  unopened = 0
  if (topics.size > 0) connect()
})

function open(ticket: string): void {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const opened = new WebSocket(`${scheme}://${location.host}/api/v2/stream?ticket=${encodeURIComponent(ticket)}`)
  socket = opened
  opened.onopen = () => {
    if (streamState.value === 'away') streamResumes.value += 1
    streamState.value = 'live'
    streamTrouble.value = null
    unopened = 0
    retryMs = 500
    for (const followed of topics.values()) subscribe(followed)
  }
  opened.onmessage = ({ data }) => take(JSON.parse(String(data)) as Frame)
  opened.onclose = () => {
    if (socket !== opened) return
    // `onopen` takes it back.
    unopened += 1
    later(unopened > MOST_UNOPENED ? UNOPENED_TROUBLE : null)
  }
}

/** `trouble`: why the server refuses; null where it may be back any moment. */
function later(trouble: string | null): void {
  socket = null
  if (topics.size === 0) return
  streamState.value = trouble === null ? 'away' : 'refused'
  streamTrouble.value = trouble
  clearTimeout(retryTimer)
  retryTimer = setTimeout(connect, trouble === null ? retryMs * (0.75 + Math.random() / 2) : REFUSED_AGAIN_MS)
  retryMs = Math.min(retryMs * 2, 10_000)
}

function take(frame: Frame): void {
  if (frame.type !== 'snapshot' && frame.type !== 'update') return
  const followed = find(frame)
  if (followed === undefined) return
  const isOther = followed.cursor !== null && epochOf(followed.cursor) !== epochOf(frame['cursor'])
  const isFirst = frame.type === 'snapshot' && (followed.cursor === null || isOther)
  const events = (frame.type === 'snapshot' ? frame['data'] : [frame['data']]) as readonly StreamEvent[]
  if (typeof frame['cursor'] === 'string') followed.cursor = frame['cursor']
  if (events.length > 0) lastEventAt.value = Date.now()
  for (const { onEvents, onGap, onOtherTape } of followed.followers) {
    if (isOther) onOtherTape?.()
    if (frame['skipped'] !== undefined && frame['skipped'] !== null) onGap?.(frame['skipped'])
    if (frame['truncated'] !== undefined && frame['truncated'] !== null) onGap?.(frame['truncated'])
    if (events.length > 0 || isFirst) onEvents(events, isFirst)
  }
}

/** A sandbox that was started again has another world and another tape: its cursors begin otherwise. */
function epochOf(cursor: unknown): string {
  return String(cursor).split('-')[0]!
}

function find(frame: Frame): Followed | undefined {
  const channel = frame['channel']
  for (const followed of topics.values()) {
    if (followed.topic.channel !== channel) continue
    if (followed.topic.channel === 'token' && followed.topic.mint === frame['key']) return followed
    if (followed.topic.channel === 'launches' && frame['key'] === (followed.topic.dex ?? 'all')) return followed
  }
  return undefined
}
