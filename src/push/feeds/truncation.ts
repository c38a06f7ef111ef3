import type { Truncation } from '../../contract/stream.ts'
import { parseCursor } from '../../store/tape/cursor.ts'
import type { TapeReader } from '../../store/tape/types.ts'

/** What lies between the cursor that was asked for and where reading goes on. */
export function truncationOf(
  tape: Pick<TapeReader, 'epoch' | 'formatCursor'>,
  asked: string,
  resumeAt: number,
): Truncation {
  const cursor = parseCursor(asked)
  const isOurs = cursor !== null && cursor.epoch === tape.epoch && cursor.seq <= resumeAt
  return { from: asked, to: tape.formatCursor(resumeAt), lost: isOurs ? resumeAt - cursor.seq : null }
}
