import type { SolanaRpc } from '../chain/solana/rpc.ts'
import { INGEST } from '../config/ingest.ts'
import type { Logger } from '../runtime/log.ts'
import { chainDigest, slotDigest } from '../store/tape/slot-digest.ts'
import type { SlotRecord, TapeReader } from '../store/tape/types.ts'
import { createBlockReader } from './block-reader.ts'
import type { FactReader } from './read-facts.ts'

const CHAIN = 'solana'

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
  /** Of the newest final slot of the range, as made anew; null without one. */
  readonly chainDigest: string | null
}

/** Reads a range of slots again from a node, makes its events and digests anew and compares them with the tape. Final
 *  slots are chained from the digest of the slot before the range. Rejects with `NodeFailure` when the node is away. */
export async function verifyTape(
  parts: {
    readonly tape: TapeReader
    readonly rpc: SolanaRpc
    readonly facts: FactReader
    readonly log: Logger
    readonly signal: AbortSignal
  },
  range: { readonly fromSlot: number; readonly toSlot: number },
): Promise<Verified> {
  const { tape, facts } = parts
  const { fromSlot, toSlot } = range
  const reader = createBlockReader({ ...parts, wants: facts.wants })
  const lost = tape.lost(CHAIN)
  const isLost = (slot: number): boolean => lost.some((one) => slot >= one.fromSlot && slot <= one.toSlot)
  const onTape = new Map(recordsOf(tape, fromSlot, toSlot).map((record) => [record.slot, record]))
  const differences: Difference[] = []
  const unreadable: number[] = []
  let events = 0
  let chained = digestBefore(tape, fromSlot)
  let chainedNow: string | null = null

  async function compare(slot: number): Promise<void> {
    const record = onTape.get(slot)
    const there = await reader.fetch(slot)
    if ('fromSlot' in there || there.lost !== null) {
      if (record !== undefined) unreadable.push(slot)
      return
    }
    if (there.block === null) {
      if (record !== undefined) differences.push({ slot, says: 'the tape has a block, the chain has none' })
      return
    }
    if (record === undefined) {
      if (!isLost(slot)) differences.push({ slot, says: 'the chain has a block, the tape has none' })
      return
    }
    const ids = (await facts.read(there.block)).events.map(({ eventId }) => eventId)
    events += ids.length
    const digest = slotDigest(ids)
    if (record.blockHash !== there.block.blockhash) differences.push({ slot, says: 'another block' })
    else if (record.count !== ids.length)
      differences.push({ slot, says: `the tape has ${record.count} events, the chain ${ids.length}` })
    else if (record.digest !== digest) differences.push({ slot, says: 'other events' })
    if (record.status === 'finalized') compareChained(record, { slot, count: ids.length, digest })
  }

  function compareChained(record: SlotRecord, fresh: { slot: number; count: number; digest: string }): void {
    // Behind what is no longer kept the first record is taken as it stands.
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

function recordsOf(tape: TapeReader, fromSlot: number, toSlot: number): readonly SlotRecord[] {
  return tape
    .slots(CHAIN, fromSlot, toSlot - fromSlot + 1)
    .filter(({ slot, status }) => slot <= toSlot && status !== 'retracted')
}

/** Of the final slot before a range; null where the chain of digests begins; undefined where its beginning is no longer
 *  kept. */
function digestBefore(tape: TapeReader, slot: number): string | null | undefined {
  const before = recordsOf(tape, 0, slot - 1).findLast(({ status }) => status === 'finalized')
  if (before !== undefined) return before.chainDigest
  const first = tape.slots(CHAIN, slot, Number.MAX_SAFE_INTEGER).find(({ status }) => status === 'finalized')
  return first !== undefined && chainDigest(null, first) === first.chainDigest ? null : undefined
}
