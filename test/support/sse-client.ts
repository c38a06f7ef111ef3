import { connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { requestText } from './http-test-server.ts'
import { until as waitUntil } from './until.ts'

export type SseEvent = {
  readonly event: string
  readonly id: string | null
  // biome-ignore lint/suspicious/noExplicitAny: tests look at events by hand
  readonly data: any
}

export type SseReader = {
  readonly socket: Socket
  readonly events: readonly SseEvent[]
  /** Status of the answer; 0 before it. */
  status(): number
  /** As a browser would send it when it reconnects. */
  lastEventId(): string
  comments(): number
  /** The head and the beginning of the body. */
  raw(): string
  isClosed(): boolean
  named(event: string): readonly SseEvent[]
  /** Resolves when that many events of the name are there. */
  until(event: string, count?: number): Promise<readonly SseEvent[]>
  closed(): Promise<void>
}

/** Opens an event stream with a socket of its own and parses it as the standard says. */
export function openSse(t: TestContext, port: number, path: string, headers: Record<string, string> = {}): SseReader {
  const socket = connect(port, '127.0.0.1')
  t.after(() => socket.destroy())
  socket.on('error', () => {})
  const events: SseEvent[] = []
  let head = ''
  let body = ''
  let waiting = Buffer.alloc(0)
  let frame = ''
  let lastId = ''
  let comments = 0
  let isClosed = false
  socket.on('close', () => {
    isClosed = true
  })
  socket.on('data', (piece) => {
    waiting = Buffer.concat([waiting, piece])
    if (head === '') {
      const end = waiting.indexOf('\r\n\r\n')
      if (end < 0) return
      head = waiting.toString('latin1', 0, end + 4)
      waiting = waiting.subarray(end + 4)
    }
    if (/\r\nTransfer-Encoding: chunked/i.test(head)) takeChunks()
  })
  const takeChunks = (): void => {
    for (;;) {
      // What ends a chunk comes with the next one.
      const start = waiting.indexOf('\r\n') === 0 ? 2 : 0
      const lineEnd = waiting.indexOf('\r\n', start)
      if (lineEnd < 0) return
      const bytes = Number.parseInt(waiting.toString('latin1', start, lineEnd), 16)
      if (Number.isNaN(bytes)) throw new Error(`no chunk: ${waiting.toString('latin1', 0, 200)}`)
      if (waiting.length < lineEnd + 2 + bytes) return
      takeText(waiting.toString('utf8', lineEnd + 2, lineEnd + 2 + bytes))
      waiting = waiting.subarray(lineEnd + 2 + bytes)
    }
  }
  const takeText = (text: string): void => {
    if (body.length < 4_096) body += text
    frame += text
    let from = 0
    for (let end = frame.indexOf('\n\n'); end >= 0; end = frame.indexOf('\n\n', from)) {
      take(frame.slice(from, end).split('\n'))
      from = end + 2
    }
    frame = frame.slice(from)
  }
  const take = (lines: readonly string[]): void => {
    let event = 'message'
    let id: string | null = null
    let data: string | null = null
    for (const line of lines) {
      if (line.startsWith(':')) comments++
      else if (line.startsWith('event: ')) event = line.slice(7)
      else if (line.startsWith('id: ')) id = line.slice(4)
      else if (line.startsWith('data: ')) data = line.slice(6)
    }
    if (id !== null) lastId = id
    if (data !== null) events.push({ event, id, data: JSON.parse(data) })
  }
  const named = (event: string): SseEvent[] => events.filter((one) => one.event === event)
  const wait = (isSo: () => boolean, what: string): Promise<void> =>
    waitUntil(isSo, () => `${what}; got ${(head + body).slice(0, 2_000)}`)
  socket.write(requestText({ path, headers: { Connection: '', ...headers } }))
  return {
    socket,
    events,
    status: () => Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0),
    lastEventId: () => lastId,
    comments: () => comments,
    raw: () => head + body,
    isClosed: () => isClosed,
    named,
    async until(event, count = 1) {
      await wait(() => named(event).length >= count, `${count} of ${event}`)
      return named(event)
    },
    closed: () => wait(() => isClosed, 'the stream ends'),
  }
}
