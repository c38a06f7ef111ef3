import { setTimeout as sleep } from 'node:timers/promises'
import type { StreamEvent } from '../../../src/contract/stream.ts'
import { seqOf } from './check-told.ts'
import { openRawEventSource } from './event-source.ts'
import type { SubscriberState } from './subscriber-state.ts'
import { channelOf, subscribeMessage, topicOfFrame } from './topics.ts'
import { type Frame, openRawWebSocket } from './web-socket.ts'

/** Where the server is and who asks. */
export type Server = { readonly port: number; readonly key: string }

/** How long a phase lasts and, within it, when it stops reading and for how long; null for a phase that keeps up. */
export type Phase = { readonly ms: number; readonly rest: { readonly afterMs: number; readonly ms: number } | null }

/** What a server may answer while it starts, stops or has too much to do: try again. */
const PASSING = new Set([429, 502, 503])

/** Takes events over a WebSocket until the phase is over or the server has gone: a topic at a time goes on from its own
 *  cursor. */
export async function takeOverWebSocket(state: SubscriberState, { port, key }: Server, phase: Phase): Promise<void> {
  const numbers = new Map<string, number>()
  let isOver = false
  const closed = Promise.withResolvers<void>()

  function onFrame(frame: Frame): void {
    if (isOver) return
    const { type } = frame
    if (type === 'welcome' || type === 'pong') return
    if (type === 'unsubscribed') return
    if (type === 'error') {
      state.problem('webSocket', `error ${frame['code']}: ${frame['message']}`)
      return
    }
    const topic = topicOfFrame(frame as never)
    if (type === 'snapshot') {
      numbers.set(topic, frame['seq'])
      if (frame['data'].length > 0) state.problem('webSocket', 'a resumed topic got a snapshot with events')
      if (frame['truncated'] !== undefined || frame['skipped'] !== undefined)
        state.say({ is: 'truncated', via: 'webSocket', says: JSON.stringify({ ...frame, data: undefined }) })
      return
    }
    const number = numbers.get(topic)
    if (number === undefined || frame['seq'] !== number + 1)
      state.problem('webSocket', `${topic}: seq ${frame['seq']} after ${number}`)
    numbers.set(topic, frame['seq'])
    const event = frame['data'] as StreamEvent
    if (event.cursor !== frame['cursor']) state.problem('webSocket', `frame ${frame['cursor']} holds ${event.cursor}`)
    state.take(topic, 'webSocket', event)
  }

  const socket = await openRawWebSocket(port, key, { frame: onFrame, closed: () => closed.resolve() })
  if ('status' in socket) {
    if (!PASSING.has(socket.status)) state.problem('webSocket', `the upgrade was answered with ${socket.status}`)
    return
  }
  for (const topic of state.topics) socket.send(subscribeMessage(topic, state.cursorOf(topic)!))
  await Promise.race([closed.promise, stay(phase, socket)])
  isOver = true
  socket.close()
}

async function stay(phase: Phase, reader: { pause(): void; resume(): void }): Promise<void> {
  if (phase.rest === null) return sleep(phase.ms)
  await sleep(phase.rest.afterMs)
  reader.pause()
  await sleep(phase.rest.ms)
  reader.resume()
  await sleep(phase.ms)
}

/** Takes events of all topics as one event stream, from the oldest of their cursors. */
export async function takeOverEvents(
  state: SubscriberState,
  { port, key }: Server,
  phase: Phase & { readonly byHeader: boolean },
): Promise<void> {
  const cursor = state.oldestCursor()
  const channels = state.topics.map(channelOf).join()
  const path = `/api/v2/stream/events?channels=${channels}${phase.byHeader ? '' : `&cursor=${cursor}`}`
  const headers = { 'X-API-Key': key, ...(phase.byHeader ? { 'Last-Event-ID': cursor } : {}) }
  let last = cursor
  let isOver = false
  const closed = Promise.withResolvers<void>()
  const stream = await openRawEventSource(
    { port, path, headers },
    {
      closed: () => closed.resolve(),
      message({ event, id, data }) {
        if (isOver) return
        if (id !== null) {
          if (id < last || (id === last && event !== 'hello'))
            state.problem('events', `${event} has id ${id} after ${last}`)
          last = id
        }
        if (event === 'trade' || event === 'launch' || event === 'retracted') {
          const told = JSON.parse(data!) as StreamEvent
          if (told.cursor !== id) state.problem('events', `${event} ${told.cursor} has id ${id}`)
          state.takeShared('events', told)
        } else if (event === 'truncated') state.say({ is: 'truncated', via: 'events', says: data! })
        else if (id !== null) state.moveTo(id)
      },
    },
  )
  if ('status' in stream) {
    if (!PASSING.has(stream.status)) state.problem('events', `answered ${stream.status}: ${stream.body.slice(0, 200)}`)
    return
  }
  await Promise.race([closed.promise, stay(phase, stream)])
  isOver = true
  stream.close()
}

type ReplayReply = {
  readonly events: readonly StreamEvent[]
  readonly cursor: string
  readonly nextCursor: string | null
  readonly truncated: unknown
}

/** Reads page after page until the newest event. */
export async function takeOverReplay(state: SubscriberState, server: Server, pageRows: number): Promise<void> {
  const channels = state.topics.map(channelOf).join()
  for (let from: string | null = state.oldestCursor(); from !== null; ) {
    const path: string = `/api/v2/stream/replay?channels=${channels}&from=${from}&limit=${pageRows}`
    const reply: ReplayReply | null = await ask<ReplayReply>(state, server, { path })
    if (reply === null) return
    if (reply.truncated !== null) state.say({ is: 'truncated', via: 'replay', says: JSON.stringify(reply.truncated) })
    let last = seqOf(from)
    for (const event of reply.events) {
      if (seqOf(event.cursor) <= last) state.problem('replay', `${event.cursor} after ${last}`)
      last = seqOf(event.cursor)
      state.takeShared('replay', event)
    }
    if (last > seqOf(reply.cursor)) state.problem('replay', `an event behind the page's cursor ${reply.cursor}`)
    state.moveTo(reply.cursor)
    from = reply.nextCursor
  }
}

/** Lists the surviving trades of a topic up to its cursor, page after page. */
export async function lookAtRows(
  state: SubscriberState,
  server: Server,
  { topic, pages, limit }: { readonly topic: string; readonly pages: number; readonly limit: number },
): Promise<void> {
  const cursor = state.cursorOf(topic)!
  const rows: string[] = []
  let next: string | null = cursor
  for (let page = 0; page < pages && next !== null; page++) {
    const path: string = `/api/v2/tokens/${topic}/trades?limit=${limit}&cursor=${next}`
    const reply: RowsReply | null = await ask<RowsReply>(state, server, { path })
    if (reply === null) return
    rows.push(...reply.trades.map(({ hash, side, amount }) => `${hash} ${side} ${amount}`))
    next = reply.nextCursor
  }
  state.say({ is: 'rows', topic, cursor, rows, isWhole: next === null })
}
type RowsReply = {
  readonly trades: readonly { readonly hash: string; readonly side: string; readonly amount: number }[]
  readonly nextCursor: string | null
}

/** Null when the server cannot answer right now; anything else that is no success is a problem. */
export async function ask<T>(
  state: Pick<SubscriberState, 'problem'>,
  { port, key }: Server,
  request: {
    readonly path: string
    readonly method?: string
    readonly body?: unknown
    readonly passing?: readonly number[]
  },
): Promise<T | null> {
  const { path, method = 'GET', body, passing = [] } = request
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'X-API-Key': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ASK_MS),
  })
  const text = await reply.text()
  if (reply.ok) return JSON.parse(text) as T
  if (!PASSING.has(reply.status) && !passing.includes(reply.status))
    state.problem('rest', `${method} ${path}: ${reply.status} ${text.slice(0, 200)}`)
  return null
}
const ASK_MS = 10_000
