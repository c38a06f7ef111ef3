import type { ChainPort, ChainReader } from '../chain/port.ts'
import type { IngestTiming } from '../config/ingest.ts'
import type { Context } from '../context.ts'
import { ok } from '../contract/outcome.ts'
import type { BlockHead, TapeChain } from '../contract/tape-event.ts'
import { claimShownWorld } from '../store/claim-shown-world.ts'
import { StoreError } from '../store/store-error.ts'
import { TapeEmptied } from '../store/tape/tape-emptied.ts'
import type { FollowerPosition, Tape, TapeWriter } from '../store/tape/types.ts'
import type { BlockFeed } from './block-feed.ts'
import type { FinalDoubt } from './final-doubt.ts'
import type { IngestMetrics } from './ingest-metrics.ts'
import { orThrow } from './node-failure.ts'
import type { SlotReader } from './slot-reader.ts'

/** Where an empty tape begins, in slots before the newest, and over how many missing slots it is given up. */
export type Reach = { readonly backfillSlots: number; readonly maxGapSlots: number }

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
  readonly reach: Reach
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

/** Throws `NodeFailure` for a node that shows several chains, and `StoreError` for one of another chain. The store as a
 *  whole belongs to the world of Solana; of a chain beside it only the tape knows. */
export async function claimNodesWorld<B extends BlockHead>({
  ctx,
  chain,
  reader,
  tape,
}: Pick<Following<B>, 'ctx' | 'chain' | 'reader' | 'tape'>): Promise<void> {
  if (chain !== 'solana') {
    const genesisHash = await reader.genesisHash()
    if (await tape.enterChain(chain, genesisHash, { mayEmpty: ctx.config.mode === 'sandbox' })) return
    const message = `the tape holds another chain as ${chain} than the node shows, whose genesis hash is ${genesisHash}`
    throw new StoreError('wrong_chain', ctx.config.dataDir, message)
  }
  orThrow(await claimShownWorld(ctx.store, async () => ok(await reader.genesisHash()), ctx.clock))
}

/** A block without a known parent may be of another world: a sandbox that was started again. In live mode the node of
 *  another chain is refused here. Hashes keep apart what stands on a known block. */
export async function assertSameWorld<B extends BlockHead>(following: Following<B>): Promise<void> {
  await claimNodesWorld(following)
  assertSameTape(following)
}

/** The follower of another chain may have emptied the tape. */
export function assertSameTape<B extends BlockHead>({ tape, epoch }: Following<B>): void {
  if (tape.epoch !== epoch) throw new TapeEmptied()
}
