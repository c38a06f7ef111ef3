import type { BlockHead } from '../contract/tape-event.ts'
import { isAbove, type LostRange, type SlotRecord, type TapePlace } from '../store/tape/types.ts'
import { assertSameWorld, type Following, positionOf } from './following.ts'

/** Ranges of which nothing is known, not even a block. */
export function givenUp<B extends BlockHead>({ tape, chain }: Following<B>): readonly LostRange[] {
  return tape.lost(chain).filter(({ transactions, isOneOfSeveral }) => transactions === undefined && !isOneOfSeveral)
}

export function isLost<B extends BlockHead>(following: Following<B>, slot: number): boolean {
  return givenUp(following).some(({ fromSlot, toSlot }) => slot >= fromSlot && slot <= toSlot)
}

/** Whether a slot has a block that cannot be read beside one that may be on the tape. */
export function isOneLost<B extends BlockHead>({ tape, chain }: Following<B>, slot: number): boolean {
  return tape.lost(chain).some(({ fromSlot, isOneOfSeveral }) => isOneOfSeveral === true && fromSlot === slot)
}

/** Whether nothing is known of a slot and nothing ever will be: recorded as lost, or before the tape begins. */
export function isGivenUp<B extends BlockHead>(following: Following<B>, slot: number): boolean {
  if (isLost(following, slot)) return true
  const oldest = following.tape.slots(following.chain, 0, 1)[0]
  return oldest === undefined ? slot < following.beginSlot : slot <= oldest.parentSlot
}

/** The newest block of the tape at or below a slot and above another that is neither final nor taken back. */
export function newestAt<B extends BlockHead>(
  { tape, chain }: Following<B>,
  slot: number,
  aboveSlot: number,
): SlotRecord | undefined {
  const records = tape.slots(chain, aboveSlot + 1, Number.MAX_SAFE_INTEGER)
  return records.findLast((record) => record.slot <= slot && record.status === 'confirmed')
}

/** Retracts everything on the tape above a place. */
export async function retractAbove<B extends BlockHead>(following: Following<B>, place: TapePlace): Promise<void> {
  const { tape, chain, writer, metrics, ctx } = following
  const gone = tape
    .slots(chain, place.slot, Number.MAX_SAFE_INTEGER)
    .filter((record) => record.status !== 'retracted' && isAbove(record, place))
  if (gone.length === 0) return
  if (gone.some(({ status }) => status === 'finalized')) return takeBackFinal(following, place, gone)
  const { events } = await writer.retract(chain, gone)
  metrics.retracted(events.length)
  ctx.log.warn({ aboveSlot: place.slot, slots: gone.length, events: events.length }, 'a fork replaced confirmed blocks')
}

/** What is final goes only when the node's own final chain has contradicted it for long; until then this is a
 *  failure. */
async function takeBackFinal<B extends BlockHead>(
  following: Following<B>,
  place: TapePlace,
  gone: readonly SlotRecord[],
): Promise<void> {
  const { doubt, writer, chain, metrics, ctx } = following
  const { wasProven, reason } = await doubt.examine(place)
  const finalizedSlot = positionOf(following)?.finalizedSlot ?? -1
  if (!wasProven) throw new Error(`a fork above slot ${place.slot}, which is below the final slot ${finalizedSlot}`)
  await assertSameWorld(following)
  const finals = gone.filter(({ status }) => status === 'finalized').map(({ slot }) => slot)
  const { events } = await writer.takeBackFinal(chain, place, { atMs: ctx.clock.nowMs(), reason })
  metrics.finalTakenBack(finals.length)
  metrics.retracted(events.length)
  ctx.log.error(
    { aboveSlot: place.slot, finals, events: events.length, reason },
    'final blocks proved false and are taken back',
  )
}

/** Records slots as lost. */
export async function lose<B extends BlockHead>(following: Following<B>, range: LostRange): Promise<void> {
  const { fromSlot, toSlot, reason } = range
  if (toSlot < fromSlot) return
  await following.writer.recordLost(following.chain, range)
  following.metrics.lost(toSlot - fromSlot + 1)
  following.ctx.log.error({ fromSlot, toSlot, reason }, 'slots could not be read and are recorded as lost')
}
