import { setImmediate } from 'node:timers/promises'
import { fail } from '../contract/outcome.ts'
import type { PieceSource, Relayed } from '../contract/streamed.ts'
import { answerFailure, beginStream, limitLinesOf } from './answer.ts'
import { NO_SNIFF } from './encode.ts'
import type { RequestContext } from './request-context.ts'
import type { HttpServerState } from './server-state.ts'
import type { CutSink } from './uws.ts'

/** Bytes handed on before others have their turn. */
const TURN_BYTES = 512 * 1024

const NEEDS_LENGTH = fail('invalid_request', 'a long answer needs a request with Content-Length')

const HARMLESS = /^(application\/([\w.-]+\+)?json|text\/plain)( *;[\x20-\x7e]*)?$/i
const MAX_TYPE_CHARS = 200

/** The content type of an upstream where no browser runs what is of it; else plain text: a page of theirs, opened from
 *  our address, would act in our name. */
export function relayedType(contentType: string): string {
  return contentType.length <= MAX_TYPE_CHARS && HARMLESS.test(contentType) ? contentType : 'text/plain; charset=utf-8'
}

/** Hands a long answer on while it arrives: nothing is read of the upstream until the caller has taken what came
 *  before. One that breaks off, stalls or grows too long ends in a cut connection, without the last chunk that would
 *  signal the caller that the answer is complete. */
export function answerRelayed(
  http: HttpServerState,
  context: RequestContext,
  lines: string,
  { status, body, rest }: Relayed & { readonly rest: PieceSource },
): undefined {
  // Its connection must end with the answer, and uWebSockets.js cannot end one after chunks.
  if (context.isLast) {
    rest.drop()
    return answerFailure(http, context, NEEDS_LENGTH)
  }
  const head = context.id + NO_SNIFF + lines + context.corsLines + limitLinesOf(http, context)
  const sink = beginStream(http, context, status, head)
  if (sink === null) {
    rest.drop()
    return
  }
  pump(sink, body, rest)
    .then((why) => {
      if (why !== null)
        http.ctx.log.warn(
          { requestId: context.id, route: context.mounted?.name, says: why },
          'a relayed answer was cut',
        )
    })
    .catch((error: unknown) => {
      http.ctx.log.error({ requestId: context.id, route: context.mounted?.name, err: error }, 'a relayed answer failed')
      rest.drop()
      sink.cut()
    })
}

/** Resolves when all is handed over or the caller has left; the text is the reason why it was cut. */
async function pump(sink: CutSink, first: Uint8Array, rest: PieceSource): Promise<string | null> {
  let wake = (): void => {}
  sink.onDrain(() => wake())
  sink.onClosed(() => {
    rest.drop()
    wake()
  })
  let sinceTurnBytes = 0
  for (let piece: Uint8Array | null = first; piece !== null; ) {
    const room = new Promise<void>((resolve) => {
      wake = resolve
    })
    // An empty chunk would be the last one.
    if (piece.byteLength > 0 && !sink.write(piece)) await room
    if (!sink.isOpen) return null
    sinceTurnBytes += piece.byteLength
    if (sinceTurnBytes >= TURN_BYTES) {
      sinceTurnBytes = 0
      await setImmediate()
    }
    const next = await rest.next()
    if (!sink.isOpen) return null
    if (!next.ok) {
      sink.cut()
      return next.message
    }
    piece = next.value
  }
  sink.end()
  return null
}
