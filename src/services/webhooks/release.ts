import { WEBHOOK_DEPTH } from '../../config/followed-chains.ts'
import type { TapeChain, TapeEvent } from '../../contract/tape-event.ts'
import type { TapeReader } from '../../store/tape/types.ts'

/** When webhooks post events. An event of a chain whose newest blocks are often replaced waits until so many blocks
 *  (`WEBHOOK_DEPTH`) stand on its own: what a shallower fork takes away is never posted, and neither is its
 *  retraction. */
export type Release = {
  /** Whether the event is posted at all. */
  isPosted(event: TapeEvent): boolean
  /** Whether it waits for more blocks on top of its own. */
  isHeld(event: TapeEvent): boolean
}

const AT_ONCE: Release = { isPosted: () => true, isHeld: () => false }

export function createRelease(
  tape: Pick<TapeReader, 'depthTakenBack' | 'position'>,
  chain: TapeChain,
  depth: number = WEBHOOK_DEPTH[chain],
): Release {
  if (depth === 0) return AT_ONCE
  // How deep a fork reached is kept with what it took back, so every look comes to the same answer. It is counted from
  // the highest block that was ever on the tape: nothing that was posted lacks its retraction.
  const wasDeep = (seq: number): boolean => (tape.depthTakenBack(seq) ?? depth) >= depth
  return {
    isPosted(event) {
      if (event.type === 'retracted') return wasDeep(event.retracts.seq)
      return (event.type !== 'trade' && event.type !== 'launch') || wasDeep(event.seq)
    },
    isHeld(event) {
      if (event.type !== 'trade' && event.type !== 'launch') return false
      if (tape.depthTakenBack(event.seq) !== null) return false
      const position = tape.position(chain)
      return position === undefined || (event.slot > position.finalizedSlot && position.slot < event.slot + depth)
    },
  }
}
