import type { ScreenChange, ScreenFacts, TradeVenue } from '../contract/tape-event.ts'

/** A saved screen as its owner made it; never changed. */
export type ScreenRecord = {
  readonly id: string
  readonly keyId: number
  readonly name: string
  /** JSON text of the tree of conditions, as it was given. */
  readonly filterJson: string
  readonly window: string
  /** Seconds for which a row must match, or no longer match, before it enters or leaves. */
  readonly holdSecs: number
  readonly createdAtMs: number
  /** Head of the tape when it was made: every change comes after it. */
  readonly startCursor: string
}

/** How far the evaluation of a screen came. */
export type ScreenState = {
  /** The tape over which the rows were found. */
  readonly epoch: string
  /** When its first rows were written down; null until then. */
  readonly readyAtMs: number | null
  /** It holds as many rows as it may; others wait until some leave. */
  readonly isFull: boolean
  /** How many rows it holds. */
  readonly rows: number
}

/** A row that is in a screen. */
export type ScreenMember = {
  readonly pool: string
  readonly mint: string
  readonly quoteMint: string
  readonly dex: TradeVenue
  /** Epoch ms. */
  readonly enteredAtMs: number
}

/** A change before it has a number. */
export type NewScreenChange = Omit<ScreenFacts, 'eventId' | 'number'>

/** A change that is on its way to the tape. */
export type PendingScreenChange = ScreenFacts & {
  /** The tape that it belongs to. */
  readonly epoch: string
}

/** Saved screens, the rows that are in them, and the changes that are not on the tape yet. Rows and changes are written
 *  in one transaction, and the tape numbers what it took of them: nothing is lost or repeated by a kill in between.
 *  Writes are flushed when they resolve and reject with `StoreError` when the disk refuses. */
export type ScreensTable = {
  /** Made unless its key has an identical one (its id is answered) or as many as it may have. */
  create(
    record: ScreenRecord,
    maxOfKey: number,
  ): Promise<{ readonly made: boolean; readonly identicalTo: string | null }>
  find(id: string): ScreenRecord | undefined
  state(id: string): ScreenState | undefined
  /** Oldest first. */
  listOf(keyId: number): readonly ScreenRecord[]
  all(): readonly ScreenRecord[]
  /** False when there is none. */
  remove(id: string): Promise<boolean>
  /** Rows after a pool, by their pools. */
  members(id: string, options?: { readonly afterPool?: string; readonly limit?: number }): readonly ScreenMember[]
  /** Another number after each emptying (`forgetWorld`). */
  readonly world: number
  /** Rows that are in a screen from its beginning, or the beginning of another tape, without a change of their own;
   *  what it held before is forgotten with the first piece. Nothing happens in another world than `world`. */
  seed(
    id: string,
    piece: {
      readonly world: number
      readonly epoch: string
      readonly members: readonly ScreenMember[]
      readonly isFirst: boolean
      /** Set with the last piece: it is ready. */
      readonly readyAtMs: number | null
    },
  ): Promise<void>
  /** Writes down changes of screens that still exist, in their order. */
  apply(changes: readonly NewScreenChange[], at: { readonly world: number; readonly epoch: string }): Promise<void>
  setFull(id: string, isFull: boolean): Promise<void>
  /** Changes after a number that are not known to be on the tape, ascending. */
  pending(afterNumber: number, limit: number): readonly PendingScreenChange[]
  /** Changes up to this number are on the tape, or never will be. */
  settled(upToNumber: number, tapeSeq: number): Promise<void>
  /** The newest number that was given out, and how far the tape was read when that was last known. */
  counters(): { readonly number: number; readonly tapeSeq: number }
  /** Takes over changes that the tape holds and this store does not: it was restored from an older copy. */
  takeOver(changes: readonly ScreenFacts[], upToNumber: number): Promise<void>
  /** Calls back after every change that a route made, in this process at once and in others soon. */
  onChange(listener: () => void): () => void
  /** Calls back when changes of this process wait for the tape. */
  onPending(listener: () => void): () => void
}

export function isEnter(change: ScreenChange): boolean {
  return change === 'enter'
}
