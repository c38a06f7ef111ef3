import type { TapeChain } from '../contract/tape-event.ts'
import type { WebhookEventName, WebhookFilter, WebhookType } from '../contract/webhook.ts'
import type {
  AttemptRow as Attempt,
  ConsumerState,
  CursorPlace,
  Delivery,
  OutboxEntry as Entry,
  Settlement as Settled,
} from './consumer-rows.ts'

/** What a caller asked for. Changed by the routes, and switched off by the sender. */
export type WebhookRecord = {
  readonly id: string
  readonly keyId: number
  readonly url: string
  readonly events: readonly WebhookEventName[]
  readonly chain: TapeChain
  readonly filter: WebhookFilter
  readonly description: string
  readonly batchMax: number
  readonly enabled: boolean
  readonly disabledReason: string | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly startCursor: string
  /** Events of blocks older than this are not sent. */
  readonly fromTimeSec: number
  /** Empty once the webhook is deleted. */
  readonly sealedSecret: string
  readonly oldSecret: { readonly sealed: string; readonly validUntilMs: number } | null
  /** Deleted ones are kept as long as their deliveries. */
  readonly deletedAtMs: number | null
}

/** How far it has come. Changed by the sender. */
export type WebhookState = ConsumerState

/** Something to be posted: events of the tape by number, or a made-up one. */
export type WebhookBatch = Delivery & {
  readonly test: WebhookType | null
  readonly replay: boolean
}

export type OutboxEntry = Entry<WebhookBatch>
export type AttemptRow = Attempt<WebhookBatch>
export type Settlement = Settled<WebhookBatch>

export type WebhookWithState = { readonly record: WebhookRecord; readonly state: WebhookState }

/** Webhooks with everything that must survive a kill, in the durable environment. Writes are flushed when they resolve
 *  and reject with `StoreError` when the disk refuses. */
export type WebhooksTable = {
  /** Made unless its key has an identical live one (its id is answered) or as many as it may have. */
  create(
    webhook: WebhookWithState,
    maxOfKey: number,
  ): Promise<{ readonly made: boolean; readonly identicalTo: string | null }>
  /** Deleted ones too. */
  find(id: string): WebhookWithState | undefined
  /** Those of a key that are not deleted, oldest first, after an id. */
  listOf(keyId: number, options: { readonly afterId: string; readonly limit: number }): readonly WebhookWithState[]
  /** Those that are to be served. */
  enabled(): readonly WebhookWithState[]
  /** Reads, changes and writes in one transaction; undefined without such a one. `dropQueued` empties its outbox. */
  change(
    id: string,
    edit: (before: WebhookWithState) => WebhookWithState,
    options?: { readonly dropQueued?: boolean },
  ): Promise<WebhookWithState | undefined>
  settle(id: string, settlement: Settlement): Promise<WebhookWithState | undefined>
  /** Moves the cursor past events that no subscription matches. */
  moveCursor(id: string, cursor: CursorPlace): Promise<void>
  queue(id: string, entries: readonly OutboxEntry[]): Promise<void>
  /** Waiting entries by the time of their next attempt, those before `untilMs`. */
  waiting(id: string, untilMs: number, limit: number): readonly OutboxEntry[]
  waitingCount(id: string): number
  waitingOne(id: string, deliveryId: string): OutboxEntry | undefined
  /** Attempts, newest first, after a key of an earlier answer. */
  attempts(
    id: string,
    options: { readonly beforeKey: string | null; readonly limit: number },
  ): readonly { readonly key: string; readonly row: AttemptRow }[]
  /** Removes some of what is older; how many rows. Call again while it is more than none. */
  prune(beforeMs: number): Promise<number>
  seal(id: string, secret: string): string
  /** Null when it was sealed under another master key. */
  open(id: string, sealed: string): string | null
  /** Calls back after every change that a route made, in this process at once and in others soon. */
  onChange(listener: () => void): () => void
}
