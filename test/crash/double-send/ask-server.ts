import { request as sendRequest } from 'node:http'
import type { Heard, Work } from './work.ts'

/** Longer than any answer of a server that is alive may take. */
const GIVEN_UP_MS = 150_000

export type ServerReply = { readonly status: number; readonly text: string }

/** One request on a connection of its own; rejects when the server dies before its answer is whole. */
export function askServer(
  port: number,
  request: {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  },
): Promise<ServerReply> {
  const { method, path, headers, body = '' } = request
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sending = sendRequest({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent: false,
      timeout: GIVEN_UP_MS,
      headers: { ...headers, ...length },
    })
    sending.once('timeout', () => sending.destroy(new Error('no answer')))
    sending.once('error', reject)
    sending.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () =>
        response.complete
          ? resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() })
          : reject(new Error('half an answer')),
      )
    })
    sending.end(body)
  })
}

/** Asks for what a work wants, once. */
export async function askFor(port: number, work: Work, wish: 0 | 1): Promise<Heard> {
  const sentAtMs = performance.now()
  const headers = {
    authorization: `Bearer ${work.apiKey}`,
    'x-user-ref': work.userRef,
    'idempotency-key': work.idempotencyKey,
  }
  const { status, text } = await askServer(port, {
    method: 'POST',
    path: work.path,
    headers,
    body: work.wishes[wish].body,
  })
  const { code = null, stage = null, signature = null } = membersOf(text)
  return { wish, status, text, code, stage, signature, sentAtMs, atMs: performance.now() }
}

type Members = { readonly code?: string; readonly stage?: string; readonly signature?: string }

function membersOf(text: string): Members {
  try {
    return JSON.parse(text) as Members
  } catch {
    return { code: 'no JSON' }
  }
}
