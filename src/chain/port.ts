import type { BlockHead, DecodedBlock, TapeChain } from '../contract/tape-event.ts'
import type { Logger } from '../runtime/log.ts'

/* What the follower asks of a chain. `src/ingest/solana` and `src/ingest/evm` implement it; a chain of another family
 * brings these members and no other follower, tape or push. Building transactions is not part of the port: only Solana
 * has code that would use it. */

/** A chain as it is followed. `B` is a block as its node sends it, undecoded. */
export type ChainPort<B extends BlockHead> = {
  readonly chain: TapeChain
  /** Subscribes to new blocks; absent without subscriptions. Ends with one `onClosed`; the caller connects again. */
  follow?(listener: ChainListener<B>): { close(): void }
  /** Requests to a node. Rejects with `NodeFailure` when the node itself is the trouble, and when `signal` aborts. */
  read(parts: { readonly log: Logger; readonly signal: AbortSignal }): ChainReader<B>
  /** What a block says of the followed markets, in chain order. */
  decode(block: B): Promise<DecodedBlock>
  /** Whether the node sent a block without any transaction, which its hash does not prove: it is fetched a second
   *  time. */
  isEmpty(block: B): boolean
  /** The same block with another time. */
  withTime(block: B, blockTimeSec: number | null): B
}

/** What a follower hears from its subscription. */
export type ChainListener<B extends BlockHead> = {
  /** A block, in the order in which the node confirmed it, and how many bytes of it are held. Only from nodes that send
   *  blocks. */
  onBlock(block: B, bytes: number): void
  /** The node works on this slot: something new may be readable. */
  onSlot(slot: number): void
  /** Whether the node sends blocks; called once per connection. */
  onBlocksServed(isServed: boolean): void
  onClosed(reason: string): void
}

export type ChainReader<B extends BlockHead> = {
  /** Names the chain: blocks of two chains never stand on one tape. */
  genesisHash(): Promise<string>
  /** Newest slot at a commitment. */
  head(commitment: 'confirmed' | 'finalized'): Promise<number>
  firstAvailable(): Promise<number | null>
  /** Whether the chain is one whose slots may have several blocks, as the node says now. */
  mayHaveSeveral(): Promise<boolean>
  /** Slots with blocks, ascending; every slot where the node does not list them. */
  list(fromSlot: number, toSlot: number): Promise<readonly number[]>
  /** Several at once, in their order, as many as may be held together: at least one unless it is missing. */
  fetchMany(slots: readonly number[]): Promise<Fetching<B>>
  fetch(slot: number): Promise<Fetched<B> | Missing>
  /** Whether the node serves blocks at all: one of the newest of these can be read. */
  servesOneOf(slots: readonly number[]): Promise<boolean>
  /** Head of a final block; `none` when the node says that there is no block, null when it does not say. */
  finalHeader(slot: number): Promise<FinalHeader | 'none' | null>
}

/** What came of asking for one slot. `block` is null for a slot without one; `lost` says why it never can be read. */
export type Fetched<B extends BlockHead> = {
  readonly slot: number
  readonly block: B | null
  readonly lost: string | null
}

/** A block that must be there and cannot be read now. `fromSlot`: the first slot that nothing is known of without
 *  it. */
export type Missing = {
  readonly fromSlot: number
  readonly slot: number
  readonly reason: string
  /** The node serves another block of the same slot instead, and a request names no more than the slot. */
  readonly isOneOfSeveral?: true
}

/** As far as it went, in order; `missing` is the slot after it. */
export type Fetching<B extends BlockHead> = {
  readonly fetched: readonly Fetched<B>[]
  readonly missing: Missing | null
}

/** A block that the node calls final, and its parent. */
export type FinalHeader = Omit<BlockHead, 'blockTimeSec'>
