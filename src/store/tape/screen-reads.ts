import type { ScreenEvent } from '../../contract/tape-event.ts'
import { EVENT_CODES } from '../../hot-paths/event-block.ts'
import { addressHash, findInIndex } from './block-index.ts'
import { decodeScreensPosition, SCREENS_POSITION } from './day.ts'
import type { ReadParts } from './read-parts.ts'
import type { StoredTapeReader } from './types.ts'

/** Reads the changes of saved screens over the index of addresses: a screen's id is one. */
export function createScreenReads({
  state,
  newestFirst,
}: ReadParts): Pick<StoredTapeReader, 'screenChanges' | 'lastScreenChange'> {
  return {
    screenChanges(screenId, { limit, beforeSeq = Number.MAX_SAFE_INTEGER }) {
      const found: ScreenEvent[] = []
      const hash = addressHash(screenId)
      for (const day of newestFirst())
        for (const firstSeq of findInIndex(day.segments, hash, beforeSeq)) {
          const opened = state.blocks.get(day, firstSeq)
          for (let index = (opened?.block.count ?? 0) - 1; index >= 0; index--) {
            if (firstSeq + index >= beforeSeq || opened!.block.codeAt(index) !== EVENT_CODES.screen) continue
            const event = opened!.eventAt(index)
            if (event.type === 'screen' && event.screenId === screenId) found.push(event)
            if (found.length >= limit) return found
          }
        }
      return found
    },
    lastScreenChange() {
      for (const day of newestFirst()) {
        const bytes = day.positions.get(SCREENS_POSITION)
        if (bytes !== undefined) return decodeScreensPosition(bytes)
      }
      return 0
    },
  }
}
