import { request as sendRequest } from 'node:http'
import { WebSocket as KeyedSocket } from 'undici'
import type { Target } from '../attack/target.ts'

export type Listeners = {
  /** Events heard by each transport. */
  readonly heard: { socket: number; events: number }
  /** Ids that the event stream told. It goes on behind the last one, so none between two may be missing. */
  readonly toldIds: ReadonlySet<string>
  readonly mints: readonly string[]
  /** What the protocol forbids, in sentences. */
  readonly missed: string[]
  close(): void
}
type Frame = {
  readonly type?: string
  readonly key?: string
  readonly channel?: string
  readonly seq?: number
  readonly data?: { readonly eventId?: string }
}

const MAX_MISSED = 20
const RECONNECT_MS = 500

/** A subscriber on the WebSocket and one on the event stream, who go on when the server dies. */
export function listen(target: Target, key: string, mints: readonly string[]): Listeners {
  const heard = { socket: 0, events: 0 }
  const missed: string[] = []
  const note = (what: string): void => {
    if (missed.length < MAX_MISSED) missed.push(what)
  }
  let isOpen = true
  let cut = (): void => {}

  const openSocket = (): void => {
    if (!isOpen) return
    const seqs = new Map<string, number>()
    const ids = new Set<string>()
    const socket = new KeyedSocket(`ws://127.0.0.1:${target.port}/api/v2/stream`, { headers: { 'X-API-Key': key } })
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ op: 'subscribe', id: 0, channel: 'launches' }))
      for (const [at, mint] of mints.entries())
        socket.send(JSON.stringify({ op: 'subscribe', id: at + 1, channel: 'token', mint }))
    })
    socket.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data)) as Frame
      const topic = `${frame.channel} ${frame.key}`
      if (frame.type === 'snapshot' && frame.seq !== undefined) seqs.set(topic, frame.seq)
      if (frame.type !== 'update') return
      heard.socket++
      const last = seqs.get(topic)
      if (last !== undefined && frame.seq !== last + 1) note(`WebSocket: ${topic} went from ${last} to ${frame.seq}`)
      seqs.set(topic, frame.seq!)
      const name = `${topic} ${frame.data?.eventId}`
      if (ids.has(name)) note(`WebSocket: ${name} was told twice`)
      ids.add(name)
    })
    socket.addEventListener('error', () => {})
    socket.addEventListener('close', () => {
      clearTimeout(timer)
      timer = setTimeout(openSocket, RECONNECT_MS)
    })
    cut = () => socket.close()
  }
  let timer: NodeJS.Timeout | undefined
  openSocket()

  let stop = (): void => {}
  let again: NodeJS.Timeout | undefined
  let lastId = ''
  const ids = new Set<string>()
  const openEvents = (): void => {
    if (!isOpen) return
    const channels = ['launches:solana', ...mints.map((mint) => `trades:solana:${mint}`)].join(',')
    const request = sendRequest({
      host: '127.0.0.1',
      port: target.port,
      path: `/api/v2/stream/events?channels=${encodeURIComponent(channels)}`,
      headers: { 'X-API-Key': key, ...(lastId === '' ? {} : { 'Last-Event-ID': lastId }) },
      agent: false,
    })
    const reopen = (): void => {
      clearTimeout(again)
      again = setTimeout(openEvents, RECONNECT_MS)
    }
    request.on('error', reopen)
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          take(text.slice(0, end))
          text = text.slice(end + 2)
        }
      })
      response.on('error', reopen)
      response.on('end', reopen)
    })
    request.end()
    stop = () => request.destroy()
  }
  const take = (block: string): void => {
    const event = /^event: (.*)$/m.exec(block)?.[1] ?? ''
    const id = /^id: (.*)$/m.exec(block)?.[1]
    if (id !== undefined) lastId = id
    if (event !== 'trade' && event !== 'launch' && event !== 'retracted') return
    heard.events++
    const { eventId } = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}') as { eventId?: string }
    if (eventId === undefined) {
      note(`event stream: ${event} without an id`)
      return
    }
    if (ids.has(eventId)) note(`event stream: ${eventId} was told twice`)
    ids.add(eventId)
  }
  openEvents()
  return {
    heard,
    toldIds: ids,
    mints,
    missed,
    close() {
      isOpen = false
      clearTimeout(timer)
      clearTimeout(again)
      cut()
      stop()
    },
  }
}
