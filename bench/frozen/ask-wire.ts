import { request as sendRequest } from 'node:http'
import type { Recorded } from './recording.ts'

const WITHIN_MS = 120_000

export type WireQuestion = Recorded['asked'] & {
  readonly port: number
  /** Loopback address that the connection comes from: a client of its own to every limit by address. */
  readonly from: string
}
export type WireReply = Pick<Recorded, 'status' | 'headers' | 'body' | 'encoding'>

/** One request on a connection of its own, every header and byte of the answer kept. Rejects when no whole answer
 *  comes. */
export function askWire({ port, from, method, target, headers, body }: WireQuestion): Promise<WireReply> {
  return new Promise((resolve, reject) => {
    const request = sendRequest({
      host: '127.0.0.1',
      port,
      path: target,
      localAddress: from,
      method,
      agent: false,
      signal: AbortSignal.timeout(WITHIN_MS),
      headers: { ...headers, ...(body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }) },
    })
    request.once('error', reject)
    request.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const { rawHeaders } = response
        const pairs = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1]!] as const] : []))
        resolve({ status: response.statusCode ?? 0, headers: pairs, ...textOf(Buffer.concat(chunks)) })
      })
    })
    request.end(body ?? undefined)
  })
}

export function textOf(bytes: Buffer): Pick<Recorded, 'body' | 'encoding'> {
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes)
    ? { body: text, encoding: 'utf8' }
    : { body: bytes.toString('base64'), encoding: 'base64' }
}
