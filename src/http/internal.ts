import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Metrics } from '../runtime/metrics.ts'

export type InternalServer = { readonly port: number; close(): Promise<void> }

/** Metrics (`/metrics`), readiness (`/ready`: 200 or 503) and liveness (`/live`) for the operator, on loopback only.
 *  Throws when the port is taken. */
export async function startInternalServer(options: {
  port: number
  metrics: Metrics
  isReady: () => boolean
  /** Under which the server is known, beside loopback: `host` or `host:port`. */
  publicHost?: string
}): Promise<InternalServer> {
  const { metrics, isReady } = options
  const server: Server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0]
    if (!isOwnName(request.headers.host ?? '', options.publicHost ?? ''))
      return answerText(response, 421, 'this host is not served here\n')
    if (request.method !== 'GET' && request.method !== 'HEAD') return answerText(response, 405, 'method not allowed\n')
    if (path === '/live') return answerText(response, 200, 'live\n')
    if (path === '/ready')
      return isReady() ? answerText(response, 200, 'ready\n') : answerText(response, 503, 'not ready\n')
    if (path !== '/metrics') return answerText(response, 404, 'not found\n')
    metrics.expose().then(
      (text) => answerText(response, 200, text, 'text/plain; version=0.0.4; charset=utf-8'),
      (error: unknown) => answerText(response, 500, `${error instanceof Error ? error.message : 'failed'}\n`),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)))
        server.closeAllConnections()
      }),
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** A page elsewhere whose own name was made to point here (DNS rebinding) reads nothing: its name comes as `Host`. */
function isOwnName(host: string, publicHost: string): boolean {
  const name = withoutPort(host)
  return LOOPBACK.test(name) || (name !== '' && name === withoutPort(publicHost))
}

function withoutPort(host: string): string {
  return host.toLowerCase().replace(/:\d{1,5}$/, '')
}

function answerText(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
}
