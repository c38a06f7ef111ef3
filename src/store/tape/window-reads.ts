import { formatCursor, parseCursor } from './cursor.ts'
import type { ReadParts } from './read-parts.ts'
import type { StoredTapeReader } from './types.ts'

type WindowReads = Pick<StoredTapeReader, 'headSeq' | 'window' | 'formatCursor' | 'checkCursor' | 'seqAt'> & {
  /** The number before that of the oldest event kept. */
  tailSeq(): number
}

/** Reads where the tape begins and ends, in numbers, in time and as cursors. */
export function createWindowReads({ state, newestFirst }: ReadParts): WindowReads {
  const { blocks } = state

  function headSeq(): number {
    for (const day of newestFirst())
      for (const firstSeq of day.blocks.getKeys({ reverse: true, limit: 1 })) {
        const opened = blocks.get(day, firstSeq)
        if (opened !== undefined) return firstSeq + opened.block.count - 1
      }
    return 0
  }

  function tailSeq(): number {
    for (const day of state.days()) for (const firstSeq of day.blocks.getKeys({ limit: 1 })) return firstSeq - 1
    return headSeq()
  }

  function timeOf(seq: number): number | null {
    const found = blocks.holding(state.days(), seq)
    return found === undefined ? null : found.opened.block.blockTimeAt(seq - found.opened.block.firstSeq)
  }

  return {
    headSeq,
    tailSeq,
    window() {
      const epoch = state.epoch()
      const head = headSeq()
      const tail = tailSeq()
      return {
        head: { epoch, seq: head },
        tail: { epoch, seq: tail },
        headTimeSec: head === 0 ? null : timeOf(head),
        tailTimeSec: head === tail ? null : timeOf(tail + 1),
      }
    },
    formatCursor: (seq) => formatCursor({ epoch: state.epoch(), seq }),
    checkCursor(text) {
      const cursor = parseCursor(text)
      if (cursor === null) return { status: 'malformed' }
      // The process that gave it out may have seen a commit of another one, or its new day, before this process has.
      if (cursor.epoch !== state.epoch() || cursor.seq > headSeq()) state.refresh()
      const tail = tailSeq()
      if (cursor.epoch !== state.epoch() || cursor.seq < tail || cursor.seq > headSeq())
        return { status: 'gone', resumeAt: tail }
      return { status: 'ok', seq: cursor.seq }
    },
    seqAt(timeSec) {
      const head = headSeq()
      const start = firstSeqOfMinute(state.days(), Math.floor(timeSec / 60))
      if (start === undefined) return head + 1
      for (let seq = start; seq <= head; seq++) {
        const at = timeOf(seq)
        if (at !== null && at >= timeSec) return seq
      }
      return head + 1
    },
  }
}

/** Where the first minute with events begins that is not before the given one. */
function firstSeqOfMinute(days: ReturnType<ReadParts['newestFirst']>, minute: number): number | undefined {
  for (const day of days)
    for (const { value } of day.times.getRange({ start: minute, limit: 1 })) return value.readDoubleBE(0)
  return undefined
}
