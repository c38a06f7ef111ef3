import type { CacheName } from '../config/cache-ttls.ts'
import type { ApiKeyRecord, Scope, Tier } from '../contract/api-key.ts'
import type { ChainMeasure } from '../contract/chain-evidence.ts'
import type { Outcome } from '../contract/outcome.ts'
import type { AttemptsTable, ChallengesTable, SessionsTable } from './account-rows.ts'
import type { AuditNote, AuditRow, AuditTable } from './audit-rows.ts'
import type { CohortsTable } from './cohort-rows.ts'
import type { CustodyTable } from './custody-rows.ts'
import type { Integrity } from './integrity.ts'
import type { RecoveriesTable } from './recovery-rows.ts'
import type { RefundsTable } from './refund-rows.ts'
import type { ScoresTable } from './score-rows.ts'
import type { ScreensTable } from './screen-rows.ts'
import type { Tape } from './tape/types.ts'
import type { IdempotencyTable, TradesTable } from './trade-rows.ts'
import type { WebhooksTable } from './webhook-rows.ts'
import type { WithdrawalsTable } from './withdrawal-rows.ts'

/** What the rest of the service sees of LMDB. Reads are synchronous (memory-mapped); writes resolve when committed,
 *  and those marked durable when flushed to disk. */
export type Store = {
  /** Shared values with a lifetime: one load at a time per key, stale on failure where the cache allows it. The outcome
   *  carries `cache`. A loader that met a failed source returns its value with `cache.degraded`. */
  memo<T>(
    cache: CacheName,
    key: string,
    load: () => Promise<Outcome<T>>,
    options?: { bypass?: boolean },
  ): Promise<Outcome<T>>
  /** The same per item: only missing keys are loaded, in one call; a key the loader leaves out is remembered as
   *  null. */
  memoMany<T>(
    cache: CacheName,
    keys: readonly string[],
    loadMissing: (missing: readonly string[]) => Promise<Outcome<ReadonlyMap<string, T>>>,
  ): Promise<Outcome<ReadonlyMap<string, T | null>>>
  /** What `memo` would answer right now without loading; undefined when nothing fresh is held. */
  peek<T>(cache: CacheName, key: string): T | undefined
  readonly responses: ResponseTable
  readonly apiKeys: ApiKeysTable
  readonly usage: UsageTable
  readonly solPrices: SolPricesTable
  /** Scores that were handed out and what became of their tokens; emptied with the world. */
  readonly scores: ScoresTable
  readonly trendingRanks: TrendingRanksTable
  /** What the newest measurement of each chain found; emptied with the world. */
  readonly chainMeasures: ChainMeasuresTable
  readonly rateCounts: RateCountsTable
  readonly reports: ReportsTable
  readonly streamTickets: StreamTicketsTable
  readonly webhooks: WebhooksTable
  /** Saved screens; their rows are emptied with the world. */
  readonly screens: ScreensTable
  /** Of `Idempotency-Key`; emptied with the world. */
  readonly idempotency: IdempotencyTable
  /** The ledger of trades, positions and fees; emptied with the world. */
  readonly trades: TradesTable
  /** What custodial wallets got back; emptied with the world. */
  readonly refunds: RefundsTable
  /** Recoveries that callers reported, and what the fee payer has at stake; emptied with the world. */
  readonly recoveries: RecoveriesTable
  /** Analyses of sets of wallets, under way and of the last 20 minutes; emptied with the world. */
  readonly cohorts: CohortsTable
  readonly custody: CustodyTable
  /** Whether rows that decide about money can be authenticated, and which ones failed. */
  readonly integrity: Pick<Integrity, 'problem' | 'assertOpen' | 'rejected' | 'upgraded' | 'isWitnessKept'>
  /** Withdrawals whose end is not written down yet; ended as unknown with the world. */
  readonly withdrawals: WithdrawalsTable
  /** The log of changes to keys and accounts. */
  readonly audit: AuditTable
  readonly sessions: SessionsTable
  readonly challenges: ChallengesTable
  readonly attempts: AttemptsTable
  /** What happened on the followed chains. Its writer is there only in the process that follows. */
  readonly tape: Tape
  /** Compares the chain that a node or the sandbox now shows with the one this store belongs to. Live mode throws
   *  `StoreError` (`wrong_chain`); sandbox mode empties caches and market history and keeps keys and usage. Answers
   *  whether the world changed. Called at every reconnect. */
  claimWorld(genesisHash: string): Promise<{ readonly changed: boolean }>
  /** Another number after every change of the world: what was read from the old one, or is still being read, must not
   *  be kept. A number in memory, as cheap as a variable. */
  worldVersion(): number
  /** Where each environment lives and how full it is, for metrics and doctor. */
  stats(): Readonly<Record<string, { readonly path: string; readonly usedBytes: number; readonly mapBytes: number }>>
  /** Flushes and closes every environment. */
  close(): Promise<void>
}

/** Second level of the response cache; values are plain copies, safe to keep. */
export type StoredResponse = {
  readonly body: Buffer
  readonly etag: string
  readonly builtAtMs: number
  readonly freshUntilMs: number
}
export type ResponseTable = {
  /** With `scratch`, a body that fits into it is copied there instead of into memory of its own, and is valid until the
   *  scratch is used again: for bodies that are sent on the spot. */
  get(key: string, scratch?: Buffer): StoredResponse | undefined
  put(key: string, response: StoredResponse): void
}

export type NewApiKey = {
  readonly label: string
  readonly tier: Tier
  readonly scopes?: readonly Scope[]
  readonly ownerWallet?: string | null
  readonly feeWallet?: string | null
  readonly limitPer10s?: number | null
  readonly allowedDomains?: readonly string[]
  readonly hasBrandingLicense?: boolean
}
export type ApiKeyPatch = Partial<
  Pick<
    ApiKeyRecord,
    | 'tier'
    | 'scopes'
    | 'ownerWallet'
    | 'feeWallet'
    | 'pendingFeeWallet'
    | 'feeWalletLocked'
    | 'limitPer10s'
    | 'allowedDomains'
    | 'hasBrandingLicense'
    | 'brandingLicenseTx'
    | 'label'
    | 'revokedAtMs'
  >
>
/** A key as its caller gets it: the text is known only now. */
export type MadeKey = { readonly key: string; readonly record: ApiKeyRecord }
/** By what right a key has a branding payment: it is named in it, its payer claimed it, or it asked first. */
export type BrandingClaimKind = 'named' | 'payer' | 'open'
export type BrandingPayment = { readonly keyId: number; readonly atMs: number; readonly claim: BrandingClaimKind }

/** `row` is null when nothing changed. */
export type AlteredKey = {
  readonly before: ApiKeyRecord
  readonly after: ApiKeyRecord
  readonly row: AuditRow | null
}
/** Every change with a note writes its row of the audit log in the same transaction. */
export type ApiKeysTable = {
  /** Durable before it resolves; the key itself is returned once and never stored. */
  create(input: NewApiKey, note?: AuditNote): Promise<MadeKey>
  /** Makes the key of a row that is lost or not authentic: a new text, and the wallets of that id. Undefined when there
   *  is such a key. */
  recover(id: number, input: NewApiKey, note: AuditNote): Promise<MadeKey | undefined>
  /** The same for a wallet that has no living key yet, decided in the transaction; else says why not. */
  register(
    input: NewApiKey & { readonly ownerWallet: string },
    options: { readonly maxKeys: number; readonly note: AuditNote },
  ): Promise<MadeKey | 'has_key' | 'too_many'>
  /** Puts a new key in the place of the old one, which stays good for `graceMs` more; one that was retired before ends
   *  now. Undefined when there is no such living key of that owner. */
  regenerate(
    id: number,
    options: { readonly ownerWallet: string; readonly graceMs: number; readonly note: AuditNote },
  ): Promise<MadeKey | undefined>
  /** Revoked keys are found too; the caller checks `revokedAtMs`. Retired keys are found while they are good. */
  findByDigest(digestHex: string): ApiKeyRecord | undefined
  findById(id: number): ApiKeyRecord | undefined
  /** The living key of a wallet; the oldest when the operator gave it several. */
  findByOwner(ownerWallet: string): ApiKeyRecord | undefined
  /** Whether a wallet has such a key, living or not. An unknown id and one of someone else take the same way. */
  isOwned(id: number, ownerWallet: string): boolean
  list(): readonly ApiKeyRecord[]
  /** Durable before it resolves; undefined when there is no such key. */
  update(id: number, patch: ApiKeyPatch, note?: AuditNote): Promise<ApiKeyRecord | undefined>
  /** Reads, decides and writes in one transaction, so that no two processes decide on one state of the record. `decide`
   *  gives null to leave it as it is. Undefined when there is no such key or it was left. */
  alter(
    id: number,
    decide: (record: ApiKeyRecord) => ApiKeyPatch | null,
    note: AuditNote,
  ): Promise<AlteredKey | undefined>
  /** Gives the branding license for a payment that was verified. A payment counts once, for one key, for any caller
   *  first: decided in the transaction that writes it. A claim of its payer takes it away from a key that had no better
   *  right than to have asked first. */
  activateBranding(
    id: number,
    payment: {
      readonly ownerWallet: string
      readonly signature: string
      readonly claim: BrandingClaimKind
      /** Wallets that paid it. */
      readonly payers: readonly string[]
      readonly note: AuditNote
    },
  ): Promise<'activated' | 'already_active' | 'signature_used' | 'no_key'>
  /** Who a payment counted for. */
  brandingPayment(signature: string): BrandingPayment | undefined
  /** The key that an amount of so many lamports beyond the price names. */
  keyOfBrandingTail(tailLamports: number): number | undefined
  /** The lamports beyond the price that name this key; durable before it resolves. Undefined when none can be had. */
  brandingTail(id: number): Promise<number | undefined>
  /** Keys that live in memory only: the sandbox's published ones. Negative ids, never written. */
  addVolatile(key: string, input: NewApiKey): ApiKeyRecord
  /** Changes whenever any process on this store changed a key, and soon after a retired key ended; what auth keeps in
   *  memory is valid for one version. */
  version(): number
}

/** What a key did with a route within one hour or, read back, within one bucket of the resolution asked for. */
export type UsageDelta = {
  readonly keyId: number
  readonly route: string
  /** Any time within the hour when added; the start of the UTC hour or day when read. */
  readonly bucketMs: number
  readonly calls: number
  readonly errors: number
  readonly failures: number
  readonly totalMs: number
  readonly maxMs: number
  readonly providerCalls: number
  readonly providerCostUsd: number
}
/** Hours are kept for two days, days for the longest range. */
export type UsageResolution = 'hour' | 'day'
export type UsageTable = {
  /** Adds to the stored rows in one transaction: all or none. Rejects with `StoreError` when the disk refuses. */
  add(deltas: readonly UsageDelta[]): Promise<void>
  /** Rows of one key from the bucket that holds `fromMs` to the one that holds `toMs`, ascending by time. */
  read(keyId: number, resolution: UsageResolution, fromMs: number, toMs: number): readonly UsageDelta[]
  /** Removes some rows older than these times; how many. Call again while it is more than none. */
  prune(beforeMs: Readonly<Record<UsageResolution, number>>): Promise<number>
  /** Names who still holds counts in memory; the answer takes the name off again. */
  attachPending(flush: () => Promise<void>): () => void
  /** Has everyone who holds counts write them, so that a read sees them. Never rejects because of the disk. */
  settle(): Promise<void>
}

export type SolPriceRow = { readonly tMs: number; readonly priceUsd: number; readonly tier: string }
export type SolPricesTable = {
  put(row: SolPriceRow): Promise<void>
  latest(): SolPriceRow | undefined
  /** Ascending, both ends included. */
  range(fromMs: number, toMs: number): readonly SolPriceRow[]
  prune(beforeMs: number): Promise<void>
}

export type TrendingRanksTable = {
  put(tMs: number, ranks: ReadonlyMap<string, number>): Promise<void>
  /** The newest snapshot at or before `tMs`. */
  at(tMs: number): { readonly tMs: number; readonly ranks: ReadonlyMap<string, number> } | undefined
  prune(beforeMs: number): Promise<void>
}

export type ChainMeasuresTable = {
  get(chain: string): ChainMeasure | undefined
  /** Durable before it resolves. */
  put(measure: ChainMeasure): Promise<void>
}

/** Requests counted by sibling processes, in `volatile`. */
export type RateCountsTable = {
  /** Publishes this process's counts of live windows: key digest to window start and count. Others see them when it
   *  returns; a disk that refuses is logged. */
  publish(counts: ReadonlyMap<string, { readonly startMs: number; readonly count: number }>): void
  /** Counts of the other live processes for windows that have not ended at `nowMs`, summed by key digest; the window
   *  start is the earliest. */
  readOthers(nowMs: number): ReadonlyMap<string, { readonly startMs: number; readonly count: number }>
}

/** A report and the recorded inputs it was judged from, both as the bytes they are. */
export type StoredReport = {
  /** Of `bundle`. */
  readonly sha256: string
  readonly kind: 'deepscan' | 'bubblemap'
  readonly mint: string
  readonly atMs: number
  readonly bundle: Uint8Array
  readonly report: Uint8Array
}
export type ReportsTable = {
  /** Written soon; the oldest go when there are too many. Failures are logged. */
  put(report: StoredReport): void
  /** Waits for what is being written, where it is not there yet. */
  get(sha256: string, kind: StoredReport['kind']): Promise<StoredReport | undefined>
  newest(limit: number): readonly Pick<StoredReport, 'sha256' | 'kind' | 'atMs'>[]
}

/** The first use of a ticket of an event stream. */
export type OpenedTicket = {
  /** Text of the channels that it is bound to. */
  readonly channels: string
  readonly firstOpenedAtMs: number
}
/** What stream tickets are signed with and what has become of them; shared by all processes of the store. Ids begin
 *  with the time of issue, so that they sort by age. */
export type StreamTicketsTable = {
  /** Made with the store and kept: such tickets outlive a restart. Never shown or logged. */
  readonly eventsSecret: Buffer
  /** Made when the first process starts: such tickets do not. Never shown or logged. */
  readonly webSocketSecret: Buffer
  /** True for the first who asks, false for everyone after. */
  useOnce(id: string): boolean
  /** Removes some that were used and whose ids are smaller. */
  forgetUsed(beforeId: string): void
  opened(keyId: number, id: string): OpenedTicket | undefined
  /** Durable before it resolves. Answers what was remembered first, by whomever. Ids below `oldestId` are forgotten. */
  remember(keyId: number, id: string, first: OpenedTicket, oldestId: string): Promise<OpenedTicket>
  /** Makes a connection the one that lives on a ticket. False when another one of a living process does and may not be
   *  replaced. */
  hold(id: string, connection: string, mayReplace: boolean): boolean
  /** Whether a connection of a living process lives on it. */
  isHeld(id: string): boolean
  /** Whether it still is the one: another may have taken its place. */
  holds(id: string, connection: string): boolean
  letGo(id: string, connection: string): void
}
