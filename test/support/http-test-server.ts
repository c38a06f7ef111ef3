import { connect } from 'node:net'
import type { TestContext } from 'node:test'
import type { HttpParts, HttpTuning, UsageEvent } from '../../src/http/ports.ts'
import { type HttpServer, startHttpServer } from '../../src/http/server.ts'
import type { Route } from '../../src/routes/define-route.ts'
import { type FakeContext, fakeContext } from './fake-context.ts'

export type HttpTestServer = FakeContext & {
  readonly server: HttpServer
  readonly port: number
  readonly usage: UsageEvent[]
  /** One request through a socket of its own. */
  send(request: string | SendOptions): Promise<Reply>
}
export type SendOptions = {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}
export type Reply = {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look at replies by hand
  readonly json: any
}

export const TEST_KEY = 'mg_test_key_0123456789'

/** The real front on a free loopback port over a fake context with one key of a wide limit; ends with the test. */
export async function startTestServer(
  t: TestContext,
  routes: readonly Route[],
  options: Parameters<typeof fakeContext>[0] & { parts2?: Partial<HttpParts>; tuning?: Partial<HttpTuning> } = {},
): Promise<HttpTestServer> {
  const fake = fakeContext(options)
  fake.addKey(TEST_KEY, { limitPer10s: 1_000_000 })
  const usage: UsageEvent[] = []
  const server = await startHttpServer(
    fake.ctx,
    routes,
    {
      authenticate: fake.authenticate,
      usage: { record: (event) => void usage.push(event) },
      isReady: () => true,
      ...options.parts2,
    },
    options.tuning,
  )
  t.after(() => server.close(0))
  return { ...fake, server, port: server.port, usage, send: (request) => sendTo(server.port, request) }
}

/** A whole request as text, with the test key unless the headers name another credential. */
export function requestText({ method = 'GET', path, headers = {}, body }: SendOptions): Buffer {
  const all: Record<string, string> = { Host: 'test', 'X-API-Key': TEST_KEY, Connection: 'close', ...headers }
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(body)
  if (body !== undefined && !('Transfer-Encoding' in all)) all['Content-Length'] ??= String(bytes.byteLength)
  const lines = Object.entries(all).filter(([, value]) => value !== '')
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes])
}

export async function sendTo(port: number, request: string | SendOptions): Promise<Reply> {
  const options = typeof request === 'string' ? { path: request } : request
  const bytes = await exchangeRaw(port, [requestText(options)])
  return parseReply(bytes, options.method === 'HEAD').reply
}

/** Writes the pieces one after the other and reads until the server closes. */
export function exchangeRaw(port: number, pieces: readonly (string | Uint8Array)[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A server that refuses while we still write resets the connection; what it said before counts.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => resolve(Buffer.concat(received)))
    socket.on('connect', async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return
        socket.write(piece)
        await new Promise((next) => setImmediate(next))
      }
    })
  })
}

/** The first reply in the bytes, and what follows it. */
export function parseReply(bytes: Buffer, isHead = false): { reply: Reply; rest: Buffer } {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) throw new Error(`no reply in ${JSON.stringify(bytes.toString('latin1').slice(0, 200))}`)
  const [first, ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const headers = new Map<string, string>()
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase()
    if (headers.has(name)) throw new Error(`header ${name} twice`)
    headers.set(name, line.slice(line.indexOf(':') + 1).trim())
  }
  const bodyBytes = isHead ? 0 : Number(headers.get('content-length') ?? 0)
  const text = bytes.toString('utf8', headEnd + 4, headEnd + 4 + bodyBytes)
  const isJson = headers.get('content-type')?.startsWith('application/json') === true && text !== ''
  const reply = { status: Number(first!.split(' ')[1]), headers, text, json: isJson ? JSON.parse(text) : undefined }
  return { reply, rest: bytes.subarray(headEnd + 4 + bodyBytes) }
}

export function parseReplies(bytes: Buffer): Reply[] {
  const replies: Reply[] = []
  for (let rest = bytes; rest.byteLength > 0; ) {
    const one = parseReply(rest)
    replies.push(one.reply)
    rest = one.rest
  }
  return replies
}
