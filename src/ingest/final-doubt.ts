import type { ChainReader, FinalHeader } from '../chain/port.ts'
import { INGEST, type IngestTiming } from '../config/ingest.ts'
import type { BlockHead, TapeChain } from '../contract/tape-event.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import { isAbove, type SlotRecord, type TapePlace, type TapeReader } from '../store/tape/types.ts'

/** What is held against a final block of the tape. */
export type Contradiction = { readonly wasProven: boolean; readonly reason: string }

export type FinalDoubt = {
  /** Looks once at whether what is final above a place is false, by what the node calls final. */
  examine(above: TapePlace): Promise<Contradiction>
  /** The chain went on from the tape: whatever was said against it no longer counts. */
  clear(): void
}

/** Another node, which has to say the same; for when a second one can be configured. */
export type Witness = Pick<ChainReader<BlockHead>, 'finalHeader'>

/** A final block of the tape is false when the node's own final chain passes it by: the first block that is final above
 *  it stands on another one, the node serves none of the doubted ones as final, and says so in the same words so many
 *  times over so long a time. One odd answer begins the count again. What lies deeper than some blocks, or below an
 *  earlier correction, is never proven: a node that rewrites that much is not believed, and an operator has to look. */
export function createFinalDoubt(parts: {
  readonly chain: TapeChain
  readonly tape: TapeReader
  readonly reader: Pick<ChainReader<BlockHead>, 'head' | 'list' | 'finalHeader'>
  readonly witnesses: readonly Witness[]
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly log: Logger
  readonly timing: Pick<IngestTiming, 'finalDoubtMs'>
}): FinalDoubt {
  const { chain, tape, reader, witnesses, clock, log, timing } = parts
  let streak: { readonly says: string; readonly sinceMs: number; readonly times: number } | null = null
  let lastReason = ''

  function notProven(reason: string): Contradiction {
    if (reason !== lastReason) log.warn({ reason }, 'the node contradicts what is final on the tape: not believed yet')
    lastReason = reason
    return { wasProven: false, reason }
  }

  function dismissed(reason: string): Contradiction {
    streak = null
    return notProven(reason)
  }

  /** The first block above a slot that the node calls final. */
  async function firstFinalAbove(slot: number, head: number): Promise<FinalHeader | null> {
    const slots = await reader.list(slot + 1, Math.min(head, slot + INGEST.finalDepth))
    for (const one of slots) {
      const header = await reader.finalHeader(one)
      if (header === null) return null
      if (header !== 'none') return header
    }
    return null
  }

  /** What the node serves as final at some of the slots; null when one of them is the block of the tape. */
  async function saidOf(records: readonly SlotRecord[]): Promise<readonly string[] | null> {
    const asked = records.length <= 2 * PROBES ? records : [...records.slice(0, PROBES), ...records.slice(-PROBES)]
    const said: string[] = []
    for (const { slot, blockHash } of asked) {
      const header = await reader.finalHeader(slot)
      if (header !== null && header !== 'none' && header.blockHash === blockHash) return null
      said.push(header === null ? 'unknown' : header === 'none' ? 'none' : header.blockHash)
    }
    return said
  }

  async function isWitnessed({ slot, blockHash, parentHash }: FinalHeader): Promise<boolean> {
    for (const witness of witnesses) {
      const header = await witness.finalHeader(slot)
      if (header === null || header === 'none') return false
      if (header.blockHash !== blockHash || header.parentHash !== parentHash) return false
    }
    return true
  }

  return {
    async examine(above) {
      const finalizedSlot = tape.position(chain)?.finalizedSlot ?? -1
      const records = tape
        .slots(chain, 0, Number.MAX_SAFE_INTEGER)
        .filter(({ slot, status }) => slot <= finalizedSlot && status === 'finalized')
      const doubted = records.filter((record) => isAbove(record, above))
      if (doubted.length > INGEST.finalDepth) return dismissed(`it is ${doubted.length} final blocks deep`)
      if (tape.corrections(chain).some((one) => above.slot < one.aboveSlot))
        return dismissed('it is below an earlier correction')
      const head = await reader.head('finalized')
      if (head <= finalizedSlot) return notProven(`its own chain is final up to slot ${head} only`)
      const said = await saidOf(doubted)
      if (said === null) return dismissed('it serves a doubted block as final itself')
      const first = await firstFinalAbove(finalizedSlot, head)
      // Where the next one cannot be read, another final block in the very place of the doubted one says enough.
      const against =
        first !== null && first.parentSlot <= finalizedSlot ? first : await inPlaceOf(parts, doubted.at(-1))
      if (against === null) return notProven('its final chain cannot be read')
      if (against.parentHash === records.at(-1)?.blockHash) return dismissed("its final chain extends the tape's")
      const says = JSON.stringify([above.slot, finalizedSlot, against, said])
      const nowMs = clock.monotonicMs()
      if (streak?.says !== says) streak = { says, sinceMs: nowMs, times: 0 }
      streak = { ...streak, times: streak.times + 1 }
      const isLongEnough = nowMs - streak.sinceMs >= timing.finalDoubtMs && streak.times >= INGEST.finalDoubtTimes
      if (!isLongEnough) return notProven('it has not reported this for long enough')
      if (!(await isWitnessed(against))) return notProven('another node does not confirm it')
      lastReason = ''
      return {
        wasProven: true,
        reason: `block ${against.blockHash} of slot ${against.slot} is final with parent ${against.parentHash}`,
      }
    },
    clear() {
      streak = null
      lastReason = ''
    },
  }
}

/** Another final block where the tape has this one. */
async function inPlaceOf(
  { chain, tape, reader }: Pick<Parameters<typeof createFinalDoubt>[0], 'chain' | 'tape' | 'reader'>,
  record: SlotRecord | undefined,
): Promise<FinalHeader | null> {
  const header = record === undefined ? null : await reader.finalHeader(record.slot)
  if (record === undefined || header === null || header === 'none') return null
  // One of the slot that is on the tape as well says nothing against it.
  return tape.banks(chain, record.slot).some(({ blockHash }) => blockHash === header.blockHash) ? null : header
}

/** Of many doubted blocks so many at each end are asked for. */
const PROBES = 4
