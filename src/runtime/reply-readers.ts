import type { ReplyReader } from './http-attempt.ts'

/** The body as text (UTF-8; a broken sequence becomes the replacement character). */
export function joinTextReader(): ReplyReader<string> {
  const chunks: Buffer[] = []
  return {
    push: (chunk) => void chunks.push(chunk),
    end: () => (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString('utf8'),
  }
}
