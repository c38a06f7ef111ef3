import type { LayerName } from '../../contract/deep-scan.ts'
import type { MarketPair, SecurityReport } from '../../upstreams/capabilities.ts'
import type { AmountText, TokenEvidence } from './evidence.ts'
import type { SellProof } from './sell-proof.ts'

/** The recorded inputs of one report. Everything is plain JSON; the same bundle gives the same report, byte for byte,
 *  on any machine and any number of compute threads. */

/** What one part of the gathering gave. `value` null with a `gap`: it failed, was late or is not configured. */
export type Gathered<T> = {
  readonly value: T | null
  /** Who said so: `chain:<what was read>` or a provider. */
  readonly source: string
  readonly asOfMs: number | null
  readonly slot: number | null
  readonly gap: string | null
  readonly configured: boolean
}

/** An earlier token of the same creator, as its own history shows it. */
export type DevTokenEvidence = {
  readonly mint: string
  readonly signature: string
  readonly launchSlot: number
  readonly launchTimeSec: number | null
  readonly dex: string
  readonly graduated: boolean
  readonly trades: number
  /** False when only part of its trades were read. */
  readonly complete: boolean
  readonly supplyRaw: AmountText | null
  readonly decimals: number
  /** Quote units (SOL unless said) per whole token. */
  readonly peakPriceQuote: number | null
  readonly peakTimeSec: number | null
  readonly lastPriceQuote: number | null
  readonly lastTradeTimeSec: number | null
  /** First time at which the price lay 90 % below its peak so far and did not come back above a fifth of it within a
   *  day. */
  readonly collapsedTimeSec: number | null
  /** Liquidity that its creator (or who held the LP tokens) took out of the pool. */
  readonly pulled: { readonly signature: string; readonly timeSec: number | null; readonly sharePct: number } | null
  readonly devBoughtRaw: AmountText
  readonly devSoldRaw: AmountText
  /** Sold together by wallets linked to the creator in its launch. */
  readonly insidersBoughtRaw: AmountText
  readonly insidersSoldRaw: AmountText
  /** What prices are in. */
  readonly quoteMint: string | null
  /** Price of its first trade. */
  readonly openPriceQuote: number | null
  /** When nearly all the money that came in had gone for good, and how much of it is there now, percent; absent in
   *  bundles of before rules 2026-11-23.1. */
  readonly deadTimeSec?: number | null
  readonly leftPct?: number | null
  /** First and last sale of creator and insiders; null when they sold nothing. Absent as above. */
  readonly sales?: { readonly firstTimeSec: number; readonly lastTimeSec: number; readonly signature: string } | null
  /** The sales of creator and insiders that lie together within two minutes and moved most; null when they sold
   *  nothing. */
  readonly exit: {
    /** Its first sale. */
    readonly signature: string
    readonly timeSec: number | null
    readonly wallets: number
    readonly soldRaw: AmountText
    readonly priceBeforeQuote: number | null
    readonly priceAfterQuote: number | null
    /** Highest price of the trades in the day after; null when there were none. */
    readonly highestAfterQuote: number | null
  } | null
}

/** An unnamed address on the way of the creator's money, as its newest transactions show it. */
export type DevFunderEvidence = {
  readonly address: string
  readonly transactionsRead: number
  /** Wallets it paid, and the seconds from the first to the last such payment. */
  readonly payees: number
  readonly spanSecs: number
  /** How many of the wallets it paid were looked at, and how many of them launched a token of their own. */
  readonly payeesLookedAt: number
  readonly launchers: number
}

export type DevEvidence = {
  readonly dev: string
  readonly devSource: 'launch' | 'mint_creation' | 'provider'
  readonly transactionsRead: number
  /** The creator has more transactions than were read. */
  readonly capped: boolean
  /** The creator's other tokens, newest first: those made before this one, and those made since. */
  readonly tokens: readonly DevTokenEvidence[]
  /** What the creator did with this token. */
  readonly current: {
    readonly boughtRaw: AmountText
    readonly soldRaw: AmountText
    /** Sent away other than by a sale. */
    readonly sentRaw: AmountText
    readonly heldRaw: AmountText
    readonly complete: boolean
  }
  /** Who first paid the creator as a provider says it, asked where the creator's own history is too long to reach its
   *  beginning; null otherwise. */
  readonly saidFunding: {
    readonly provider: string
    readonly from: string
    readonly lamports: AmountText
    readonly timeSec: number | null
    readonly slot: number | null
    readonly signature: string
  } | null
  /** Nearest first, without addresses that are known by name. */
  readonly funders: readonly DevFunderEvidence[]
  /** Creators of other tokens whose money comes from the same funder (that is no known service and not busy). */
  readonly siblings: readonly {
    readonly wallet: string
    readonly funder: string
    /** The funder paid it, was paid by it, or paid someone who paid it. Absent (it was paid) in bundles of before rules
     *  2026-11-23.1. */
    readonly via?: 'paid' | 'paid_back' | 'paid_on'
    readonly mint: string
    readonly launchSlot: number
    readonly launchTimeSec: number | null
    readonly signature: string
    /** What became of the token. Absent where it was not looked into, and in bundles of before rules 2026-11-24.1. */
    readonly life?: DevTokenEvidence
  }[]
}

export type SniperEvidence = {
  /** At most `LIMITS.snipersSampled`, launch slot first. */
  readonly sampled: readonly {
    readonly address: string
    /** Token accounts with a balance; null when the node failed. */
    readonly fungibles: number | null
    readonly signatureCount: number
    readonly isBusy: boolean
    /** Other tokens it bought within the window of their launch. Null when not read. */
    readonly otherSnipes:
      | readonly { readonly mint: string; readonly signature: string; readonly slotsAfterLaunch: number }[]
      | null
    /** Other tokens it bought at all among the transactions that were read. */
    readonly otherBuys: number | null
  }[]
  /** What wallets of the launch hold now that the list of holders does not reach. Sorted by owner. */
  readonly balances: readonly { readonly owner: string; readonly amountRaw: AmountText }[]
}

export type MarketEvidence = {
  readonly priceUsd: number | null
  readonly solUsd: number | null
  readonly liquidityUsd: number | null
  readonly volume24hUsd: number | null
  readonly marketCapUsd: number | null
  readonly fdvUsd: number | null
  /** Best first, at most ten. */
  readonly pairs: readonly MarketPair[]
  readonly createdAtMs: number | null
  readonly isVerified: boolean | null
  readonly name: string | null
  readonly symbol: string | null
  readonly hasWebsite: boolean | null
  readonly hasSocials: boolean | null
}

/** Policy that is not in the chain: lists an operator may change. */
export type BundleSettings = {
  readonly whitelisted: boolean
  readonly regulatedStablecoin: { readonly issuer: string } | null
}

export type TokenParts = {
  readonly evidence: Gathered<TokenEvidence>
  readonly dev: Gathered<DevEvidence>
  readonly snipers: Gathered<SniperEvidence>
  readonly market: Gathered<MarketEvidence>
}

export type InputBundle = TokenParts & {
  readonly format: 'mintglass-bundle-1'
  readonly mint: string
  readonly generatedAtMs: number
  /** Version of checks, weights and thresholds this bundle was judged by. */
  readonly rules: string
  /** Layers whose inputs were not there by their own deadline: stubs, whatever came in later. */
  readonly late: readonly LayerName[]
  readonly settings: BundleSettings
  readonly sellProof: Gathered<SellProof>
  readonly providers: {
    readonly rugcheck: Gathered<SecurityReport>
    readonly goplus: Gathered<SecurityReport>
  }
}
