/* What transactions did to the balances of wallets: plain values. An asset is a mint; SOL and wrapped SOL are one asset, by the mint of wrapped SOL. Amounts are base units. */

export type LedgerAmount = { readonly asset: string; readonly raw: bigint }

/** Why units came or went outside of trades. `rent`: what accounts must hold, paid or given back. `tokenFee`: what a
 *  token itself keeps of a transfer. */
export type LedgerMoveKind = 'transfer' | 'networkFee' | 'tip' | 'rent' | 'tokenFee'

export type LedgerStep =
  | {
      readonly kind: 'trade'
      readonly paid: LedgerAmount
      readonly got: LedgerAmount
      /** What changed hands for it in lamports, and in base units of a dollar (millionths): where either side is SOL or a
       *  dollar, or every leg of the route passes through one. Null where nothing says it. */
      readonly lamports: bigint | null
      readonly usdMicros: bigint | null
    }
  | {
      readonly kind: LedgerMoveKind
      readonly asset: string
      /** Above zero: it came in. */
      readonly raw: bigint
    }

/** One account of the wallets in one transaction. */
export type LedgerBalance = {
  readonly account: string
  readonly asset: string
  readonly beforeRaw: bigint
  readonly afterRaw: bigint
}

export type LedgerTx = {
  readonly signature: string
  readonly slot: number
  /** Null where the node does not say it. */
  readonly indexInBlock: number | null
  readonly timeSec: number | null
  readonly isFailed: boolean
  /** In the order of the instructions. For each asset they add up to what the balances changed by. */
  readonly steps: readonly LedgerStep[]
  /** Lamports of the wallets, and units of their token accounts. */
  readonly balances: readonly LedgerBalance[]
  /** Of the mints in `balances`. */
  readonly decimals: Readonly<Record<string, number>>
}

/** What the wallets hold at one slot. */
export type HeldNow = {
  readonly slot: number
  readonly accounts: readonly { readonly account: string; readonly asset: string; readonly raw: bigint }[]
}

/** The history of wallets that count as one, as far as it was read. */
export type WalletLedger = {
  /** In the order of the chain. */
  readonly txs: readonly LedgerTx[]
  readonly held: HeldNow
  /** Accounts of which every transaction was read. */
  readonly whole: readonly string[]
  /** There are older transactions than were read. */
  readonly capped: boolean
  /** Transactions whose record the node does not have, or that cannot be read. */
  readonly unreadable: number
}
