import { Agent, createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ProxiedReply = { readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer }
export type Proxied = {
  /** Behind the provider's own address. */
  readonly path: string
  readonly body: Buffer
  /** What the provider really says. */
  forward(): Promise<ProxiedReply>
}
/** Answers in the provider's place; null leaves the request to it. */
export type Lie = (request: Proxied) => Promise<ProxiedReply> | null

export type ProviderProxy = {
  /** Address of a provider by the sandbox's name for it. */
  urlOf(name: string): string
  lie(name: string, lie: Lie): void
  honestAgain(): void
  close(): Promise<void>
}

/** Stands between the server and every provider of a sandbox: it can delay, lie and count. */
export async function startProviderProxy(urls: Readonly<Record<string, string>>): Promise<ProviderProxy> {
  const lies = new Map<string, Lie>()
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })

  const server = createServer((request, response) => {
    const [, name = '', ...rest] = (request.url ?? '').split('/')
    const base = urls[name]
    if (base === undefined) return void response.writeHead(404).end()
    const path = `/${rest.join('/')}`
    const lie = lies.get(name)
    if (lie === undefined) return pass({ request, response, url: targetOf(base, path), agent })
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const forward = () => read({ request, body, url: targetOf(base, path), agent })
      void Promise.resolve(lie({ path, body, forward }) ?? forward())
        .catch((): ProxiedReply => ({ status: 502, headers: {}, body: Buffer.alloc(0) }))
        .then((reply) => {
          const { 'transfer-encoding': _, 'content-length': __, ...headers } = reply.headers
          response.writeHead(reply.status, { ...headers, 'content-length': String(reply.body.length) }).end(reply.body)
        })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    lie: (name, lie) => void lies.set(name, lie),
    honestAgain: () => lies.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        agent.destroy()
      }),
  }
}

type Hop = { readonly request: IncomingMessage; readonly url: URL; readonly agent: Agent }

function targetOf(base: string, path: string): URL {
  return new URL(`${base.replace(/\/$/, '')}${path}`)
}

function open({ request, url, agent }: Hop) {
  const { host: _, connection: __, ...headers } = request.headers
  return sendRequest(url, { method: request.method ?? 'GET', headers, agent })
}

/** Byte by byte as it comes: long answers are not held. */
function pass({ response, ...hop }: Hop & { readonly response: ServerResponse }): void {
  const upstream = open(hop)
  upstream.once('response', (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(response)
    reply.once('error', () => response.destroy())
  })
  upstream.once('error', () => response.destroy())
  response.once('close', () => upstream.destroy())
  hop.request.pipe(upstream)
}

function read({ body, ...hop }: Hop & { readonly body: Buffer }): Promise<ProxiedReply> {
  return new Promise((resolve, reject) => {
    const upstream = open(hop)
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
    upstream.end(body)
  })
}
