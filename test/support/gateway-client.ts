import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { WebSocket } from 'undici'

// biome-ignore lint/suspicious/noExplicitAny: tests look at frames by hand
export type Frame = Record<string, any>

export type GatewayClient = {
  readonly frames: Frame[]
  send(message: unknown): void
  /** Sends as it is. */
  sendRaw(data: string | Uint8Array): void
  /** The next frame that was not taken yet; fails after a minute. */
  next(type?: string): Promise<Frame>
  /** How it ended. */
  readonly closed: Promise<{ code: number; reason: string }>
  readonly protocol: string
  close(): void
}

/** Far longer than a frame takes on a busy machine. */
const PATIENCE_MS = 60_000

/** A WebSocket of an ordinary client. Rejects when the upgrade is refused. */
export async function openGatewayClient(
  t: TestContext | null,
  port: number,
  options: { key?: string; headers?: Record<string, string>; query?: string; protocols?: string[] } = {},
): Promise<GatewayClient> {
  const { key, headers = {}, query = '', protocols = [] } = options
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v2/stream${query}`, {
    protocols,
    headers: { ...(key === undefined ? {} : { 'X-API-Key': key }), ...headers },
  })
  socket.binaryType = 'arraybuffer'
  const frames: Frame[] = []
  let taken = 0
  let wake = (): void => {}
  socket.addEventListener('message', ({ data }) => {
    frames.push(JSON.parse(String(data)) as Frame)
    wake()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.addEventListener('close', ({ code, reason }) => {
      resolve({ code, reason })
      wake()
    }),
  )
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('the upgrade was refused')))
  })
  t?.after(() => socket.close())
  return {
    frames,
    send: (message) => socket.send(JSON.stringify(message)),
    sendRaw: (data) => socket.send(data),
    async next(type) {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        wake()
      }, PATIENCE_MS)
      while (taken >= frames.length && !isLate) await new Promise<void>((resolve) => (wake = resolve))
      clearTimeout(timer)
      if (isLate) throw new Error(`no frame${type === undefined ? '' : ` ${type}`} came`)
      const frame = frames[taken++]!
      if (type !== undefined && frame['type'] !== type)
        throw new Error(`expected ${type}, got ${JSON.stringify(frame).slice(0, 400)}`)
      return frame
    },
    closed,
    protocol: socket.protocol,
    close: () => socket.close(),
  }
}

/** A WebSocket of a client that reads only when it is told to: its system's buffer fills, then the server's. */
export type SlowClient = {
  readonly frames: Frame[]
  /** Bytes taken so far. */
  readonly bytes: number
  send(message: unknown): void
  /** Takes what comes from now on; without it nothing is taken. */
  read(): void
  pause(): void
  readonly socket: Socket
  readonly closeCode: number | null
}

export async function openSlowClient(t: TestContext | null, port: number, key: string): Promise<SlowClient> {
  const socket = connect({ port, host: '127.0.0.1' })
  t?.after(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    `GET /api/v2/stream HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-API-Key: ${key}\r\n` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  )
  const frames: Frame[] = []
  let buffered = Buffer.alloc(0)
  let bytes = 0
  let closeCode: number | null = null
  let isUpgraded = false
  socket.on('data', (chunk) => {
    bytes += chunk.length
    buffered = Buffer.concat([buffered, chunk])
    if (!isUpgraded) {
      const end = buffered.indexOf('\r\n\r\n')
      if (end < 0) return
      isUpgraded = true
      buffered = buffered.subarray(end + 4)
    }
    for (;;) {
      const frame = takeFrame(buffered)
      if (frame === null) return
      buffered = buffered.subarray(frame.size)
      if (frame.opcode === 1) frames.push(JSON.parse(frame.payload.toString('utf8')) as Frame)
      if (frame.opcode === 8) closeCode = frame.payload.readUInt16BE(0)
      if (frame.opcode === 9) socket.write(maskedFrame(10, frame.payload))
    }
  })
  while (!isUpgraded) await new Promise((resolve) => setTimeout(resolve, 1))
  socket.pause()
  return {
    frames,
    get bytes() {
      return bytes
    },
    send: (message) => void socket.write(maskedFrame(1, Buffer.from(JSON.stringify(message)))),
    read: () => void socket.resume(),
    pause: () => void socket.pause(),
    socket,
    get closeCode() {
      return closeCode
    },
  }
}

/** A whole frame of a client. */
export function maskedFrame(opcode: number, payload: Uint8Array): Buffer {
  const mask = Buffer.from([1, 2, 3, 4])
  const masked = Buffer.from(payload.map((byte, i) => byte ^ mask[i % 4]!))
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 255])
  return Buffer.concat([Buffer.from([0x80 | opcode]), length, mask, masked])
}

function takeFrame(bytes: Buffer): { opcode: number; payload: Buffer; size: number } | null {
  if (bytes.length < 2) return null
  let at = 2
  let length = bytes[1]! & 127
  if (length === 126) {
    if (bytes.length < 4) return null
    length = bytes.readUInt16BE(2)
    at = 4
  } else if (length === 127) {
    if (bytes.length < 10) return null
    length = Number(bytes.readBigUInt64BE(2))
    at = 10
  }
  if (bytes.length < at + length) return null
  return { opcode: bytes[0]! & 15, payload: bytes.subarray(at, at + length), size: at + length }
}
