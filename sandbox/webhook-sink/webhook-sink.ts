import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../src/runtime/clock.ts'
import { SANDBOX_LIMITS } from '../limits.ts'
import { makeLoopbackCertificate } from './make-certificate.ts'

/** One post as it came. */
export type SinkPost = {
  readonly atMs: number
  readonly method: string
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The raw body: what the signature is about. */
  readonly body: string
  /** What it was answered with. */
  readonly status: number
}

/** How posts are answered from now on. */
export type SinkBehaviour = {
  readonly status: number
  readonly delayMs: number
  /** `Location` of a redirect. */
  readonly location: string | null
  /** `X-Webhook-Retry: stop` */
  readonly stops: boolean
}

export type WebhookSink = {
  /** Where to post to, once it listens. */
  readonly url: string
  /** PEM of the authority of its certificate. */
  readonly caFile: string
  behaviour: SinkBehaviour
  /** The newest posts, oldest first. */
  posts(): readonly SinkPost[]
  /** All since the start or the last `clear`. */
  count(): number
  clear(): void
  close(): void
}

export const FRIENDLY: SinkBehaviour = { status: 200, delayMs: 0, location: null, stops: false }
const PATH = '/hook'
const CA_FILE = /^webhook-sink-(\d+)\.pem$/

/** An https receiver on loopback, so that webhooks can be tried on a laptop: it keeps what it got and answers as it is
 *  told. Its certificate is made at the start and trusted by no one who was not told. `folder` is where the authority's
 *  file goes; without one it goes into a folder of its own. */
export async function openWebhookSink(options: {
  readonly host: string
  /** Another one is taken when this is not free, and that of a sink that was killed in `folder` before either. */
  readonly port: number
  readonly folder: string | null
  readonly clock: Clock
}): Promise<WebhookSink> {
  const { host, clock } = options
  const { ca, cert, key } = makeLoopbackCertificate(clock.nowMs())
  const kept: SinkPost[] = []
  let bytes = 0
  let count = 0
  const keep = (post: SinkPost): void => {
    count++
    bytes += post.body.length
    kept.push(post)
    while (kept.length > SANDBOX_LIMITS.sinkPosts || bytes > SANDBOX_LIMITS.sinkBytes)
      bytes -= kept.shift()!.body.length
  }
  const server = createServer({ cert, key }, (request, reply) => {
    receive(request, reply, (body) => {
      const { behaviour } = sink
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const { method = '', url: path = '' } = request
      keep({ atMs: clock.nowMs(), method, path, headers, body, status: behaviour.status })
      answerAs(behaviour, reply)
    })
  })
  const before = options.folder === null ? [] : portsLeftIn(options.folder)
  const port = await listenFirst(server, host, [...before, options.port])
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'mintglass-sink-'))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const caFile = join(folder, `webhook-sink-${port}.pem`)
  writeFileSync(caFile, ca)
  const sink: WebhookSink = {
    url: `https://${host}:${port}${PATH}`,
    caFile,
    behaviour: FRIENDLY,
    posts: () => kept,
    count: () => count,
    clear() {
      kept.length = 0
      bytes = 0
      count = 0
    },
    close() {
      server.closeAllConnections()
      server.close()
      if (options.folder === null) rmSync(folder, { recursive: true, force: true })
      else rmSync(caFile, { force: true })
    },
  }
  return sink
}

function receive(request: IncomingMessage, reply: ServerResponse, done: (body: string) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('error', () => reply.destroy())
  reply.on('error', () => request.destroy())
  request.on('data', (chunk: Buffer) => {
    if (reply.headersSent) return
    bytes += chunk.length
    if (bytes > SANDBOX_LIMITS.bodyBytes) reply.writeHead(413, { Connection: 'close' }).end()
    else chunks.push(chunk)
  })
  request.on('end', () => {
    if (!reply.headersSent) done(Buffer.concat(chunks).toString('utf8'))
  })
}

function answerAs({ status, delayMs, location, stops }: SinkBehaviour, reply: ServerResponse): void {
  const answer = (): void => {
    if (location !== null) reply.setHeader('Location', location)
    if (stops) reply.setHeader('X-Webhook-Retry', 'stop')
    reply.writeHead(status, { 'Content-Type': 'text/plain' }).end(status === 204 ? undefined : `answered ${status}\n`)
  }
  if (delayMs === 0) answer()
  else setTimeout(answer, delayMs).unref()
}

/** Ports of sinks that were killed and left the file of their authority: webhooks still post there. One that runs holds
 *  its port. */
function portsLeftIn(folder: string): readonly number[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const port = CA_FILE.exec(name)?.[1]
    return port === undefined ? [] : [Number(port)]
  })
}

/** Listens on the first port of these that is free, else on any. */
async function listenFirst(server: Server, host: string, wanted: readonly number[]): Promise<number> {
  const listen = (port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const failed = () => resolve(false)
      server.once('error', failed)
      server.listen(port, host, () => {
        server.off('error', failed)
        resolve(true)
      })
    })
  for (const port of [...wanted.filter((one) => one > 0 && one <= 65_535), 0])
    if (await listen(port)) return (server.address() as AddressInfo).port
  throw new Error(`no free port on ${host} for the webhook sink`)
}
