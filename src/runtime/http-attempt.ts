import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { UPSTREAM_TUNING } from '../config/upstream-limits.ts'

/** Takes a reply's decoded bytes as they arrive. A throw means that the content is not what it should be. */
export type ReplyReader<T> = {
  push(chunk: Buffer): void
  end(): T
  /** Asked after each piece: a value ends the attempt, and the reader has taken over what is still to come. */
  takeOver?(rest: OpenBody): T | null
}

/** A body that is still arriving, for the caller that takes it over. */
export type OpenBody = { readonly pieces: AsyncIterator<Buffer>; destroy(): void }

export type AttemptInput<T> = {
  readonly dispatcher: Dispatcher
  readonly origin: string
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly headers: Record<string, string>
  readonly body: Uint8Array | string | null
  readonly signal: AbortSignal
  readonly maxBytes: number
  /** Null: the body is of no interest. */
  readonly readerFor: (status: number, contentType: string) => ReplyReader<T> | null
}

/** One request on the wire. `sent` is false when it certainly never left (no connection). `value` is null when no
 *  reader was wanted. */
export type Attempt<T> =
  | {
      readonly kind: 'reply'
      readonly status: number
      readonly contentType: string
      readonly headers: Dispatcher.ResponseData['headers']
      readonly value: T | null
    }
  | { readonly kind: 'unreadable'; readonly status: number; readonly contentType: string }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'broken'; readonly cause: string; readonly sent: boolean; readonly retryable: boolean }

class UnreadableReply extends Error {}
class ReplyTooLarge extends Error {}

/** About a millisecond of row reading. */
const TURN_BYTES = 64 * 1024

const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

export async function attemptRequest<T>(input: AttemptInput<T>): Promise<Attempt<T>> {
  const { dispatcher, origin, path, method, headers, body, signal, readerFor } = input
  let reply: Dispatcher.ResponseData | undefined
  try {
    // undici follows no redirects on its own: a 3xx is an answer like any other.
    reply = await dispatcher.request({ origin, path, method, headers, body, signal })
    const status = reply.statusCode
    const contentType = String(reply.headers['content-type'] ?? '')
    const reader = readerFor(status, contentType)
    if (reader === null) {
      await reply.body.dump({ limit: UPSTREAM_TUNING.errorBodyBytes, signal })
      return { kind: 'reply', status, contentType, headers: reply.headers, value: null }
    }
    try {
      const value = await readBody(reply, reader, input.maxBytes)
      return { kind: 'reply', status, contentType, headers: reply.headers, value }
    } catch (error) {
      if (error instanceof UnreadableReply) return { kind: 'unreadable', status, contentType }
      throw error
    }
  } catch (error) {
    if (error instanceof ReplyTooLarge) return { kind: 'tooLarge' }
    if (signal.aborted) return { kind: 'stopped' }
    const cause = causeOf(error)
    // A refused argument (a header value with a line break) will be refused again.
    return { kind: 'broken', cause, sent: !NEVER_SENT.has(cause), retryable: cause !== 'UND_ERR_INVALID_ARG' }
  }
}

async function readBody<T>(reply: Dispatcher.ResponseData, reader: ReplyReader<T>, maxBytes: number): Promise<T> {
  let bytes = 0
  let sinceTurnBytes = 0
  let isTaken = false
  try {
    if (Number(reply.headers['content-length'] ?? 0) > maxBytes) throw new ReplyTooLarge()
    const body = decoded(reply)
    const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    for (;;) {
      const { value: chunk, done } = await pieces.next()
      if (done) break
      bytes += chunk.length
      if (bytes > maxBytes) throw new ReplyTooLarge()
      orUnreadable(() => reader.push(chunk))
      const taken = reader.takeOver?.({ pieces, destroy: () => destroyBoth(body, reply.body) }) ?? null
      if (taken !== null) {
        isTaken = true
        return taken
      }
      sinceTurnBytes += chunk.length
      if (sinceTurnBytes >= TURN_BYTES) {
        // Chunks that have already arrived follow each other without a turn of the loop: let others have theirs.
        sinceTurnBytes = 0
        await setImmediate()
      }
    }
  } finally {
    // Leaving early (too large, unreadable, an encoding we do not know) drops the connection; after a whole reply this
    // does nothing.
    if (!isTaken && !reply.body.destroyed) reply.body.destroy()
  }
  return orUnreadable(() => reader.end())
}

function destroyBoth(decodedBody: Readable, body: Readable): void {
  if (!body.destroyed) body.destroy()
  if (!decodedBody.destroyed) decodedBody.destroy()
}

function orUnreadable<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new UnreadableReply('reply is not what it should be', { cause })
  }
}

/** The body without its content encoding. The size bound counts what comes out, so a small bomb stays small. */
function decoded({ headers, body }: Dispatcher.ResponseData): Readable {
  // Destroying a body that is still arriving emits an error that has no handler.
  body.on('error', ignore)
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity' || encoding === '') return body
  const decoder =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : null
  if (decoder === null) throw new UnreadableReply('unknown content encoding')
  body.on('error', (error) => decoder.destroy(error))
  decoder.on('error', ignore)
  return body.pipe(decoder)
}

function ignore(): void {}

/** A short name of what went wrong; never the message, which may hold an address. */
function causeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string') return code
  }
  return error instanceof Error ? error.name : 'unknown'
}
