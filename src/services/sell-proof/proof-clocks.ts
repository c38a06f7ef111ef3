import type { ClockFields } from '../../chain/solana/sysvars.ts'
import { DAY_SECS, HOUR_SECS } from '../../config/durations.ts'
import type { ProofClock } from '../evidence-bundle/sell-proof.ts'

/** A sale is tried now, in an hour and in a day. */
export const OFFSETS_SEC = [0, HOUR_SECS, DAY_SECS] as const
/** A fee that is raised today holds from the epoch after the next. */
const FEE_NOTICE_EPOCHS = 2

/** The clock `OFFSETS_SEC` from now. The last one is in the epoch of an announced fee already, when that is due within
 *  the notice the token program gives: epochs last days, and the fee is as good as in force. */
export function proofClocks(
  now: ClockFields,
  { slotMs, epochSlots }: { readonly slotMs: number; readonly epochSlots: number },
  announcedEpoch: number | null,
): readonly ProofClock[] {
  const lastOffset = OFFSETS_SEC.at(-1)
  return OFFSETS_SEC.map((offsetSec) => {
    const passed = Math.round((offsetSec * 1_000) / slotMs)
    const turned = now.epoch + Math.floor(((now.slot % epochSlots) + passed) / epochSlots)
    const isAnnounced = announcedEpoch !== null && announcedEpoch <= now.epoch + FEE_NOTICE_EPOCHS
    const epoch = offsetSec === lastOffset && isAnnounced ? Math.max(turned, announcedEpoch) : turned
    const unixTimeSec = now.unixTimeSec + offsetSec
    return {
      slot: now.slot + passed,
      epoch,
      unixTimeSec,
      epochStartSec: epoch === now.epoch ? now.epochStartSec : unixTimeSec,
    }
  })
}
