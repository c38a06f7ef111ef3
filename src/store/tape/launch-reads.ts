import { type LaunchEvent, TAPE_DEXES } from '../../contract/tape-event.ts'
import { hashText } from '../../hot-paths/text-hash.ts'
import { launchKey, seqOfLaunchKey, type TapeDay } from './day.ts'
import type { ReadParts } from './read-parts.ts'
import type { StoredTapeReader } from './types.ts'

const MAX_SEQ = Number.MAX_SAFE_INTEGER
/** The list of every launch, and that of one DEX. */
export const ALL_LAUNCHES = 0
export const launchesOf = (dexCode: number): number => dexCode + 1

/** Reads launches by their order and by their mint. */
export function createLaunchReads(
  { newestFirst, survivesSeq }: ReadParts,
  eventAt: StoredTapeReader['eventAt'],
): Pick<StoredTapeReader, 'launches' | 'launchOf'> {
  return {
    launches({ limit, dex, beforeSeq = MAX_SEQ }) {
      const launches: LaunchEvent[] = []
      const list = dex === undefined ? ALL_LAUNCHES : launchesOf(TAPE_DEXES.indexOf(dex))
      for (const day of newestFirst())
        for (const seq of listedIn(day, 'launch', list, beforeSeq - 1)) {
          if (!survivesSeq(seq)) continue
          if (launches.length >= limit) return { launches, nextBeforeSeq: seq + 1 }
          const event = eventAt(seq)
          if (event?.type === 'launch') launches.push(event)
        }
      return { launches, nextBeforeSeq: null }
    },
    launchOf(mint) {
      const hash = hashText(mint)
      for (const day of newestFirst())
        for (const seq of listedIn(day, 'named', hash, MAX_SEQ)) {
          const event = eventAt(seq)
          if (event?.type === 'launch' && event.mint === mint && survivesSeq(seq)) return event
        }
      return undefined
    },
  }
}

/** Numbers of one list of launches of a day, the newest first. */
function* listedIn(
  day: TapeDay,
  kind: Parameters<typeof launchKey>[0],
  list: number,
  newestSeq: number,
): Generator<number> {
  const range = { start: launchKey(kind, list, newestSeq), end: launchKey(kind, list, 0), reverse: true }
  for (const key of day.launches.getKeys(range)) yield seqOfLaunchKey(key)
}
