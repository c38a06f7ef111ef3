import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A node's address that counts what is asked of the node behind it. */
export type CallCounter = {
  readonly url: string
  /** JSON-RPC calls since the last time, each of a batch for itself. */
  take(): number
  close(): Promise<void>
}

const HOST = '127.0.0.1'
/** Of one request; the largest here are batches of a few thousand addresses. */
const MAX_BODY_BYTES = 16 * 1_024 * 1_024

export async function openCallCounter(rpcUrl: string): Promise<CallCounter> {
  let calls = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_BODY_BYTES) {
        response.writeHead(413).end()
        return
      }
      chunks.push(chunk)
    }
    const body = Buffer.concat(chunks)
    calls += callsIn(body)
    try {
      const target = new URL(request.url ?? '/', rpcUrl)
      const init: RequestInit = { method: request.method ?? 'POST', headers: { 'content-type': 'application/json' } }
      const answer = await fetch(target, body.length === 0 ? init : { ...init, body })
      const text = Buffer.from(await answer.arrayBuffer())
      const type = answer.headers.get('content-type') ?? 'application/json'
      response.writeHead(answer.status, { 'content-type': type, 'content-length': text.length }).end(text)
    } catch {
      // The sandbox behind it has gone: the caller sees a gateway's answer.
      response.writeHead(502).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve))
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = calls
      calls = 0
      return taken
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function callsIn(body: Buffer): number {
  if (body.length === 0) return 0
  const parsed = JSON.parse(body.toString('utf8')) as unknown
  return Array.isArray(parsed) ? parsed.length : 1
}
