import type { Missing } from '../chain/port.ts'
import { INGEST } from '../config/ingest.ts'
import type { BlockHead } from '../contract/tape-event.ts'
import { appendBlocks, connect } from './connect.ts'
import { assertSameWorld, type Following, positionOf } from './following.ts'
import { linkedRuns } from './linked-runs.ts'
import { NodeFailure } from './node-failure.ts'
import { falseParent } from './own-slot.ts'
import { givenUp, isLost, lose, retractAbove } from './retract.ts'

/** Appends the received block whose parent is the end of the tape; false without one. */
export async function appendLive<B extends BlockHead>(following: Following<B>): Promise<boolean> {
  const { feed, metrics } = following
  const position = positionOf(following)
  const live = position === undefined ? undefined : feed.childOf(position)
  // What is false is dropped, and its slot asked for.
  if (live === undefined || (await falseParent(following, [live])) !== null) return false
  following.awaited = null
  await appendBlocks(following, [live])
  metrics.behind(Math.max(0, feed.headSlot() - live.slot))
  return true
}

/** Appends what lies between the tape and the head, a commit at a time; true when nothing is left. */
export async function catchUp<B extends BlockHead>(
  following: Following<B>,
  head: number,
  upkeep: () => Promise<void>,
): Promise<boolean> {
  const { ctx, metrics } = following
  const position = positionOf(following)
  if (position === undefined) following.beginSlot = await firstSlot(following, head)
  const from = givenUp(following).reduce(
    (slot, range) => (slot >= range.fromSlot && slot <= range.toSlot ? range.toSlot + 1 : slot),
    position === undefined ? following.beginSlot : position.slot + 1,
  )
  // Either the node lags another one that answered before, or it is on another chain.
  if (position !== undefined && head < position.slot) await assertSameWorld(following)
  metrics.behind(Math.max(0, head - from + 1))
  if (head < from) return true
  // The sandbox's clock jumps through its history, and its slots with it.
  if (ctx.config.mode === 'live' && head - from > following.reach.maxGapSlots) return leap(following, from, head)
  const { slots, to } = await listSlots(following, from, head)
  return (await appendListed(following, slots, upkeep)) && to === head
}

/** The next slots with blocks up to the head, and how far they were listed. */
async function listSlots<B extends BlockHead>(
  following: Following<B>,
  from: number,
  head: number,
): Promise<{ readonly slots: readonly number[]; readonly to: number }> {
  const hasLost = givenUp(following).length > 0
  let to = from - 1
  let slots: readonly number[] = []
  // The sandbox's history may have no block for longer than one listing reaches.
  while (slots.length === 0 && to < head) {
    const start = to + 1
    to = Math.min(head, to + INGEST.slotsPerList)
    const listed = await following.reader.list(start, to)
    slots = hasLost ? listed.filter((slot) => !isLost(following, slot)) : listed
  }
  return { slots, to }
}

/** False when one of them could not be joined: the tape is looked at again. */
async function appendListed<B extends BlockHead>(
  following: Following<B>,
  slots: readonly number[],
  upkeep: () => Promise<void>,
): Promise<boolean> {
  for (let at = 0; at < slots.length; ) {
    const { fetched, missing } = await following.reader.fetchMany(slots.slice(at, at + INGEST.blocksPerCommit))
    at += fetched.length
    for (const run of linkedRuns(fetched)) {
      const joined = await connect(following, run)
      if (joined === 'again') return false
      if (joined !== 'joined') return hold(following, joined, [run.blocks[0]!.slot])
    }
    // A block was missing and is not any more, or the chain goes on without it.
    if (missing !== null) return hold(following, missing, slots.slice(at + 1))
    following.awaited = null
    await upkeep()
  }
  return true
}

async function firstSlot<B extends BlockHead>({ ctx, reader, reach }: Following<B>, head: number): Promise<number> {
  const { backfillSlots } = reach
  if (ctx.config.mode === 'live' && backfillSlots === 0) return head
  const first = await reader.firstAvailable()
  // A node that does not say where it begins is asked for what is wanted, and for no more. Block 0 stands on nothing: no
  // parent of it can be found, and it holds nothing.
  if (first === null) return Math.max(Math.min(1, head), head - backfillSlots)
  return backfillSlots === 0 ? first : Math.max(first, head - backfillSlots)
}

/** Gives up what lies so far back that it would be read for hours, if there really is such a head. */
async function leap<B extends BlockHead>(following: Following<B>, from: number, head: number): Promise<boolean> {
  const { reader } = following
  const near = await reader.list(head - INGEST.blocksPerCommit, head)
  if (!(await reader.servesOneOf(near))) throw new NodeFailure(`the node has no blocks near its head ${head}`)
  await assertSameWorld(following)
  await lose(following, { fromSlot: from, toSlot: head - INGEST.blocksPerCommit - 1, reason: 'too far behind' })
  return false
}

/** Waits for a block without which nothing after it can be placed; gives it up when its time is over although the node
 *  serves others. A node that serves none is waited for. */
async function hold<B extends BlockHead>(
  following: Following<B>,
  missing: Missing,
  others: readonly number[],
): Promise<false> {
  const { ctx, timing, signal, reader } = following
  const nowMs = ctx.clock.monotonicMs()
  if (following.awaited?.slot !== missing.slot) following.awaited = { slot: missing.slot, sinceMs: nowMs, tries: 0 }
  const { awaited } = following
  // Near the head most come at the second try.
  if (++awaited.tries % INGEST.logEvery === 0)
    ctx.log.warn({ ...missing, tries: awaited.tries }, 'a block cannot be read: what follows waits for it')
  // One that requests cannot name may still come by subscription.
  const isOver =
    missing.isOneOfSeveral === true
      ? awaited.tries > INGEST.oneOfSeveralTries
      : nowMs - awaited.sinceMs >= timing.blockPatienceMs
  if (isOver && (await reader.servesOneOf(others))) await giveUp(following, missing)
  else await ctx.clock.sleep(timing.blockRetryMs, signal)
  return false
}

async function giveUp<B extends BlockHead>(following: Following<B>, missing: Missing): Promise<void> {
  const { fromSlot, slot, reason, isOneOfSeveral } = missing
  following.awaited = null
  await assertSameWorld(following)
  if (isOneOfSeveral === true) {
    await lose(following, { fromSlot, toSlot: slot - 1, reason })
    return lose(following, { fromSlot: slot, toSlot: slot, reason, isOneOfSeveral })
  }
  if ((positionOf(following)?.slot ?? -1) >= fromSlot) await retractAbove(following, { slot: fromSlot - 1 })
  await lose(following, { fromSlot, toSlot: slot, reason })
}
