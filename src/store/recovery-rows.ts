/** What the chain says about a recovery that a caller reported. */
export type ChainVerdict =
  /** Not looked yet, or nothing to look at. */
  | 'unchecked'
  /** The same number of accounts, and the lamports that were claimed. */
  | 'agrees'
  | 'differs'
  /** It landed and did nothing. */
  | 'failed'
  /** The chain does not have it. */
  | 'not_found'

/** A recovery as its caller reported it, and what the chain says beside it. Lamports as text. */
export type RecoveryRow = {
  readonly keyId: number
  readonly walletAddress: string
  readonly signature: string
  readonly accountsClosed: number
  readonly solRecoveredLamports: string
  readonly feeEarnedLamports: string
  readonly createdAtMs: number
  readonly chain: ChainVerdict
  /** By the chain: accounts that the transaction closed, and what was in them. Null until it was read. */
  readonly chainAccountsClosed: number | null
  readonly chainLamports: string | null
}

/** Lifetime figures of a key. Lamports as text. */
export type RecoveryTotals = {
  readonly recoveries: number
  readonly accountsClosed: number
  readonly solRecoveredLamports: string
  readonly feesEarnedLamports: string
}

/** Fees that the fee payer was let risk for one wallet in one call, and what it signed for them. Lamports as text. */
export type Advance = {
  readonly id: string
  /** UTC day whose bound it counts in. */
  readonly day: string
  readonly wallet: string
  readonly lamports: string
  /** Empty until it signed: nothing can be sent before. */
  readonly signed: readonly { readonly signature: string; readonly lamports: string }[]
  readonly atMs: number
  /** After this block nothing of it can land. Absent until it signed, and in rows from before it was written down. */
  readonly lastValidBlockHeight?: number
  /** Further bounds of its day that it counts in. */
  readonly countsIn?: readonly string[]
  /** Under this name there is one at a time. */
  readonly openAs?: string
}

export type AdvancesTable = {
  /** Lets the fee payer risk so many lamports more on this day, for this wallet: the advance's id, durable before it
   *  resolves; null where a cap forbids. */
  advance(ask: {
    readonly day: string
    readonly wallet: string
    readonly lamports: bigint
    readonly dayCap: bigint
    readonly walletCap: bigint
    /** Further bounds of the day, by names that are no addresses. */
    readonly caps?: readonly { readonly name: string; readonly cap: bigint }[]
    /** One advance of this name at a time: null while another one is open. */
    readonly openAs?: string
    readonly atMs: number
  }): Promise<string | null>
  /** The advance of this day that is open under a name. */
  openAdvance(day: string, openAs: string): Advance | undefined
  /** What was signed for an advance: durable before it resolves, and before it is returned. */
  keepSigned(id: string, signed: Advance['signed'], lastValidBlockHeight?: number): Promise<void>
  /** Oldest first. */
  advancesBefore(beforeMs: number, limit: number): readonly Advance[]
  /** Ends an advance, once: so much of it is at risk no more, the rest stays lost for its day. */
  settleAdvance(id: string, backLamports: bigint): Promise<void>
  /** Lamports that the fee payer may lose, or has lost, of what it signed on a day. */
  atRisk(day: string): bigint
}

export type RecoveriesTable = AdvancesTable & {
  /** Durable before it resolves. The row that is there when the key has reported this signature already: nothing counts
   *  twice. */
  record(row: RecoveryRow): Promise<{ readonly row: RecoveryRow; readonly isNew: boolean }>
  /** What the chain says; without effect on the totals. */
  judge(
    keyId: number,
    signature: string,
    verdict: Pick<RecoveryRow, 'chain' | 'chainAccountsClosed' | 'chainLamports'>,
  ): Promise<void>
  totals(keyId: number): RecoveryTotals
  /** Newest first. */
  newest(keyId: number, limit: number): readonly RecoveryRow[]
  clear(): Promise<void>
}
