import { Agent, createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BlockLies } from './block-lies.ts'
import type { Json } from './json-document.ts'
import type { Draw, Exchange, HttpReply, Kind, KindLab, RpcCall } from './kind.ts'

const DEFAULT_SHARE = 0.5
const SLOW_PIECES = 12
const SLOW_EVERY_MS = 150
const SECOND = '{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":1},"value":null},"pairs":[],"data":[]}'

/** What the proxy does at present. */
export type Lying = { kind: Kind | null; draw: Draw; readonly blocks: BlockLies }
export type LyingProxy = {
  urlOf(name: string): string
  readonly trapUrl: string
  readonly counts: { asked: number; lies: number; trapped: number }
  close(): Promise<void>
}

/** Between the service and every upstream that speaks HTTP: passes replies on, or has the present kind answer. */
export async function startLyingProxy(
  urls: Readonly<Record<string, string>>,
  lying: Lying,
  lab: Omit<KindLab, 'trapUrl'>,
): Promise<LyingProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 })
  const counts = { asked: 0, lies: 0, trapped: 0 }
  let trapUrl = ''

  const answer = async (request: IncomingMessage, body: Buffer): Promise<HttpReply> => {
    const [, provider = '', ...rest] = (request.url ?? '').split('/')
    if (provider === 'trap') {
      counts.trapped++
      return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }
    }
    const base = urls[provider]
    if (base === undefined) return { status: 404, headers: {}, body: Buffer.alloc(0) }
    const path = `/${rest.join('/')}`
    const url = new URL(`${base.replace(/\/$/, '')}${path}`)
    let real: HttpReply | null = null
    const forward = async () => {
      real = await pass({ request, body, url, agent })
      return real
    }
    counts.asked++
    const { kind, draw } = lying
    if (kind?.http === undefined || draw.random() >= (kind.share ?? DEFAULT_SHARE)) return forward()
    const exchange: Exchange = {
      provider,
      path,
      request: body,
      calls: callsIn(body),
      draw,
      lab: { ...lab, trapUrl },
      forward,
    }
    const lie = await kind.http(exchange)
    if (lie === null) return forward()
    counts.lies++
    lying.blocks.noteReply(kind.name, exchange.calls, real, lie)
    return lie
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => response.destroy())
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      void answer(request, Buffer.concat(chunks))
        .catch((): HttpReply => ({ status: 502, headers: {}, body: Buffer.alloc(0) }))
        .then((reply) => write(response, reply))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  trapUrl = `http://127.0.0.1:${port}/trap`
  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    trapUrl,
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        agent.destroy()
      }),
  }
}

function callsIn(body: Buffer): RpcCall[] {
  if (body.length === 0) return []
  try {
    const json = JSON.parse(body.toString()) as Json
    const rows = (Array.isArray(json) ? json : [json]) as { [name: string]: Json }[]
    return rows
      .filter((row) => row?.['jsonrpc'] === '2.0')
      .map((row) => ({
        id: row['id'] ?? null,
        method: String(row['method']),
        params: Array.isArray(row['params']) ? row['params'] : [row['params'] ?? null],
      }))
  } catch {
    return []
  }
}

function write(response: ServerResponse, { status, headers, body, manner }: HttpReply): void {
  const { 'transfer-encoding': _, 'content-length': __, connection: ___, ...kept } = headers
  const isBare = status === 204 || status === 304
  response.on('error', () => {})
  response.writeHead(status, isBare ? kept : { ...kept, 'content-length': String(body.length) })
  if (isBare || manner === undefined) return void response.end(isBare ? undefined : body)
  if (manner === 'twice') return void answerTwice(response, body)
  const half = body.subarray(0, body.length >> 1)
  response.write(half)
  if (manner === 'reset') setTimeout(() => response.socket?.resetAndDestroy(), 5)
  if (manner === 'cut') setTimeout(() => response.socket?.destroy(), 5)
  if (manner === 'slow') trickle(response, body.subarray(half.length))
  // What is stalled ends when the other side has had enough.
}

/** A second answer on the same connection, which the next question may take for its own. */
function answerTwice(response: ServerResponse, body: Buffer): void {
  const { socket } = response
  response.end(body, () => {
    if (socket?.writable !== true) return
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${SECOND.length}\r\n\r\n${SECOND}`,
    )
  })
}

function trickle(response: ServerResponse, rest: Buffer): void {
  const step = Math.max(1, Math.ceil(rest.length / SLOW_PIECES))
  let at = 0
  const timer = setInterval(() => {
    if (response.destroyed) return clearInterval(timer)
    response.write(rest.subarray(at, at + step))
    at += step
    if (at >= rest.length) {
      clearInterval(timer)
      response.end()
    }
  }, SLOW_EVERY_MS)
}

function pass(hop: {
  readonly request: IncomingMessage
  readonly body: Buffer
  readonly url: URL
  readonly agent: Agent
}): Promise<HttpReply> {
  const { host: _, connection: __, 'accept-encoding': ___, ...headers } = hop.request.headers
  return new Promise((resolve, reject) => {
    const upstream = sendRequest(hop.url, { method: hop.request.method ?? 'GET', headers, agent: hop.agent })
    upstream.once('error', reject)
    upstream.once('response', (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.once('error', reject)
      reply.once('end', () =>
        resolve({
          status: reply.statusCode ?? 502,
          headers: reply.headers as Record<string, string>,
          body: Buffer.concat(chunks),
        }),
      )
    })
    upstream.end(hop.body)
  })
}
