import { request as sendRequest } from 'node:http'
import { connect } from 'node:net'

export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Undefined for what is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: replies are looked at by hand
  readonly json: any
}
export type Question = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Text and bytes as they are; anything else as JSON. */
  readonly body?: unknown
  /** Loopback address that the connection comes from: a client of its own to every limit by address. */
  readonly from?: string
  readonly withinMs?: number
}

const WITHIN_MS = 60_000
/** Strangers come from elsewhere than the honest client, which is at 127.0.0.1. */
export const STRANGER = '127.0.0.66'

/** One request on a connection of its own; status 0 when none of the answer came. */
export function ask(port: number, path: string, question: Question = {}): Promise<Reply> {
  const { method, headers = {}, body, from = '127.0.0.1', withinMs = WITHIN_MS } = question
  const payload =
    body === undefined ? undefined : typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  return new Promise((resolve) => {
    const request = sendRequest({
      host: '127.0.0.1',
      port,
      path,
      localAddress: from,
      method: method ?? (payload === undefined ? 'GET' : 'POST'),
      agent: false,
      signal: AbortSignal.timeout(withinMs),
      headers: {
        ...(payload === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(payload)) }),
        ...headers,
      },
    })
    request.once('error', (error) => resolve({ status: 0, headers: {}, text: error.message, json: undefined }))
    request.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', () => resolve({ status: 0, headers: {}, text: 'cut', json: undefined }))
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          text,
          json: parse(text),
        })
      })
    })
    request.end(payload)
  })
}

/** Bytes as they are, and all that comes back until the server closes, one answer is whole, or the time is up. */
export function askRaw(port: number, bytes: Buffer, withinMs = 15_000): Promise<Reply> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let heard = Buffer.alloc(0)
    const done = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(readReply(heard))
    }
    const timer = setTimeout(done, withinMs)
    socket.on('error', () => {})
    socket.on('close', done)
    socket.on('data', (piece: Buffer) => {
      heard = Buffer.concat([heard, piece])
      if (isWhole(heard)) done()
    })
    socket.write(bytes)
  })
}

/** A request head of bytes: what is beyond ASCII goes out as it stands, a character a byte. */
export function rawRequest(line: string, headers: readonly string[], body = ''): Buffer {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const head = [`${line} HTTP/1.1`, 'Host: localhost', ...headers, ...length, 'Connection: close'].join('\r\n')
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

/** UTF-8 bytes of a text, a character each. */
export const utf8 = (text: string): string => Buffer.from(text).toString('latin1')

function isWhole(heard: Buffer): boolean {
  const headEnd = heard.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(heard.toString('latin1', 0, headEnd))?.[1]
  return length !== undefined && heard.length >= headEnd + 4 + Number(length)
}

function readReply(heard: Buffer): Reply {
  const headEnd = heard.indexOf('\r\n\r\n')
  if (headEnd < 0) return { status: 0, headers: {}, text: '', json: undefined }
  const [first = '', ...lines] = heard.toString('latin1', 0, headEnd).split('\r\n')
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  const text = heard.toString('utf8', headEnd + 4)
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), text, json: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
