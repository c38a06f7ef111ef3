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

export type RecoveriesTable = {
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
  /** Lets the fee payer risk so many lamports more in this span of time, for this wallet, unless a cap forbids: durable
   *  before it resolves. `atRisk` are lamports of transactions that it has signed and that have not repaid it. */
  risk(ask: {
    readonly day: string
    readonly wallet: string
    readonly lamports: bigint
    readonly dayCap: bigint
    readonly walletCap: bigint
  }): Promise<boolean>
  /** Of transactions that repaid it, or can never land. */
  unrisk(day: string, wallet: string, lamports: bigint): Promise<void>
  atRisk(day: string): bigint
  clear(): Promise<void>
}
