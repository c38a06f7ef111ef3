import type { BlockHead } from '../contract/tape-event.ts'
import type { BlockRef } from '../store/tape/types.ts'
import { connect } from './connect.ts'
import { type Following, positionOf } from './following.ts'
import { mayHaveSeveral } from './own-slot.ts'
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
  const banks = tape.banks(chain, record.slot)
  if (!banks.some(({ blockHash }) => blockHash === header.blockHash)) return replaceAt(following, record)
  // A slot is final as a whole. Where it may have several blocks, only a block of a later slot shows which they are:
  // one that comes now may be of a branch that the node has left.
  const isWhole = header.blockHash === record.blockHash && !(await mayHaveSeveral(following))
  return writer.finalize(chain, isWhole ? record.slot : Math.min(record.slot - 1, banks[0]!.parentSlot))
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
