import { DEX_CODES, type LaunchEvent, TAPE_CHAINS } from '../../contract/tape-event.ts'
import { hashText } from '../../hot-paths/text-hash.ts'
import { launchKey, seqOfLaunchKey, type TapeDay } from './day.ts'
import type { ReadParts } from './read-parts.ts'
import type { StoredTapeReader } from './types.ts'

const MAX_SEQ = Number.MAX_SAFE_INTEGER
/** Lists of each chain are apart; those of Solana, the first one, begin at 0. */
const LISTS_PER_CHAIN = 1_024
/** The list of every launch of a chain, and that of one DEX on it. */
export const allLaunchesOf = (chainCode: number): number => chainCode * LISTS_PER_CHAIN
export const launchesOf = (chainCode: number, dexCode: number): number => allLaunchesOf(chainCode) + dexCode + 1

/** Reads launches by their order and by their mint. */
export function createLaunchReads(
  { newestFirst, survivesSeq }: ReadParts,
  eventAt: StoredTapeReader['eventAt'],
): Pick<StoredTapeReader, 'launches' | 'launchOf'> {
  return {
    launches({ limit, chain = 'solana', dex, beforeSeq = MAX_SEQ }) {
      const launches: LaunchEvent[] = []
      const chainCode = TAPE_CHAINS.indexOf(chain)
      const list = dex === undefined ? allLaunchesOf(chainCode) : launchesOf(chainCode, DEX_CODES.indexOf(dex))
      for (const day of newestFirst())
        for (const seq of listedIn(day, 'launch', list, beforeSeq - 1)) {
          if (!survivesSeq(seq)) continue
          if (launches.length >= limit) return { launches, nextBeforeSeq: seq + 1 }
          const event = eventAt(seq)
          if (event?.type === 'launch') launches.push(event)
        }
      return { launches, nextBeforeSeq: null }
    },
    launchOf(mint, chain = 'solana') {
      const hash = hashText(mint)
      for (const day of newestFirst())
        for (const seq of listedIn(day, 'named', hash, MAX_SEQ)) {
          const event = eventAt(seq)
          if (event?.type !== 'launch' || event.mint !== mint || event.chain !== chain) continue
          if (survivesSeq(seq)) return event
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
