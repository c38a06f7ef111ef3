import type { ChainPort, ChainReader } from '../chain/port.ts'
import type { IngestTiming } from '../config/ingest.ts'
import type { Context } from '../context.ts'
import { ok } from '../contract/outcome.ts'
import type { BlockHead, TapeChain } from '../contract/tape-event.ts'
import { claimShownWorld } from '../store/claim-shown-world.ts'
import { TapeEmptied } from '../store/tape/tape-emptied.ts'
import type { FollowerPosition, Tape, TapeWriter } from '../store/tape/types.ts'
import type { BlockFeed } from './block-feed.ts'
import type { FinalDoubt } from './final-doubt.ts'
import type { IngestMetrics } from './ingest-metrics.ts'
import { orThrow } from './node-failure.ts'
import type { SlotReader } from './slot-reader.ts'

/** A follower at work: what its steps share. */
export type Following<B extends BlockHead> = {
  readonly ctx: Pick<Context, 'clock' | 'log' | 'config' | 'metrics' | 'store'>
  readonly port: ChainPort<B>
  readonly chain: TapeChain
  readonly tape: Tape
  readonly writer: TapeWriter
  readonly timing: IngestTiming
  readonly signal: AbortSignal
  readonly feed: BlockFeed<B>
  readonly reader: ChainReader<B>
  readonly slotReader: SlotReader<B>
  readonly doubt: FinalDoubt
  readonly metrics: IngestMetrics
  /** Of the tape that is followed on. */
  epoch: string
  /** Where an empty tape begins. */
  beginSlot: number
  /** The block that everything after it waits for. */
  awaited: { readonly slot: number; readonly sinceMs: number; tries: number } | null
  /** A block of the tape that cannot be compared with the node's, and since when. */
  unsettled: { readonly slot: number; readonly sinceMs: number } | null
  /** The newest block when it was last compared. */
  comparedHash: string | null
  /** Whether slots may have several blocks, as the node said last. */
  several: { readonly mayBe: boolean; readonly askedMs: number } | null
}

export function positionOf<B extends BlockHead>({ tape, chain }: Following<B>): FollowerPosition | undefined {
  return tape.position(chain)
}

/** Throws `NodeFailure` for a node that shows several chains, and `StoreError` for one of another chain. */
export async function claimNodesWorld<B extends BlockHead>({
  ctx,
  reader,
}: Pick<Following<B>, 'ctx' | 'reader'>): Promise<void> {
  orThrow(await claimShownWorld(ctx.store, async () => ok(await reader.genesisHash()), ctx.clock))
}

/** A block without a known parent may be of another world: a sandbox that was started again. In live mode the node of
 *  another chain is refused here. Hashes keep apart what stands on a known block. */
export async function assertSameWorld<B extends BlockHead>({ ctx, reader, tape, epoch }: Following<B>): Promise<void> {
  await claimNodesWorld({ ctx, reader })
  if (tape.epoch !== epoch) throw new TapeEmptied()
}
