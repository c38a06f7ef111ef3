import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A node's address that counts what is asked of the node behind it. */
export type CallCounter = {
  readonly url: string
  /** JSON-RPC calls since the last time, each of a batch for itself. */
  take(): number
  /** Why the node behind it did not answer, the first time that happened; null while it always has. What was judged by
   *  then is no figure. */
  failure(): string | null
  close(): Promise<void>
}

const HOST = '127.0.0.1'
/** Of one request; the largest here are batches of a few thousand addresses. */
const LEAST_FAILURE = 500
const MAX_BODY_BYTES = 16 * 1_024 * 1_024

export async function openCallCounter(rpcUrl: string): Promise<CallCounter> {
  let calls = 0
  let failure: string | null = null
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
      if (answer.status >= LEAST_FAILURE) failure ??= `the node answered ${answer.status} to ${methodsIn(body)}`
      const type = answer.headers.get('content-type') ?? 'application/json'
      response.writeHead(answer.status, { 'content-type': type, 'content-length': text.length }).end(text)
    } catch (error) {
      failure ??= `the node did not answer ${methodsIn(body)}: ${reasonOf(error)}`
      // The caller sees a gateway's answer.
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
    failure: () => failure,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** `fetch` says why only in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}, ${cause.message}` : message
}

function methodsIn(body: Buffer): string {
  const calls = [JSON.parse(body.toString('utf8') || '[]')].flat() as readonly { readonly method?: string }[]
  return [...new Set(calls.map(({ method }) => method))].join(', ')
}

function callsIn(body: Buffer): number {
  if (body.length === 0) return 0
  const parsed = JSON.parse(body.toString('utf8')) as unknown
  return Array.isArray(parsed) ? parsed.length : 1
}
