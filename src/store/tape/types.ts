import type {
  DecodedBlock,
  EvmDex,
  EvmTapeChain,
  LaunchEvent,
  ScreenEvent,
  ScreenFacts,
  SwapSums,
  TapeChain,
  TapeDex,
  TapeEvent,
  TradeEvent,
} from '../../contract/tape-event.ts'

import type { TapeDay } from './day.ts'

/** A place on a tape: after `seq`. Opaque text for everyone else; texts of one epoch compare as their numbers do. */
export type Cursor = { readonly epoch: string; readonly seq: number }

/** What the follower hands over of one block. */
export type NewSlot = DecodedBlock

/** A place between blocks: after a slot, or after one of its blocks. */
export type TapePlace = { readonly slot: number; readonly bank?: number }

/** Whether a block is above a place. */
export function isAbove({ slot, bank }: Pick<SlotRecord, 'slot' | 'bank'>, place: TapePlace): boolean {
  return slot > place.slot || (slot === place.slot && bank > (place.bank ?? Number.POSITIVE_INFINITY))
}

export type SlotStatus = 'confirmed' | 'finalized' | 'retracted'

/** A block of a chain. Of a slot with several, the hash says which. */
export type BlockRef = { readonly slot: number; readonly blockHash: string }

/** What is known of one block of a slot, or of one that it had. A retraction replaces the record. */
export type SlotRecord = {
  readonly chain: TapeChain
  readonly slot: number
  /** Which block of its slot it is: 0 for the first, and for the only one, 1 for the one on top of that. */
  readonly bank: number
  readonly blockHash: string
  readonly parentSlot: number
  readonly parentHash: string
  readonly blockTimeSec: number | null
  readonly status: SlotStatus
  /** The events of the surviving block: the first one's number (0 without events) and how many. */
  readonly firstSeq: number
  readonly count: number
  /** SHA-256 in hex over the event ids of the surviving block in their order. */
  readonly digest: string
  /** SHA-256 in hex over the previous finalised record's chain digest, slot, count and digest; null until finalised. */
  readonly chainDigest: string | null
  /** Absent where the follower read a part of the swaps only. */
  readonly swaps?: SwapSums
}

/** Slots that could not be read. */
export type LostRange = {
  readonly fromSlot: number
  readonly toSlot: number
  readonly reason: string
  /** Set for one slot whose block is on the tape, but for so many of its transactions. */
  readonly transactions?: number
  /** Set for one slot of which another block may be on the tape: a block of several that cannot be read. */
  readonly isOneOfSeveral?: true
}

/** Final blocks that proved false and were taken back. */
export type Correction = {
  readonly atMs: number
  /** What is at or below this slot was right. */
  readonly aboveSlot: number
  /** First and last slot that was taken back, and how many events. */
  readonly fromSlot: number
  readonly toSlot: number
  readonly events: number
  readonly reason: string
}

/** A stretch of the chain that the tape holds without a gap, both ends included. */
export type Coverage = {
  readonly chain: TapeChain
  readonly fromSlot: number
  readonly toSlot: number
  readonly fromTimeSec: number | null
  readonly toTimeSec: number | null
}

/** One minute of a pool, from surviving trades in tape order. Prices in dollars. Trades without a price are counted
 *  only. */
export type MinuteCandle = {
  /** Epoch ms of the start. */
  readonly tMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volumeUsd: number
  readonly buys: number
  readonly sells: number
}

/** Whose events to read. Without a chain those of any: enough for addresses of Solana, which no other chain has. */
export type EventScope = {
  readonly by: 'mint' | 'pool' | 'wallet'
  readonly address: string
  readonly chain?: TapeChain
}

export type TapeWindow = {
  /** The newest event and the one before the oldest that is kept: a cursor may stand anywhere between them. */
  readonly head: Cursor
  readonly tail: Cursor
  /** Of the oldest and newest event that is kept; null on an empty tape. */
  readonly tailTimeSec: number | null
  readonly headTimeSec: number | null
}

/** Where a cursor leads. `gone`: of another epoch or older than what is kept; reading continues after `resumeAt`. */
export type CursorCheck =
  | { readonly status: 'ok'; readonly seq: number }
  | { readonly status: 'gone'; readonly resumeAt: number }
  | { readonly status: 'malformed' }

export type FollowerPosition = {
  readonly chain: TapeChain
  /** Newest slot on the tape, with its block's hash. */
  readonly slot: number
  readonly blockHash: string
  readonly finalizedSlot: number
  /** Newest slot that was ever on the tape; absent where a follower of an earlier version wrote last. */
  readonly highestSlot?: number
}

/** What a reader sees; reads are synchronous and see every commit of this process at once, those of another process
 *  after `refresh` or at the latest 20 ms later. */
export type TapeReader = {
  /** Random at creation; eight hex digits. */
  readonly epoch: string
  window(): TapeWindow
  formatCursor(seq: number): string
  checkCursor(text: string): CursorCheck
  /** Events after `afterSeq` in order, at most `limit`, without those no longer kept. */
  read(afterSeq: number, limit: number): readonly TapeEvent[]
  /** The newest surviving trades of a scope, newest first; those before `beforeSeq` when it is given. Bounded: looks at
   *  no more than `TAPE.blocksPerRead` blocks, and says where it stopped. `blocks`: at no more than so many, and keeps
   *  none of them in memory: a piece of a read of a whole history. */
  trades(
    scope: EventScope,
    options: {
      readonly limit: number
      readonly beforeSeq?: number
      readonly fromTimeSec?: number
      readonly toTimeSec?: number
      readonly blocks?: number
    },
  ): { readonly trades: readonly TradeEvent[]; readonly nextBeforeSeq: number | null }
  /** The newest surviving launches of a chain, of Solana where none is named, newest first. */
  launches(options: {
    readonly limit: number
    readonly chain?: TapeChain
    readonly dex?: TapeDex | EvmDex
    readonly beforeSeq?: number
  }): {
    readonly launches: readonly LaunchEvent[]
    readonly nextBeforeSeq: number | null
  }
  /** The newest changes of a saved screen, newest first. */
  screenChanges(
    screenId: string,
    options: { readonly limit: number; readonly beforeSeq?: number },
  ): readonly ScreenEvent[]
  /** Number of the newest change of any screen on the tape; 0 without one. */
  lastScreenChange(): number
  /** The launch of a mint that carries its name, newest first of those kept; on Solana where no chain is named. */
  launchOf(mint: string, chain?: TapeChain): LaunchEvent | undefined
  /** Minutes with trades, ascending, both ends included. `market`: the pool as `onChain` writes it. */
  candles(market: string, fromMs: number, toMs: number): readonly MinuteCandle[]
  /** The newest surviving block of a slot; a retracted one where none survives. */
  slot(chain: TapeChain, slot: number): SlotRecord | undefined
  /** The surviving blocks of a slot in the order of the chain: mostly one. */
  banks(chain: TapeChain, slot: number): readonly SlotRecord[]
  /** Records of blocks from a slot on, in the order of the chain. */
  slots(chain: TapeChain, fromSlot: number, limit: number): readonly SlotRecord[]
  /** The newest surviving block of a chain, also where slots after it are lost. */
  newestBlock(chain: TapeChain): SlotRecord | undefined
  /** The newest stretch without a gap; undefined on an empty tape, and where the newest slots are lost. */
  coverage(chain: TapeChain): Coverage | undefined
  lost(chain: TapeChain): readonly LostRange[]
  /** Oldest first. */
  corrections(chain: TapeChain): readonly Correction[]
  position(chain: TapeChain): FollowerPosition | undefined
  /** The first event at or after a time; the head's successor when there is none. */
  seqAt(timeSec: number): number
  eventAt(seq: number): TapeEvent | undefined
  /** Whether the event is still part of the chain as it is known now. */
  survives(event: TradeEvent | LaunchEvent): boolean
  /** How many blocks had stood on the block of an event when a fork took it away; null while it survives, infinity where
   *  the tape does not say. */
  depthTakenBack(seq: number): number | null
  isFinalized(chain: TapeChain, slot: number): boolean
  /** Calls back with the new head after every commit, in this process at once. Returns how to stop. */
  subscribe(listener: (headSeq: number) => void): () => void
  /** Sees what other processes have committed. */
  refresh(): void
}

/** What the writer needs beside. */
export type StoredTapeReader = TapeReader & {
  headSeq(): number
  storedPosition(chain: TapeChain): (FollowerPosition & { readonly chainDigest: string | null }) | undefined
  survivesSeq(seq: number): boolean
  /** The day that holds the record of a block. */
  dayOfRecord(record: SlotRecord): TapeDay | undefined
  /** As it is kept, minutes that a retraction has emptied among them. */
  storedCandle(market: string, tMs: number): MinuteCandle | undefined
}

/** What one commit added. The events are made when they are first asked for. */
export type Appended = { readonly events: readonly TapeEvent[]; readonly headSeq: number }

/** The one process that follows chains. Every method is one commit, flushed when it resolves. Rejects with
 *  `StoreError` when the disk refuses; then nothing of it was kept. */
export type TapeWriter = {
  /** What is written from here on belongs to this epoch: once the tape has been emptied for another world, every method
   *  rejects with `TapeEmptied` until it gets the new one. */
  writeTo(epoch: string): void
  /** Appends the events of a block, followed by a `lost` of its slot when not all of it could be read. The same block
   *  again (same slot and hash) appends nothing. */
  appendSlot(slot: NewSlot, indexedAtMs: number): Promise<Appended>
  /** The same for many blocks in one commit: backfill. */
  appendSlots(slots: readonly NewSlot[], indexedAtMs: number): Promise<Appended>
  /** Takes back what a fork replaced, newest block first: one `retracted` event for each of its events, candles of its
   *  trades made again, its records replaced. Without a hash: every block of the slot. */
  retract(chain: TapeChain, blocks: readonly (Pick<BlockRef, 'slot'> & Partial<BlockRef>)[]): Promise<Appended>
  /** Takes back, as `retract`, everything above a place although some of it is final, and keeps that it happened. The
   *  digests are chained again from there. */
  takeBackFinal(
    chain: TapeChain,
    above: TapePlace,
    why: { readonly atMs: number; readonly reason: string },
  ): Promise<Appended>
  /** Everything up to here is final: chains the digests. */
  finalize(chain: TapeChain, upToSlot: number): Promise<void>
  /** Appends changes of saved screens that were found over the tape of this epoch; null when it is another one now. */
  appendScreens(epoch: string, changes: readonly ScreenFacts[]): Promise<Appended | null>
  /** Slots that will never be read. */
  recordLost(chain: TapeChain, range: LostRange): Promise<Appended>
  /** Removes whole days that are over the age or beyond the byte cap. Never waits for writers. */
  prune(nowMs: number): Promise<{ readonly removedDays: readonly string[] }>
}

export type Tape = TapeReader & {
  /** Null in a process that does not follow. */
  readonly writer: TapeWriter | null
  usedBytes(): number
  /** Empties it. A new epoch begins. */
  clear(): Promise<void>
  /** Empties it when it holds the chain of another genesis hash; only the first of several processes that notice
   *  does. */
  enterWorld(genesisHash: string): Promise<void>
  /** The same of a chain beside Solana, each with a genesis hash of its own. False, and nothing changes, when the tape
   *  holds another one and may not be emptied. */
  enterChain(chain: EvmTapeChain, genesisHash: string, options: { readonly mayEmpty: boolean }): Promise<boolean>
  close(): Promise<void>
}

export type { LaunchEvent, TapeEvent, TradeEvent }
