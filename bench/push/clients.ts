import { connect, type Socket } from 'node:net'
import { answerQuestions } from '../control.ts'
import { BENCH_KEY, mintOf } from './events.ts'

/** Many WebSocket clients in one process: they count frames, check that numbers run on, and note how late they came. */
export type ClientQuestion =
  | { readonly do: 'open'; readonly port: number; readonly count: number; readonly topics: number }
  | { readonly do: 'subscribe' }
  | { readonly do: 'await'; readonly updates: number }
  /** The first `count` take so many bytes a second; 0 takes all limits off. */
  | { readonly do: 'throttle'; readonly count: number; readonly bytesPerSec: number }
  /** Of those that are not throttled, in milliseconds, sorted; and what went wrong. Begins again. */
  | { readonly do: 'report' }

type Client = {
  readonly socket: Socket
  rest: Buffer
  isOpen: boolean
  seq: number
  updates: number
  taken: number
  isThrottled: boolean
  /** What the server's close frame said. */
  goodbye: string
}

const OPENING_AT_ONCE = 200
const EVERY_MS = 100
const clients: Client[] = []
let topics = 1
let updates = 0
let gaps = 0
let opened = 0
let lateMs: number[] = []
let wake = (): void => {}

function open(port: number): void {
  const client: Client = {
    socket: connect(port, '127.0.0.1'),
    rest: Buffer.alloc(0),
    isOpen: false,
    seq: -1,
    updates: 0,
    taken: 0,
    isThrottled: false,
    goodbye: 'without a word',
  }
  clients.push(client)
  const { socket } = client
  const fail = (error: unknown): void => {
    console.error(error)
    process.exit(1)
  }
  socket.on('error', fail)
  socket.on('end', () => fail(`the server has closed a connection: ${client.goodbye}`))
  socket.write(
    `GET /api/v2/stream HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-API-Key: ${BENCH_KEY}\r\n` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  )
  socket.on('data', (chunk) => take(client, chunk))
}

function take(client: Client, chunk: Buffer): void {
  client.taken += chunk.length
  let bytes = client.rest.length === 0 ? chunk : Buffer.concat([client.rest, chunk])
  if (!client.isOpen) {
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) {
      client.rest = bytes
      return
    }
    client.isOpen = true
    opened++
    wake()
    bytes = bytes.subarray(end + 4)
  }
  let at = 0
  while (bytes.length - at >= 2) {
    const short = bytes[at + 1]! & 127
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (bytes.length - at < head) break
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
    if (bytes.length - at < head + length) break
    const opcode = bytes[at]! & 15
    if (opcode === 1) read(client, bytes, at + head, length)
    else if (opcode === PING) client.socket.write(PONG)
    else if (opcode === CLOSE)
      client.goodbye = `${bytes.readUInt16BE(at + head)} ${bytes.toString('latin1', at + head + 2, at + head + length)}`
    at += head + length
  }
  client.rest = at === bytes.length ? EMPTY : Buffer.from(bytes.subarray(at))
  if (updates >= wanted) wake()
}

const EMPTY = Buffer.alloc(0)
const CLOSE = 8
const PING = 9
/** Masked with zeros and empty, as the pings are. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const UPDATE = Buffer.from('{"type":"update"')
let wanted = Number.POSITIVE_INFINITY
let isChecking = false

function read(client: Client, bytes: Buffer, start: number, length: number): void {
  if (bytes.compare(UPDATE, 0, UPDATE.length, start, start + UPDATE.length) !== 0) return
  updates++
  client.updates++
  if (!isChecking) return
  const text = bytes.toString('latin1', start, start + length)
  const seq = Number.parseInt(text.slice(text.indexOf('"seq":') + 6), 10)
  if (client.seq >= 0 && seq !== client.seq + 1) gaps++
  client.seq = seq
  if (client.isThrottled) return
  const at = text.indexOf('"txHash":"') + 10
  const sentNs = Number(text.slice(at, at + 88))
  lateMs.push((Number(process.hrtime.bigint()) - sentNs) / 1e6)
}

let throttle: NodeJS.Timeout | undefined

function limit(count: number, bytesPerSec: number): void {
  clearInterval(throttle)
  for (const [i, client] of clients.entries()) {
    if (bytesPerSec > 0) client.isThrottled = i < count
    client.taken = 0
    client.socket.resume()
  }
  if (bytesPerSec === 0) return
  const startMs = performance.now()
  throttle = setInterval(() => {
    const allowed = ((performance.now() - startMs) / 1_000) * bytesPerSec
    for (const { socket, taken } of clients.slice(0, count))
      if (taken > allowed) socket.pause()
      else socket.resume()
  }, EVERY_MS)
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise<void>((resolve) => (wake = resolve))
}

function masked(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([
    Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0]),
    payload,
  ])
}

answerQuestions<ClientQuestion>(0, async (question) => {
  if (question.do === 'open') {
    topics = question.topics
    for (let i = 0; i < question.count; i += OPENING_AT_ONCE) {
      const more = Math.min(question.count, i + OPENING_AT_ONCE)
      while (clients.length < more) open(question.port)
      await until(() => opened >= more)
    }
  } else if (question.do === 'subscribe') {
    for (const [i, { socket }] of clients.entries())
      socket.write(masked(JSON.stringify({ op: 'subscribe', channel: 'token', mint: mintOf(i % topics) })))
  } else if (question.do === 'await') {
    wanted = question.updates
    await until(() => updates >= wanted)
    wanted = Number.POSITIVE_INFINITY
    updates = 0
  } else if (question.do === 'throttle') limit(question.count, question.bytesPerSec)
  else {
    const sorted = lateMs.sort((a, b) => a - b)
    const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
    const answer = { p50Ms: at(0.5), p99Ms: at(0.99), samples: sorted.length, gaps }
    lateMs = []
    gaps = 0
    for (const client of clients) client.isThrottled = false
    isChecking = true
    return answer
  }
  return null
})
