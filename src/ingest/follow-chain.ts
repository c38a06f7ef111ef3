import type { ChainPort } from '../chain/port.ts'
import { INGEST, INGEST_TIMING, type IngestTiming } from '../config/ingest.ts'
import type { BlockHead } from '../contract/tape-event.ts'
import { backoffMs } from '../runtime/backoff.ts'
import type { TapeWriter } from '../store/tape/types.ts'
import { openBlockFeed } from './block-feed.ts'
import { appendLive, catchUp } from './catch-up.ts'
import { compareTop, finalizeTape } from './compare-final.ts'
import { createFinalDoubt, type Witness } from './final-doubt.ts'
import { assertSameTape, claimNodesWorld, type Following, type Reach } from './following.ts'
import { createIngestMetrics } from './ingest-metrics.ts'
import { createSlotReader } from './slot-reader.ts'
import { createTroubleLog } from './trouble-log.ts'

export type Follower = { stop(): Promise<void> }

export type FollowerParts<B extends BlockHead> = {
  readonly ctx: Following<B>['ctx']
  readonly port: ChainPort<B>
  readonly writer: TapeWriter
  readonly timing?: Partial<IngestTiming>
  /** As INGEST_BACKFILL_SLOTS and INGEST_MAX_GAP_SLOTS say when it is absent. */
  readonly reach?: Reach
  /** Other nodes that have to agree before a final block is taken back. There is no setting for a second node yet. */
  readonly witnesses?: readonly Witness[]
  /** Hears of a failure that no further try can mend, as a live node of another chain. Following goes on trying. */
  onFailure?(error: unknown): void
}

/** Follows a chain from where the tape ends: first what is missing, then what comes. A block is appended when the tape
 *  ends with its parent; a hole is filled by fetching parents, or recorded as lost; a block whose parent is an older
 *  one takes back what it replaced. So the order of the tape is the order of the chain. Any failure ends in a new try
 *  from what is stored. */
export function followChain<B extends BlockHead>(parts: FollowerParts<B>): Follower {
  const stopping = new AbortController()
  const following = createFollowing(parts, stopping.signal)
  const running = run(following, parts)
  return {
    async stop() {
      stopping.abort()
      following.feed.close()
      await running
    },
  }
}

function createFollowing<B extends BlockHead>(parts: FollowerParts<B>, signal: AbortSignal): Following<B> {
  const { port, writer } = parts
  const { chain } = port
  // One of several followers says which.
  const log = chain === 'solana' ? parts.ctx.log : parts.ctx.log.child({ chain })
  const ctx = { ...parts.ctx, log }
  const { clock, config } = ctx
  const { tape } = ctx.store
  const timing: IngestTiming = { ...INGEST_TIMING, ...parts.timing }
  const reader = port.read({ log, signal })
  // The sandbox's clock jumps through its history.
  const aheadSec = config.mode === 'live' ? INGEST.blockAheadSec : Number.POSITIVE_INFINITY
  return {
    ...{ ctx, port, chain, tape, writer, timing, signal, reader },
    feed: openBlockFeed({ follow: port.follow, clock, log, timing }),
    slotReader: createSlotReader({ port, reader, clock, aheadSec, log, timing, signal }),
    doubt: createFinalDoubt({ chain, tape, reader, witnesses: parts.witnesses ?? [], clock, log, timing }),
    metrics: createIngestMetrics(ctx, chain),
    reach: parts.reach ?? config.ingest,
    epoch: tape.epoch,
    beginSlot: 0,
    awaited: null,
    unsettled: null,
    comparedHash: null,
    several: null,
  }
}

async function run<B extends BlockHead>(following: Following<B>, parts: FollowerParts<B>): Promise<void> {
  const { signal, timing, ctx } = following
  const troubles = createTroubleLog(ctx.log)
  const upkeep = createUpkeep(following)
  while (!signal.aborted) {
    try {
      await follow(following, upkeep, () => troubles.went())
    } catch (error) {
      if (signal.aborted) return
      const failures = troubles.failed(error)
      parts.onFailure?.(error)
      await ctx.clock.sleep(backoffMs(failures, timing.restartMs), signal).catch(() => undefined)
    }
  }
}

async function follow<B extends BlockHead>(following: Following<B>, upkeep: Upkeep, onStep: () => void): Promise<void> {
  const { feed, tape, writer, timing, signal } = following
  feed.forget()
  following.awaited = null
  await claimNodesWorld(following)
  following.epoch = tape.epoch
  writer.writeTo(tape.epoch)
  let hasReadPast = false
  while (!signal.aborted) {
    const isCaughtUp = await advance(following, upkeep.run)
    onStep()
    // What was read of the past may be older than what is kept; what comes after it is not.
    if (isCaughtUp && !hasReadPast) upkeep.pruneNext()
    hasReadPast ||= isCaughtUp
    await upkeep.run()
    if (isCaughtUp)
      await feed.waitForNotification(feed.isConnected ? timing.pollMs : timing.pollWithoutSubscriptionsMs, signal)
  }
}

/** One step; true when there was nothing left to do. */
async function advance<B extends BlockHead>(following: Following<B>, upkeep: () => Promise<void>): Promise<boolean> {
  assertSameTape(following)
  if (await appendLive(following)) return false
  const head = await following.reader.head('confirmed')
  // The block may have come while the node was asked.
  return (await appendLive(following)) ? false : catchUp(following, head, upkeep)
}

type Upkeep = { run(): Promise<void>; pruneNext(): void }

/** Finality, the comparison with the node, and days that are over: each in its turn. */
function createUpkeep<B extends BlockHead>(following: Following<B>): Upkeep {
  const { ctx, writer, timing } = following
  let nextFinalizeMs = 0
  let nextPruneMs = 0
  return {
    async run() {
      const nowMs = ctx.clock.monotonicMs()
      if (nowMs >= nextFinalizeMs) {
        nextFinalizeMs = nowMs + timing.finalizeEveryMs
        await finalizeTape(following)
        await compareTop(following)
      }
      if (nowMs >= nextPruneMs) {
        nextPruneMs = nowMs + INGEST.pruneEveryMs
        const { removedDays } = await writer.prune(ctx.clock.nowMs())
        if (removedDays.length > 0) ctx.log.info({ removedDays }, 'days of the tape that are over were removed')
      }
    },
    pruneNext() {
      nextPruneMs = 0
    },
  }
}
