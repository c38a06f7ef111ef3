import type { ChainPort, ChainReader } from '../chain/port.ts'
import { INGEST, type IngestTiming } from '../config/ingest.ts'
import type { BlockHead } from '../contract/tape-event.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import type { NewSlot } from '../store/tape/types.ts'
import { createBlockTimes } from './block-times.ts'
import { NodeFailure } from './node-failure.ts'

export type SlotReader<B extends BlockHead> = {
  /** The part of a block that goes on the tape, checked against its parent's time where that is known. */
  read(block: B, parentTimeSec: number | null): Promise<NewSlot>
}

/** Reads blocks. An empty one is fetched a second time, because its hash does not cover what a node leaves out: the
 *  answers must agree. One with transactions that cannot be read is asked for again first, because the answer may have
 *  been at fault. When that never helps, as for a kind of transaction that no one here knows yet, the next blocks are
 *  not asked for again: the follower would fall behind. */
export function createSlotReader<B extends BlockHead>(parts: {
  readonly port: Pick<ChainPort<B>, 'decode' | 'withTime' | 'isEmpty'>
  readonly reader: Pick<ChainReader<B>, 'fetch'>
  readonly clock: Pick<Clock, 'sleep' | 'nowMs'>
  readonly aheadSec: number
  readonly log: Logger
  readonly timing: Pick<IngestTiming, 'blockRetryMs'>
  readonly signal: AbortSignal
}): SlotReader<B> {
  const { port, reader, clock, log, timing, signal } = parts
  const times = createBlockTimes({ ...parts, withTime: port.withTime })
  let blocksToRest = 0
  let partly = 0

  /** The block itself, or the same one with its transactions. Rejects with `NodeFailure` while the node does not
   *  answer. */
  async function unlessEmpty(block: B): Promise<B> {
    if (!port.isEmpty(block)) return block
    for (let tries = 0; tries < INGEST.unreadableTries; tries++) {
      if (tries > 0) await clock.sleep(timing.blockRetryMs, signal)
      const there = await reader.fetch(block.slot)
      if ('block' in there && there.block?.blockHash === block.blockHash) return there.block
    }
    throw new NodeFailure(`the node does not answer a second time for the empty block ${block.slot}`)
  }

  async function readAgain(block: B, first: NewSlot): Promise<NewSlot> {
    let best = first
    for (let tries = 0; tries < INGEST.unreadableTries && missingOf(best) > 0; tries++) {
      await clock.sleep(timing.blockRetryMs, signal)
      const there = await reader.fetch(block.slot)
      if (!('block' in there) || there.block?.blockHash !== block.blockHash) continue
      const again = await port.decode(port.withTime(there.block, block.blockTimeSec))
      // An answer that leaves out more is no better.
      if (missingOf(again) < missingOf(best) && again.events.length >= best.events.length) best = again
    }
    if (missingOf(best) > 0) blocksToRest = INGEST.blocksWithoutRetry
    return best
  }

  return {
    async read(told, parentTimeSec) {
      const block = await times.settle(await unlessEmpty(told), parentTimeSec)
      const first = await port.decode(block)
      const mayAsk = blocksToRest === 0
      blocksToRest = Math.max(0, blocksToRest - 1)
      if (missingOf(first) === 0) return first
      const slot = mayAsk ? await readAgain(block, first) : first
      const transactions = missingOf(slot)
      if (transactions > 0 && partly++ % INGEST.logEvery === 0)
        log.error(
          { slot: slot.slot, transactions, blocks: partly },
          'a block is recorded in part, and its slot as lost',
        )
      return slot
    },
  }
}

function missingOf({ unreadable = 0 }: NewSlot): number {
  return unreadable
}
