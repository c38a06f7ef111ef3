import type { Fetched, Missing } from '../chain/port.ts'
import type { BlockHead } from '../contract/tape-event.ts'
import type { FollowerPosition } from '../store/tape/types.ts'
import { type Following, positionOf } from './following.ts'
import { NodeFailure } from './node-failure.ts'
import { isOneLost, lose, newestAt, retractAbove } from './retract.ts'

/** After lost slots no hash connects the chain to the tape, whose newest blocks may have been replaced meanwhile:
 *  whether any had to go. A block that is not final and that cannot be compared any more is not known to be on the
 *  chain: it is taken back, and its slot is lost. So down to the first block that the node has too, which vouches for
 *  those below. */
export async function settleTop<B extends BlockHead>(following: Following<B>): Promise<boolean> {
  for (let hasChanged = false; ; hasChanged = true) {
    const position = positionOf(following)
    const top = position && newestAt(following, position.slot, position.finalizedSlot)
    if (top === undefined) {
      if (position === undefined || !(await settleFinal(following, position))) return hasChanged
      continue
    }
    const { slot, blockHash } = top
    const there = await following.reader.fetch(slot)
    const hash = 'block' in there ? there.block?.blockHash : undefined
    if (hash === blockHash) return hasChanged
    const why = await whyUnknown(following, there)
    // What the node has thrown away never comes; for the rest it is given its time.
    if ('fromSlot' in there && !isOverdue(following, slot))
      throw new NodeFailure(`slot ${slot} cannot be compared: ${why}`)
    // The node answers another block of the slot, which the tape has as well.
    const below = following.tape.banks(following.chain, slot).find((record) => record.blockHash === hash)
    await retractAbove(following, below ?? { slot: slot - 1 })
    const reason = below === undefined ? why : 'the node serves another block of this slot'
    if (reason !== null)
      await lose(following, {
        ...{ fromSlot: slot, toSlot: slot, reason: `cannot be compared: ${reason}` },
        ...(below === undefined ? {} : { isOneOfSeveral: true }),
      })
  }
}

/** The same where the newest block is final: only another final block in its place counts against it. */
async function settleFinal<B extends BlockHead>(
  following: Following<B>,
  { slot }: Pick<FollowerPosition, 'slot'>,
): Promise<boolean> {
  const { tape, chain, reader } = following
  if (tape.slot(chain, slot)?.status !== 'finalized') return false
  const header = await reader.finalHeader(slot)
  if (header === null || header === 'none') return false
  // Of a slot with several blocks the node may answer any: one of the tape, or one that was lost.
  if (tape.banks(chain, slot).some(({ blockHash }) => blockHash === header.blockHash)) return false
  if (isOneLost(following, slot)) return false
  await retractAbove(following, { slot: slot - 1 })
  return true
}

/** Why an answer says nothing of a slot; null when it says which block there is, or that there is none. */
async function whyUnknown<B extends BlockHead>(
  { reader }: Following<B>,
  there: Fetched<B> | Missing,
): Promise<string | null> {
  if ('fromSlot' in there) return there.reason
  if (there.block !== null) return null
  const isGone = there.lost !== null || there.slot < ((await reader.firstAvailable()) ?? 0)
  return isGone ? (there.lost ?? 'the node no longer has it') : null
}

/** Whether the patience with this slot is over, which begins when it is first asked for. */
function isOverdue<B extends BlockHead>(following: Following<B>, slot: number): boolean {
  const nowMs = following.ctx.clock.monotonicMs()
  if (following.unsettled?.slot !== slot) following.unsettled = { slot, sinceMs: nowMs }
  return nowMs - following.unsettled.sinceMs >= following.timing.blockPatienceMs
}
