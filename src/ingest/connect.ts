import type { Missing } from '../chain/port.ts'
import { INGEST } from '../config/ingest.ts'
import type { BlockHead, DecodedBlock } from '../contract/tape-event.ts'
import { assertSameWorld, type Following, positionOf } from './following.ts'
import { isChildOf, type Run } from './linked-runs.ts'
import { falseParent } from './own-slot.ts'
import { isGivenUp, isOneLost, lose, retractAbove } from './retract.ts'
import { settleTop } from './settle-top.ts'

/** Joins blocks that stand on each other to the tape. Nothing was joined when a block between them and the tape cannot
 *  be read, or when the tape had to go back (`again`: what is missing then is read first). */
export async function connect<B extends BlockHead>(
  following: Following<B>,
  run: Run<B>,
): Promise<'joined' | 'again' | Missing> {
  if (run.lost !== null) {
    await assertSameWorld(following)
    await lose(following, run.lost)
    return 'joined'
  }
  const [first] = run.blocks
  if (first === undefined) return 'joined'
  const claims = await falseParent(following, run.blocks)
  if (claims !== null) return claims
  const position = positionOf(following)
  if (position !== undefined && isChildOf(first, position)) {
    await appendBlocks(following, run.blocks)
    return 'joined'
  }
  await assertSameWorld(following)
  const between = await findParents(following, first)
  if (between === 'again' || 'slot' in between) return between
  await appendBlocks(following, [...between, ...run.blocks])
  return 'joined'
}

/** The blocks between the tape and a block, oldest first, or the one of them that cannot be read. Takes back what
 *  stands on another branch. */
async function findParents<B extends BlockHead>(
  following: Following<B>,
  block: B,
): Promise<readonly B[] | 'again' | Missing> {
  const { tape, chain, reader } = following
  const blocks: B[] = []
  let child = block
  for (let depth = 0; depth < INGEST.forkDepth; depth++) {
    const { parentSlot, parentHash } = child
    const known = tape.banks(chain, parentSlot).find(({ blockHash }) => blockHash === parentHash)
    if (known !== undefined) {
      await retractAbove(following, known)
      return blocks
    }
    if (isGivenUp(following, parentSlot) || isOneLost(following, parentSlot)) {
      await retractAbove(following, { slot: parentSlot })
      return (await settleTop(following)) ? 'again' : blocks
    }
    const parent = await reader.fetch(parentSlot)
    const fromSlot = Math.min((positionOf(following)?.slot ?? -1) + 1, parentSlot)
    if ('fromSlot' in parent || parent.block === null) {
      const reason = 'reason' in parent ? parent.reason : (parent.lost ?? 'a block is missing where one must exist')
      return { fromSlot, slot: parentSlot, reason }
    }
    if (parent.block.blockHash !== parentHash)
      return { fromSlot, slot: parentSlot, ...(await whyAnother(following, child, parent.block)) }
    const claims = await falseParent(following, [parent.block])
    if (claims !== null) return { ...claims, fromSlot }
    blocks.unshift(parent.block)
    child = parent.block
  }
  throw new Error(`no common ancestor within ${INGEST.forkDepth} blocks of slot ${block.slot}`)
}

/** Why a node serves another block than the parent of one that it also serves. Either another branch has come
 *  meanwhile, and the next try sees it whole. Or, on a chain where that may be, the slot has several blocks: when the
 *  node answers the child itself for its parent's slot, or a block that is on the tape. Requests name slots, so the
 *  parent never comes. */
async function whyAnother<B extends BlockHead>(
  { tape, chain, reader }: Following<B>,
  child: B,
  served: B,
): Promise<Pick<Missing, 'reason' | 'isOneOfSeveral'>> {
  const isOnTape = tape.banks(chain, served.slot).some(({ blockHash }) => blockHash === served.blockHash)
  const isBeside = served.blockHash === child.blockHash || isOnTape
  if (!isBeside || !(await reader.mayHaveSeveral())) return { reason: 'the chain changes' }
  return { reason: 'the node serves another block of this slot', isOneOfSeveral: true }
}

export async function appendBlocks<B extends BlockHead>(following: Following<B>, blocks: readonly B[]): Promise<void> {
  const { tape, chain, writer, slotReader, metrics, ctx } = following
  let batch: DecodedBlock[] = []
  let events = 0
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return
    const appended = await writer.appendSlots(batch, ctx.clock.nowMs())
    metrics.appended(batch, appended.events.length)
    batch = []
    events = 0
  }
  for (const block of blocks) {
    const parent = batch.at(-1) ?? tape.slot(chain, block.parentSlot)
    const slot = await slotReader.read(block, parent?.blockTimeSec ?? null)
    batch.push(slot)
    events += slot.events.length
    if (batch.length >= INGEST.blocksPerCommit || events >= INGEST.eventsPerCommit) await flush()
  }
  await flush()
  following.doubt.clear()
}
