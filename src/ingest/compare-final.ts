import type { BlockHead } from '../contract/tape-event.ts'
import type { BlockRef } from '../store/tape/types.ts'
import { connect } from './connect.ts'
import { type Following, positionOf } from './following.ts'
import { newestAt } from './retract.ts'

/** What the node calls final is chained, when its block is the one on the tape. */
export async function finalizeTape<B extends BlockHead>(following: Following<B>): Promise<void> {
  const { tape, chain, reader, writer } = following
  const position = positionOf(following)
  if (position === undefined) return
  const upTo = Math.min(await reader.head('finalized'), position.slot)
  const record = newestAt(following, upTo, position.finalizedSlot)
  if (record === undefined) return
  const header = await reader.finalHeader(record.slot)
  // Where the node has no block there, the next one that is read shows on which branch it is.
  if (header === null || header === 'none') return
  // Not up to the slot that the node calls final: between the two, its final chain may have blocks that the tape
  // lacks.
  if (header.blockHash === record.blockHash) return writer.finalize(chain, record.slot)
  // Another block of the same slot on the tape: final, and what it stands on. The rest becomes final with the next
  // slot.
  const banks = tape.banks(chain, record.slot)
  if (banks.some(({ blockHash }) => blockHash === header.blockHash))
    return writer.finalize(chain, Math.min(record.slot - 1, banks[0]!.parentSlot))
  await replaceAt(following, record)
}

/** While nothing follows the newest block, a fork that ends at its slot or before shows nowhere else. */
export async function compareTop<B extends BlockHead>(following: Following<B>): Promise<void> {
  const position = positionOf(following)
  if (position !== undefined && position.blockHash === following.comparedHash) await replaceAt(following, position)
  following.comparedHash = position?.blockHash ?? null
}

/** Joins the block that the node has at a slot, if the tape does not have it. */
async function replaceAt<B extends BlockHead>(following: Following<B>, { slot }: BlockRef): Promise<void> {
  const real = await following.reader.fetch(slot)
  if ('fromSlot' in real || real.block === null) return
  const { blockHash } = real.block
  if (following.tape.banks(following.chain, slot).some((record) => record.blockHash === blockHash)) return
  await connect(following, { blocks: [real.block], lost: null })
}
