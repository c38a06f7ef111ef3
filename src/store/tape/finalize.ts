import type { TapeChain } from '../../contract/tape-event.ts'
import type { Commits } from './commits.ts'
import { encodeSlot, slotKey, type TapeDay } from './day.ts'
import { setSlot } from './draft.ts'
import { chainDigest } from './slot-digest.ts'
import type { SlotRecord, StoredTapeReader } from './types.ts'

/** Finalised records that one commit changes. */
const FINALIZED_PER_COMMIT = 500

/** Chains the digests of a chain up to a slot, in commits of a bounded size. */
export async function finalize(
  commits: Commits,
  reader: StoredTapeReader,
  chain: TapeChain,
  upToSlot: number,
): Promise<void> {
  while (await finalizeSome(commits, reader, chain, upToSlot));
}

/** One commit. Whether there may be more to do. */
async function finalizeSome(
  commits: Commits,
  reader: StoredTapeReader,
  chain: TapeChain,
  upToSlot: number,
): Promise<boolean> {
  const position = reader.storedPosition(chain)
  if (position === undefined || position.finalizedSlot >= upToSlot) return false
  const due = wholeSlots(reader, chain, position.finalizedSlot + 1).filter((record) => record.slot <= upToSlot)
  const draft = commits.start(null)
  let digest = position.chainDigest
  const olderDays = new Map<TapeDay, SlotRecord[]>()
  for (const record of due) {
    if (record.status === 'retracted') continue
    digest = chainDigest(digest, record)
    const final: SlotRecord = { ...record, status: 'finalized', chainDigest: digest }
    const day = reader.dayOfRecord(record)
    if (day === undefined || day === draft.day) setSlot(draft, final)
    else olderDays.set(day, [...(olderDays.get(day) ?? []), final])
  }
  // A record ends with its day. Should the process be killed in between, the same numbers come out again.
  for (const [day, records] of olderDays)
    await day.env.write(() => {
      for (const record of records) day.slots.put(slotKey(record), encodeSlot(record))
    })
  const isWhole = due.length < FINALIZED_PER_COMMIT
  const finalizedSlot = isWhole ? Math.min(upToSlot, position.slot) : due.at(-1)!.slot
  if (finalizedSlot <= position.finalizedSlot) return false
  draft.position = { ...position, finalizedSlot, chainDigest: digest }
  await commits.commit(draft)
  return !isWhole
}

/** Records from a slot on, as many as one commit changes, and the rest of the last slot: a slot is final as a whole. */
function wholeSlots(reader: StoredTapeReader, chain: TapeChain, fromSlot: number): readonly SlotRecord[] {
  const records = reader.slots(chain, fromSlot, FINALIZED_PER_COMMIT)
  const last = records.at(-1)
  if (last === undefined || records.length < FINALIZED_PER_COMMIT) return records
  return [...records, ...reader.banks(chain, last.slot).filter(({ bank }) => bank > last.bank)]
}
