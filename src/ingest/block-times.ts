import type { ChainPort, ChainReader } from '../chain/port.ts'
import { INGEST, type IngestTiming } from '../config/ingest.ts'
import type { BlockHead } from '../contract/tape-event.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import { NodeFailure } from './node-failure.ts'

export type BlockTimes<B extends BlockHead> = {
  /** The block with a credible time, given its parent's (null where that is unknown). Rejects with `NodeFailure` when
   *  the answers do not agree. */
  settle(block: B, parentTimeSec: number | null): Promise<B>
}

/** Solana's clock does not go back from parent to child: a validator whose estimate is below the parent's time takes
 *  that instead. The hash of a block does not cover its time, so one that goes back, is missing, or is ahead of this
 *  machine may be the node's fault: the block is fetched again, and its time believed only when the answers agree. When
 *  they do, as on a chain with its own clock, the next blocks are not fetched again. */
export function createBlockTimes<B extends BlockHead>(parts: {
  readonly withTime: ChainPort<B>['withTime']
  readonly reader: Pick<ChainReader<B>, 'fetch'>
  readonly clock: Pick<Clock, 'sleep' | 'nowMs'>
  /** How far ahead of this machine's clock a block may be. */
  readonly aheadSec: number
  readonly log: Logger
  readonly timing: Pick<IngestTiming, 'blockRetryMs'>
  readonly signal: AbortSignal
}): BlockTimes<B> {
  const { withTime, reader, clock, aheadSec, log, timing, signal } = parts
  let blocksToRest = 0
  let believed = 0

  const isOdd = (timeSec: number | null, parentTimeSec: number | null): boolean =>
    timeSec === null
      ? parentTimeSec !== null
      : timeSec < (parentTimeSec ?? 0) || timeSec > clock.nowMs() / 1_000 + aheadSec

  return {
    async settle(block, parentTimeSec) {
      if (!isOdd(block.blockTimeSec, parentTimeSec)) {
        blocksToRest = Math.max(0, blocksToRest - 1)
        return block
      }
      if (blocksToRest > 0) {
        blocksToRest--
        return block
      }
      let same = 1
      for (let tries = 0; tries < INGEST.oddTimeTries; tries++) {
        await clock.sleep(timing.blockRetryMs, signal)
        const there = await reader.fetch(block.slot)
        if (!('block' in there) || there.block?.blockHash !== block.blockHash) continue
        const { blockTimeSec } = there.block
        if (!isOdd(blockTimeSec, parentTimeSec)) return withTime(block, blockTimeSec)
        if (blockTimeSec !== block.blockTimeSec) break
        if (++same < INGEST.oddTimeAnswers) continue
        blocksToRest = INGEST.blocksWithoutRetry
        if (believed++ % INGEST.logEvery === 0)
          log.warn(
            { slot: block.slot, timeSec: blockTimeSec, parentTimeSec },
            'block times of the chain are implausible but consistent: accepted',
          )
        return block
      }
      throw new NodeFailure(`the node gives different times for block ${block.slot}`)
    },
  }
}
