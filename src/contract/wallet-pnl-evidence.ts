import type { WalletLedger } from './wallet-ledger.ts'

/* What a wallet's profit is judged from, and what comes of it: plain values. Amounts are base units, dollars
 * millionths. */

export type PnlQuestion = {
  readonly method: 'fifo' | 'average'
  readonly mode: 'strict' | 'adjusted'
  /** Empty: all. */
  readonly mint: string
  /** Trades from then on count; null: all. */
  readonly fromSec: number | null
}

export type PnlEvidence = {
  readonly ledger: WalletLedger
  /** Of SOL, aligned with the transactions. */
  readonly solPrices: readonly ({ readonly usdMicros: bigint; readonly source: string } | null)[]
  readonly question: PnlQuestion
}

/** Sums in one currency over the trades that count; `realised` is null where there were sales and none of them has both a
 *  known cost and known proceeds. */
export type DraftSums = {
  readonly invested: bigint
  readonly investedUnits: bigint
  readonly proceeds: bigint
  readonly proceedsUnits: bigint
  readonly realisedCost: bigint
  readonly realisedProceeds: bigint
  readonly realised: bigint | null
  /** Of what is held now, units of known cost, and that cost. */
  readonly heldUnits: bigint
  readonly heldCost: bigint
  /** Every unit that ever came in has a known cost. */
  readonly isKnown: boolean
}

export type DraftPosition = {
  readonly mint: string
  readonly decimals: number | null
  readonly balanceRaw: bigint
  readonly boughtRaw: bigint
  readonly soldRaw: bigint
  /** Units that came in without a known cost in SOL, over all that was read. */
  readonly unknownBasisRaw: bigint
  readonly lamports: DraftSums
  readonly usdMicros: DraftSums
  readonly buys: number
  readonly sells: number
  readonly firstTs: number | null
  readonly lastTs: number | null
  readonly basisKnown: boolean
}

export type AssetIdentity = {
  readonly mint: string
  readonly decimals: number | null
  readonly openingRaw: bigint
  readonly boughtRaw: bigint
  readonly receivedRaw: bigint
  readonly soldRaw: bigint
  readonly sentRaw: bigint
  readonly feesRaw: bigint
  readonly closingRaw: bigint
  readonly nodeRaw: bigint
  readonly holds: boolean
}

export type PnlCosts = {
  readonly networkFeeLamports: bigint
  readonly failedFeeLamports: bigint
  readonly tipLamports: bigint
  readonly rentPaidLamports: bigint
  readonly rentReturnedLamports: bigint
}

export type PnlDraft = {
  readonly positions: readonly DraftPosition[]
  readonly costs: PnlCosts
  readonly medianHoldSecs: number | null
  /** Every asset, whatever the question. */
  readonly assets: readonly AssetIdentity[]
  readonly gaps: readonly {
    readonly account: string
    readonly mint: string
    readonly raw: bigint
    readonly beforeSignature: string | null
  }[]
  /** How the trades that count were valued in dollars. */
  readonly priceSources: readonly { readonly source: string; readonly trades: number }[]
}
