import { firstSlotOf, lostOf } from './closed-day.ts'
import { decodeCorrection, decodePosition } from './day.ts'
import type { ReadParts } from './read-parts.ts'
import type { Coverage, LostRange, StoredTapeReader } from './types.ts'

type FollowerReads = Pick<
  StoredTapeReader,
  'position' | 'storedPosition' | 'isFinalized' | 'coverage' | 'lost' | 'corrections'
>

/** Reads how far a chain was followed, what is lost of it and what had to be corrected. */
export function createFollowerReads(
  { state, newestFirst, closed }: ReadParts,
  { slot, slots }: Pick<StoredTapeReader, 'slot' | 'slots'>,
): FollowerReads {
  const storedPosition: FollowerReads['storedPosition'] = (chain) => {
    for (const day of newestFirst()) {
      const bytes = day.positions.get(chain)
      if (bytes !== undefined) return decodePosition(bytes)
    }
    return undefined
  }

  function lost(chain: string): LostRange[] {
    const ranges: LostRange[] = []
    for (const day of state.days()) ranges.push(...(closed(day)?.lost(chain) ?? lostOf(day, chain)))
    return ranges.sort((a, b) => a.fromSlot - b.fromSlot)
  }

  return {
    storedPosition,
    position: storedPosition,
    isFinalized: (chain, at) => at <= (storedPosition(chain)?.finalizedSlot ?? -1),
    lost,
    coverage(chain): Coverage | undefined {
      const position = storedPosition(chain)
      const oldest = state.days().flatMap((day) => {
        const known = closed(day)?.slots(chain)
        return known === undefined ? (firstSlotOf(day, chain) ?? []) : (known?.first ?? [])
      })
      if (position === undefined || oldest.length === 0) return undefined
      const lastLost = lost(chain).reduce((last, { toSlot }) => Math.max(last, toSlot), -1)
      const fromSlot = Math.max(Math.min(...oldest), lastLost + 1)
      if (fromSlot > position.slot) return undefined
      return {
        chain,
        fromSlot,
        toSlot: position.slot,
        fromTimeSec: slots(chain, fromSlot, 1)[0]?.blockTimeSec ?? null,
        toTimeSec: slot(chain, position.slot)?.blockTimeSec ?? null,
      }
    },
    corrections: (chain) =>
      state
        .days()
        .flatMap((day) =>
          Array.from(
            day.corrections.getRange({ start: [chain, 0], end: [chain, Number.MAX_SAFE_INTEGER] }),
            ({ value }) => decodeCorrection(value),
          ),
        ),
  }
}
