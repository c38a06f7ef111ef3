import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { maskedFrame } from '../../support/gateway-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: frames are read by hand
export type Frame = Record<string, any>

export type RawWebSocket = {
  send(message: object): void
  /** Stops taking bytes, so that the buffers of both systems fill. */
  pause(): void
  resume(): void
  close(): void
}

const TEXT = 1
const CLOSE = 8
const PING = 9
const PONG = 10

/** A WebSocket that can stop reading. Resolves when the upgrade was answered, with its status when it was refused. */
export function openRawWebSocket(
  port: number,
  key: string,
  on: { frame(frame: Frame): void; closed(): void },
): Promise<RawWebSocket | { readonly status: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let held: Buffer = Buffer.alloc(0)
    let isOpen = false
    socket.on('error', (error) => (isOpen ? undefined : reject(error)))
    socket.on('close', () => (isOpen ? on.closed() : reject(new Error('closed before the upgrade'))))
    socket.on('connect', () =>
      socket.write(
        `GET /api/v2/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-API-Key: ${key}\r\n` +
          `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      ),
    )
    const api: RawWebSocket = {
      send: (message) => void socket.write(maskedFrame(TEXT, Buffer.from(JSON.stringify(message)))),
      pause: () => void socket.pause(),
      resume: () => void socket.resume(),
      close: () => void socket.destroy(),
    }
    socket.on('data', (chunk: Buffer) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      if (!isOpen) {
        const end = held.indexOf('\r\n\r\n')
        if (end < 0) return
        const status = Number(held.toString('latin1', 9, 12))
        held = held.subarray(end + 4)
        if (status !== 101) {
          socket.removeAllListeners('close')
          socket.destroy()
          resolve({ status })
          return
        }
        isOpen = true
        resolve(api)
      }
      for (let frame = takeFrame(held); frame !== null; frame = takeFrame(held)) {
        held = held.subarray(frame.size)
        if (frame.opcode === TEXT) on.frame(JSON.parse(frame.payload.toString('utf8')) as Frame)
        else if (frame.opcode === PING) socket.write(maskedFrame(PONG, frame.payload))
        else if (frame.opcode === CLOSE) socket.destroy()
      }
    })
  })
}

function takeFrame(bytes: Buffer): { opcode: number; payload: Buffer; size: number } | null {
  if (bytes.length < 2) return null
  const short = bytes[1]! & 127
  const at = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < at) return null
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  if (bytes.length < at + length) return null
  return { opcode: bytes[0]! & 15, payload: bytes.subarray(at, at + length), size: at + length }
}
