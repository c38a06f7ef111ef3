import type { ChainPort } from '../chain/port.ts'
import { INGEST } from '../config/ingest.ts'
import { counted } from '../contract/counted.ts'
import type { BlockHead, TapeChain } from '../contract/tape-event.ts'
import type { Logger } from '../runtime/log.ts'
import { chainDigest, slotDigest } from '../store/tape/slot-digest.ts'
import type { SlotRecord, TapeReader } from '../store/tape/types.ts'

const RECORDS_PER_READ = 4_096

export type Difference = { readonly slot: number; readonly says: string }
export type Verified = {
  /** Slots of the range with a block on the tape, and the events in them. */
  readonly slots: number
  readonly events: number
  /** Slots of the range that the tape itself calls lost. */
  readonly lostSlots: number
  readonly differences: readonly Difference[]
  /** Slots whose block the node does not serve. */
  readonly unreadable: readonly number[]
  /** Of the newest final slot of the range, as made again; null without one. */
  readonly chainDigest: string | null
}

/** Reads a range of slots again from a node, makes its events and digests again and compares them with the tape. Final
 *  slots are chained from the digest of the slot before the range. Rejects with `NodeFailure` when the node is away. */
export async function verifyTape<B extends BlockHead>(
  parts: {
    readonly tape: TapeReader
    readonly port: ChainPort<B>
    readonly log: Logger
    readonly signal: AbortSignal
  },
  range: { readonly fromSlot: number; readonly toSlot: number },
): Promise<Verified> {
  const { tape, port } = parts
  const { chain } = port
  const { fromSlot, toSlot } = range
  const reader = port.read(parts)
  const lost = tape.lost(chain)
  const isLost = (slot: number): boolean => lost.some((one) => slot >= one.fromSlot && slot <= one.toSlot)
  const records = recordsOf(tape, chain, range)
  const onTape = new Map<number, readonly SlotRecord[]>()
  for (const record of records) onTape.set(record.slot, [...(onTape.get(record.slot) ?? []), record])
  const differences: Difference[] = []
  const unreadable: number[] = []
  let events = 0
  let chained = digestBefore(tape, chain, fromSlot)
  let chainedNow: string | null = null

  async function compare(slot: number): Promise<void> {
    const banks = onTape.get(slot) ?? []
    const there = await reader.fetch(slot)
    if ('fromSlot' in there || there.lost !== null) {
      if (banks.length > 0) unreadable.push(slot)
      return
    }
    const { block } = there
    if (block === null) {
      if (banks.length > 0) differences.push({ slot, says: 'the tape has a block, the chain has none' })
      return
    }
    if (banks.length === 0) {
      if (!isLost(slot)) differences.push({ slot, says: 'the chain has a block, the tape has none' })
      return
    }
    // A request names no more than the slot: of several blocks the node serves one, and the others stay unread.
    const ids = (await port.decode(block)).events.map(({ eventId }) => eventId)
    events += ids.length
    const fresh = { slot, count: ids.length, digest: slotDigest(ids) }
    const served = banks.find(({ blockHash }) => blockHash === block.blockHash)
    const says = differenceOf(served, fresh, isLost(slot))
    if (says !== null) differences.push({ slot, says })
    if (banks.length > 1) unreadable.push(slot)
    for (const record of banks)
      if (record.status === 'finalized')
        compareChained(record, says !== null && (record === served || banks.length === 1) ? fresh : record)
  }

  function compareChained(record: SlotRecord, fresh: { slot: number; count: number; digest: string }): void {
    // After deleted days the first record is taken as it is.
    chainedNow = chained === undefined ? record.chainDigest : chainDigest(chained, fresh)
    if (chainedNow !== record.chainDigest) differences.push({ slot: fresh.slot, says: 'another chain digest' })
    chained = chainedNow
  }

  for (let from = fromSlot; from <= toSlot; from += INGEST.slotsPerList) {
    const to = Math.min(toSlot, from + INGEST.slotsPerList - 1)
    const listed = new Set(await reader.list(from, to))
    for (const slot of onTape.keys()) if (slot >= from && slot <= to) listed.add(slot)
    for (const slot of [...listed].sort((a, b) => a - b)) await compare(slot)
  }
  return {
    slots: onTape.size,
    events,
    lostSlots: lost.reduce(
      (sum, one) => sum + Math.max(0, Math.min(one.toSlot, toSlot) - Math.max(one.fromSlot, fromSlot) + 1),
      0,
    ),
    differences,
    unreadable,
    chainDigest: chainedNow,
  }
}

/** Null where a block of the tape is as the chain has it. What the tape calls lost it may have in part. */
function differenceOf(
  served: SlotRecord | undefined,
  fresh: Pick<SlotRecord, 'count' | 'digest'>,
  isLost: boolean,
): string | null {
  if (served === undefined) return 'another block'
  if (served.count < fresh.count && isLost) return null
  if (served.count !== fresh.count) return `the tape has ${counted(served.count, 'event')}, the chain ${fresh.count}`
  return served.digest === fresh.digest ? null : 'other events'
}

function recordsOf(
  tape: TapeReader,
  chain: TapeChain,
  { fromSlot, toSlot }: { readonly fromSlot: number; readonly toSlot: number },
): readonly SlotRecord[] {
  const found: SlotRecord[] = []
  for (let next = fromSlot; next <= toSlot; ) {
    const page = tape.slots(chain, next, RECORDS_PER_READ)
    found.push(...page)
    if (page.length < RECORDS_PER_READ) break
    const last = page.at(-1)!
    found.push(...tape.banks(chain, last.slot).filter(({ bank }) => bank > last.bank))
    next = last.slot + 1
  }
  return found.filter(({ slot, status }) => slot <= toSlot && status !== 'retracted')
}

/** Of the final slot before a range; null where the chain of digests begins; undefined where its beginning is no longer
 *  kept. */
function digestBefore(tape: TapeReader, chain: TapeChain, slot: number): string | null | undefined {
  const before = recordsOf(tape, chain, { fromSlot: 0, toSlot: slot - 1 }).findLast(
    ({ status }) => status === 'finalized',
  )
  if (before !== undefined) return before.chainDigest
  const first = tape.slots(chain, slot, Number.MAX_SAFE_INTEGER).find(({ status }) => status === 'finalized')
  return first !== undefined && chainDigest(null, first) === first.chainDigest ? null : undefined
}
