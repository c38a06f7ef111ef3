import { answer, answerTagged, answerThrown } from './answer.ts'
import { type Coding, codedTag, isWorthCoding } from './content-coding.ts'
import { namesTag } from './encode.ts'
import type { RequestContext } from './request-context.ts'
import type { HttpServerState } from './server-state.ts'

/** A body that is kept, and its forms in content codings, each of which is made once. */
export type Kept = {
  /** Names it among all kept bodies. */
  readonly key: string
  /** Stays unchanged. */
  readonly body: Uint8Array
  readonly etag: string
  find(coding: Coding): Uint8Array | undefined
  keep(coding: Coding, coded: Buffer): void
}

/** Sends a kept body in a coding that the client takes, as it is when that is null or too much is being compressed. */
export function answerKept(
  http: HttpServerState,
  context: RequestContext,
  lines: string,
  contentType: string,
  kept: Kept,
  coding: Coding | null,
): undefined {
  const found = coding === null ? undefined : kept.find(coding)
  if (coding === null || (found === undefined && !isWorthCoding(kept.body.byteLength)))
    return answerTagged(http, context, lines, contentType, kept)
  const etag = codedTag(kept.etag, coding)
  const send = (body: Uint8Array): undefined => answerTagged(http, context, lines, contentType, { body, etag, coding })
  // Who has it already needs no body.
  if (found !== undefined || namesTag(context.ifNoneMatch, etag)) return send(found ?? kept.body)
  const made = http.compressor.compress(kept.body, coding, `${kept.key}\n${kept.etag}`)
  if (made === null) return answerTagged(http, context, lines, contentType, kept)
  made
    .then((body) => {
      kept.keep(coding, body)
      send(body)
    })
    .catch((error: unknown) => answerThrown(http, context, error))
}

/** Sends a body that was made for this request alone. */
export function answerOnce(
  http: HttpServerState,
  context: RequestContext,
  status: number,
  lines: string,
  body: Buffer,
): undefined {
  const coding = isWorthCoding(body.byteLength) ? http.chooseCoding(context.acceptEncoding) : null
  const made = coding === null ? null : http.compressor.compress(body, coding, null)
  if (made === null) return answer(http, context, status, lines, body)
  made
    .then((coded) => answer(http, context, status, `${lines}\r\nContent-Encoding: ${coding}`, coded))
    .catch((error: unknown) => answerThrown(http, context, error))
}
