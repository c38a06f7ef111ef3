import type { Outcome } from '../contract/outcome.ts'
import type { Relayed } from '../contract/streamed.ts'
import type { ChainPairs, ChainPools, ChainSecurity } from './chain-capabilities.ts'
import type { Bundles, Sender, TipPrices } from './landing-capabilities.ts'
import type {
  Lighthouse,
  MarketHistory,
  PoolIndex,
  SolHistorySource,
  SolSpotSource,
  TokenTrades,
  WalletLabels,
} from './market-capabilities.ts'
import type { DcaOrders, LimitOrders, Swap } from './swap-capabilities.ts'
import type { WalletData } from './wallet-capabilities.ts'

/** What providers can do, in our words and units. One adapter file per provider API fills one or more of these. */

export type Windows<T> = { readonly m5: T; readonly h1: T; readonly h6: T; readonly h24: T }
export type TokenRef = { readonly address: string; readonly name: string; readonly symbol: string }
export type Link = { readonly type: string; readonly url: string }
export type LabelledLink = { readonly label: string; readonly url: string }

/** One pool of one token, as a market-data provider (or our own pool reader) sees it. Prices describe `base`. */
export type MarketPair = {
  readonly dexId: string
  readonly pairAddress: string
  readonly url: string | null
  readonly labels: readonly string[]
  readonly base: TokenRef
  readonly quote: TokenRef
  readonly priceUsd: number | null
  /** Price of one base token in quote tokens. */
  readonly priceNative: number | null
  readonly priceChangePct: Windows<number | null>
  /** Null where the source cannot know (a pool read from the chain alone). */
  readonly volumeUsd: Windows<number | null>
  readonly txns: Windows<{ readonly buys: number; readonly sells: number } | null>
  readonly liquidityUsd: number | null
  /** Whole tokens in the pool. */
  readonly liquidityBase: number | null
  readonly liquidityQuote: number | null
  readonly marketCapUsd: number | null
  readonly fdvUsd: number | null
  readonly pairCreatedAtMs: number | null
  readonly boostsActive: number | null
  readonly info: {
    readonly imageUrl: string | null
    readonly headerUrl: string | null
    readonly websites: readonly LabelledLink[]
    readonly socials: readonly Link[]
  } | null
}

/** One entry of a promotion feed. */
export type FeedEntry = {
  readonly mint: string
  readonly iconUrl: string | null
  readonly headerUrl: string | null
  readonly description: string | null
  readonly websites: readonly LabelledLink[]
  readonly socials: readonly Link[]
  readonly boostsTotal: number | null
}

export type Pairs = {
  readonly provider: string
  /** Pools whose base is one of the mints; a mint without pools is absent. Any number of mints. */
  pairsByMints(mints: readonly string[]): Promise<Outcome<ReadonlyMap<string, readonly MarketPair[]>>>
  /** All pools of one token. */
  pairsOfToken(mint: string): Promise<Outcome<readonly MarketPair[]>>
  /** Free text over all Solana pools. */
  searchPairs(text: string): Promise<Outcome<readonly MarketPair[]>>
  topBoosts(): Promise<Outcome<readonly FeedEntry[]>>
  latestBoosts(): Promise<Outcome<readonly FeedEntry[]>>
  latestProfiles(): Promise<Outcome<readonly FeedEntry[]>>
}

export type SpotPrice = {
  readonly priceUsd: number
  readonly priceChange24hPct: number | null
  readonly decimals: number | null
  readonly liquidityUsd: number | null
}

export type Prices = {
  readonly provider: string
  /** A mint without a reliable price is absent, never 0. Any number of mints. */
  spotPrices(mints: readonly string[]): Promise<Outcome<ReadonlyMap<string, SpotPrice>>>
}

export type TokenFacts = {
  readonly mint: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number | null
  readonly imageUrl: string | null
  readonly tokenProgram: string | null
  readonly deployer: string | null
  readonly createdAtMs: number | null
  readonly launchpad: string | null
  readonly graduatedAtMs: number | null
  readonly holders: number | null
  readonly totalSupply: number | null
  readonly circulatingSupply: number | null
  readonly priceUsd: number | null
  readonly marketCapUsd: number | null
  readonly fdvUsd: number | null
  readonly liquidityUsd: number | null
  readonly volume24hUsd: number | null
  readonly priceChange24hPct: number | null
  readonly websites: readonly LabelledLink[]
  readonly socials: readonly Link[]
  readonly isVerified: boolean | null
}

export type Tokens = {
  readonly provider: string
  /** Unknown mints are absent. Any number of mints. */
  tokensByMints(mints: readonly string[]): Promise<Outcome<ReadonlyMap<string, TokenFacts>>>
  searchTokens(text: string): Promise<Outcome<readonly TokenFacts[]>>
}

export type AssetMetadata = {
  readonly mint: string
  readonly name: string | null
  readonly symbol: string | null
  readonly description: string | null
  readonly imageUrl: string | null
  readonly headerUrl: string | null
  readonly decimals: number | null
  /** Base units as text; may have been rounded by the provider's JSON, see `supplyExact`. */
  readonly supplyRaw: string | null
  readonly supplyExact: boolean
  /** The provider's `ownership` member. */
  readonly ownership: {
    readonly owner: string | null
    readonly frozen: boolean
    readonly delegated: boolean
    readonly delegate: string | null
    readonly ownershipModel: string | null
  } | null
  readonly uri: string | null
  readonly tokenProgram: string | null
}

export type HolderRow = {
  readonly tokenAccount: string
  readonly owner: string
  readonly amountRaw: bigint
  readonly frozen: boolean
}

/** An asset as an index lists it for its owner. */
export type OwnedAsset = {
  readonly mint: string
  readonly name: string | null
  readonly symbol: string | null
  readonly imageUrl: string | null
  readonly collection: string | null
  readonly isCompressed: boolean
  readonly isBurnt: boolean
  /** The standard's word: `V1_NFT`, `FungibleToken` and so on. */
  readonly interface: string
  readonly decimals: number | null
}

export type Assets = {
  readonly provider: string
  /** A missing asset is absent. Any number of mints. */
  assetsByMints(mints: readonly string[]): Promise<Outcome<ReadonlyMap<string, AssetMetadata>>>
  /** Every token account of a mint with a balance, up to `maxAccounts`; `capped` when there were more, or some that
   *  could not be read. */
  tokenAccountsOfMint(
    mint: string,
    maxAccounts: number,
  ): Promise<Outcome<{ readonly rows: readonly HolderRow[]; readonly capped: boolean }>>
  /** A page of what someone owns, fungible tokens among it; pages begin at 1. `total`: of all pages, where it is said. */
  assetsOfOwner(
    owner: string,
    page: { readonly page: number; readonly limit: number },
  ): Promise<Outcome<{ readonly assets: readonly OwnedAsset[]; readonly total: number | null }>>
}

export type CheckSeverity = 'info' | 'low' | 'medium' | 'high' | 'critical'

/** One finding of an outside opinion; `ok` means nothing is wrong. */
export type SecurityCheck = {
  /** Ours and stable: `mintable`, `rugged`, `insider_network`, ...; a risk that only the provider names is
   *  `risk_<its name in snake case>`. */
  readonly id: string
  readonly ok: boolean
  readonly severity: CheckSeverity
  readonly label: string
  /** What was found: an address, a share, the provider's own sentence. Empty when there is nothing to add. */
  readonly detail: string
}

/** What a provider says about the token itself; null where it does not say. */
export type SecurityFacts = {
  readonly mintable: boolean | null
  readonly mintAuthority: string | null
  readonly freezable: boolean | null
  readonly freezeAuthority: string | null
  /** The fee in force now, 0-100. */
  readonly transferFeePct: number | null
  /** The highest fee that is scheduled for a later epoch, 0-100; null when none is. */
  readonly scheduledTransferFeePct: number | null
  readonly transferFeeMutable: boolean | null
  readonly nonTransferable: boolean | null
  readonly defaultFrozen: boolean | null
  readonly hook: boolean | null
  readonly hookProgram: string | null
  readonly hookMutable: boolean | null
  /** An authority may move or burn any balance. */
  readonly permanentDelegate: boolean | null
  readonly permanentDelegateAddress: string | null
  readonly closable: boolean | null
  readonly metadataMutable: boolean | null
  /** Liquidity tokens of the deepest market that can never be withdrawn, 0-100. */
  readonly lpLockedPct: number | null
  readonly creator: string | null
  readonly creatorMalicious: boolean | null
  /** Earlier tokens of the creator that the provider names. */
  readonly creatorTokens: number | null
  readonly insidersDetected: number | null
  readonly holderCount: number | null
  /** Largest holders' share of the supply, pools and lockers left out where the provider says which they are, 0-100. */
  readonly top10Pct: number | null
  readonly liquidityUsd: number | null
  readonly priceUsd: number | null
  readonly trusted: boolean | null
}

export type SecurityReport = {
  readonly provider: string
  readonly scoreSafe0to100: number | null
  readonly rugged: boolean | null
  readonly facts: SecurityFacts
  readonly checks: readonly SecurityCheck[]
  /** What a reader should know about the answer itself: partial data, members that were missing. */
  readonly notes: readonly string[]
}

export type Security = {
  readonly provider: string
  /** Null when the provider does not know the token. */
  securityReport(mint: string): Promise<Outcome<SecurityReport | null>>
}

/** The transfer that first gave a wallet SOL. */
export type FirstFunding = {
  readonly funder: string
  /** The provider's name for the funder and its kind (`exchange`, ...). */
  readonly funderName: string | null
  readonly funderType: string | null
  readonly lamports: bigint
  readonly signature: string
  readonly blockTimeSec: number
  readonly slot: number | null
}

export type Funding = {
  readonly provider: string
  /** Null when the provider found none. */
  firstFunding(wallet: string): Promise<Outcome<FirstFunding | null>>
}

/** An outside service that rates tokens in its own terms. */
export type TokenInfo = {
  readonly provider: string
  /** Its answer as it came, whatever its status. */
  relay(mints: readonly string[], signal: AbortSignal): Promise<Outcome<Relayed>>
}

/** Capability name (as routes spell it in `needs`) to adapter; null when no provider is configured for it. */
export type Upstreams = {
  readonly pairs: Pairs | null
  readonly prices: Prices | null
  readonly tokens: Tokens | null
  readonly assets: Assets | null
  readonly rugcheck: Security | null
  readonly goplus: Security | null
  readonly funding: Funding | null
  readonly walletData: WalletData | null
  readonly market: MarketHistory | null
  readonly trades: TokenTrades | null
  readonly lighthouse: Lighthouse | null
  readonly labels: WalletLabels | null
  readonly pools: PoolIndex | null
  readonly solHistory: (SolSpotSource & SolHistorySource) | null
  readonly oracle: SolSpotSource | null
  readonly oracleHistory: SolHistorySource | null
  readonly bundles: Bundles | null
  readonly tipPrices: TipPrices | null
  readonly sender: Sender | null
  readonly swap: Swap | null
  readonly limitOrders: LimitOrders | null
  readonly dca: DcaOrders | null
  readonly tokenInfo: TokenInfo | null
  readonly chainPairs: ChainPairs | null
  readonly chainPools: ChainPools | null
  readonly chainSecurity: ChainSecurity | null
}
