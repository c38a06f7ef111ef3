import { type Outcome, ok } from '../../contract/outcome.ts'
import type { Relayed } from '../../contract/streamed.ts'

/** JSON without the envelope: charting libraries read what the protocol says and nothing else. */
export function udfAnswer(value: unknown): Outcome<Relayed> {
  return ok({ status: 200, contentType: 'application/json; charset=utf-8', body: Buffer.from(JSON.stringify(value)) })
}

/** The body of another route. */
export function bodyOf<T>(bytes: Uint8Array): T {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as T
}
