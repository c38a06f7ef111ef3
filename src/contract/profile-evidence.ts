/* What a profile is judged from: plain values, which a compute thread is sent. */

/** All that a profile is made of. */
export type ProfileEvidence = {
  readonly wallet: string
  readonly depth: 'fast' | 'deep'
  readonly sinceSec: number | null
  readonly nowMs: number
  readonly solPriceUsd: number | null
  /** Newest first. */
  readonly facts: readonly TxFact[]
  readonly signaturesListed: number
  readonly capped: boolean
  readonly holdings: HeldNow | null
}
export type HeldNow = {
  readonly lamports: bigint
  /** Token accounts that hold something, those of wrapped SOL among them. */
  readonly tokens: readonly { readonly mint: string; readonly amountRaw: bigint }[]
  readonly accounts: number
  readonly emptyAccounts: number
  readonly recoverableLamports: bigint
}

/** What a profile looks at of one transaction, from the side of one wallet. Amounts are base units. */
export type TxFact = {
  readonly signature: string
  readonly slot: number
  readonly timeSec: number | null
  readonly type: string
  readonly source: string
  readonly error: string | null
  /** What the wallet paid; 0 where another paid. */
  readonly feeLamports: bigint
  /** Of it, what is above the base of its signatures. */
  readonly priorityLamports: bigint
  readonly tipLamports: bigint
  readonly swaps: readonly SwapFact[]
  /** Units of tokens that came in (above zero) or left beside its swaps, one sum for each mint. With the swaps they are all
   *  that its balances changed by. */
  readonly flows: readonly { readonly mint: string; readonly raw: bigint }[]
  /** What came from and went to other owners outside of swaps. */
  readonly moves: readonly MoveFact[]
}

/** `exchange`: neither side is SOL. `mint`: what was bought or sold; of an exchange, what was bought. `tokenRaw` of a
 *  purchase is what came in: a fee that the token itself keeps is off it. */
export type SwapFact = {
  readonly side: 'buy' | 'sell' | 'exchange'
  readonly mint: string
  readonly tokenRaw: bigint
  readonly lamports: bigint
  readonly dexes: readonly string[]
  /** Of an exchange: what was given. */
  readonly given: { readonly mint: string; readonly tokenRaw: bigint } | null
}

export type MoveFact = {
  readonly direction: 'in' | 'out'
  readonly other: string
  /** Null: SOL. */
  readonly mint: string | null
  readonly amountRaw: bigint
}
