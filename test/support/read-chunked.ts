import { connect, type Socket } from 'node:net'
import { requestText } from './http-test-server.ts'

export type ChunkedReply = {
  readonly status: number
  readonly type: string
  readonly retryAfter: string | null
  readonly text: string
}

/** Asks on a socket of its own and reads until it is closed: chunked bodies, which the general client does not read. */
export function readChunked(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): { readonly socket: Socket; readonly reply: Promise<ChunkedReply> } {
  const socket = connect(port, '127.0.0.1')
  const reply = new Promise<ChunkedReply>((resolve) => {
    let raw = ''
    socket.on('data', (piece) => {
      raw += piece.toString('latin1')
    })
    socket.on('close', () => resolve(parse(raw)))
  })
  socket.write(requestText({ path, headers }))
  return { socket, reply }
}

function parse(raw: string): ChunkedReply {
  const headEnd = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, headEnd)
  const body = raw.slice(headEnd + 4)
  return {
    status: Number(head.split(' ')[1]),
    type: /\r\nContent-Type: (.*)/i.exec(head)?.[1] ?? '',
    retryAfter: /\r\nRetry-After: (.*)/i.exec(head)?.[1] ?? null,
    text: /chunked/i.test(head) ? dechunk(body) : body,
  }
}

function dechunk(body: string): string {
  let text = ''
  for (let at = 0; at < body.length; ) {
    if (body.startsWith('\r\n', at)) at += 2
    const lineEnd = body.indexOf('\r\n', at)
    if (lineEnd < 0) break
    const bytes = Number.parseInt(body.slice(at, lineEnd), 16)
    text += body.slice(lineEnd + 2, lineEnd + 2 + bytes)
    at = lineEnd + 2 + bytes
  }
  return text
}
