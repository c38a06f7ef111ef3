import type { TapeReader } from '../../store/tape/types.ts'

/** The place before the first event of a time and later, in epoch seconds, as far as the tape goes back. `isGone`: it
 *  has thrown events away, and may have had some of that time. */
export function placeAtTime(
  tape: Pick<TapeReader, 'window' | 'seqAt'>,
  timeSec: number,
): { readonly seq: number; readonly isGone: boolean } {
  const { tail, tailTimeSec } = tape.window()
  const seq = Math.max(tail.seq, tape.seqAt(timeSec) - 1)
  return { seq, isGone: tail.seq > 0 && seq === tail.seq && (tailTimeSec === null || timeSec < tailTimeSec) }
}
