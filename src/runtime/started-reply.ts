import type { PieceSource } from '../contract/streamed.ts'
import type { OpenBody, ReplyReader } from './http-attempt.ts'

/** The whole of a short answer, or the beginning of a long one with what is still to come. `refused`: too many long
 *  ones are open. */
export type StartedReply =
  | { readonly kind: 'whole'; readonly body: Buffer }
  | { readonly kind: 'begun'; readonly body: Buffer; readonly rest: PieceSource }
  | { readonly kind: 'refused' }

/** Keeps the first `firstBytes` of a body; `open` takes over what follows, or gives null when there is no room. */
export function startedReplyReader(
  firstBytes: number,
  open: (rest: OpenBody, bytesBefore: number) => PieceSource | null,
): ReplyReader<StartedReply> {
  const chunks: Buffer[] = []
  let bytes = 0
  const joined = (): Buffer => (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, bytes))
  return {
    push(chunk) {
      chunks.push(chunk)
      bytes += chunk.length
    },
    takeOver(body) {
      if (bytes < firstBytes) return null
      const rest = open(body, bytes)
      if (rest !== null) return { kind: 'begun', body: joined(), rest }
      body.destroy()
      return { kind: 'refused' }
    },
    end: () => ({ kind: 'whole', body: joined() }),
  }
}
