import { connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { requestText } from './http-test-server.ts'

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
  let raw = ''
  let parsedTo = -1
  let lastId = ''
  let comments = 0
  let isClosed = false
  socket.on('close', () => {
    isClosed = true
  })
  socket.on('data', (piece) => {
    raw += piece.toString('utf8')
    if (parsedTo < 0) {
      const headEnd = raw.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      parsedTo = 0
    }
    parse()
  })
  /** Chunk lengths stand on lines of their own; no line of a stream looks like them. */
  const body = (): string => raw.slice(raw.indexOf('\r\n\r\n') + 4).replace(/(^|\r\n)[0-9a-fA-F]+\r\n/g, '')
  const parse = (): void => {
    const text = body()
    for (let end = text.indexOf('\n\n', parsedTo); end >= 0; end = text.indexOf('\n\n', parsedTo)) {
      take(text.slice(parsedTo, end).replaceAll('\r\n', '').split('\n'))
      parsedTo = end + 2
    }
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
  const wait = async (isSo: () => boolean, what: string): Promise<void> => {
    for (let i = 0; i < 1_500; i++) {
      if (isSo()) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`never happened: ${what}; got ${raw.slice(0, 2_000)}`)
  }
  socket.write(requestText({ path, headers: { Connection: '', ...headers } }))
  return {
    socket,
    events,
    status: () => Number(/^HTTP\/1\.1 (\d+)/.exec(raw)?.[1] ?? 0),
    lastEventId: () => lastId,
    comments: () => comments,
    raw: () => raw,
    isClosed: () => isClosed,
    named,
    async until(event, count = 1) {
      await wait(() => named(event).length >= count, `${count} of ${event}`)
      return named(event)
    },
    closed: () => wait(() => isClosed, 'the stream ends'),
  }
}
