/** The world as data: nothing here has touched a chain. Times are seconds before boot. */

export const TOKEN_ARCHETYPES = [
  'bluechip',
  'stablecoin',
  'healthy',
  'bundled',
  'serial_rugger',
  'honeypot',
  'fresh_launch',
  'graduated',
  'no_pool',
] as const
/** `rugged_prior`: the earlier tokens of serial ruggers; `native`: wrapped SOL. */
export type TokenArchetype = (typeof TOKEN_ARCHETYPES)[number] | 'rugged_prior' | 'native'

export const WALLET_ARCHETYPES = [
  'trader',
  'whale',
  'cex',
  'market_maker',
  'validator',
  'dormant',
  'empty',
  'closeable',
  'burnable',
  'staker',
  'sandwiched',
  'nft_collector',
  'dev',
  'sniper',
] as const
/** `insider`: wallets of launch teams; `relay`: hops of funding trees; `crowd`: ordinary holders. The last three are
 *  not published. */
export type WalletArchetype = (typeof WALLET_ARCHETYPES)[number] | 'insider' | 'relay' | 'crowd'

export type PlannedWallet = {
  readonly address: string
  readonly archetype: WalletArchetype
  /** Public name, exchanges only. */
  readonly name: string | null
  /** Ed25519 seed; null where nobody here holds the key (exchanges). */
  readonly keySeed: Uint8Array | null
  /** SOL the wallet holds before the history begins. */
  readonly openingLamports: bigint
}

export type PlannedHolding = {
  readonly owner: string
  readonly amountRaw: bigint
  /** `null`: the associated account; otherwise the account's own address. */
  readonly account: string | null
  /** Deposit of an account from the time of the old rent rate, or null for the present minimum. */
  readonly depositLamports: bigint | null
  readonly frozen: boolean
}

export type TokenLinks = {
  readonly website: string | null
  readonly twitter: string | null
  readonly telegram: string | null
}

/** Token-2022 extensions this world makes; `metadata` is always there on Token-2022 mints. */
export type PlannedExtensions = {
  readonly defaultFrozen?: boolean
  readonly transferFeeBps?: number
  readonly permanentDelegate?: string
}

export type PlannedToken = {
  readonly mint: string
  /** Seed of the mint's key; null for mints at well-known addresses. */
  readonly mintKeySeed: Uint8Array | null
  readonly archetype: TokenArchetype
  readonly name: string
  readonly symbol: string
  readonly description: string
  readonly links: TokenLinks
  readonly program: 'spl' | 'token-2022'
  readonly decimals: number
  readonly extensions: PlannedExtensions
  readonly dev: string
  readonly createdSecsAgo: number
  readonly mintAuthority: string | null
  readonly freezeAuthority: string | null
  /** `snapshot`: exists before the ledger begins; `launch`: a transaction of the timeline creates it on the curve;
   *  `minted`: transactions create the mint, and its dev opens a pool. */
  readonly origin: 'snapshot' | 'launch' | 'minted'
  /** Snapshot tokens: the whole supply, to the base unit. */
  readonly holdings: readonly PlannedHolding[]
  readonly supplyRaw: bigint
  /** USD price the opening pool is set to; null without one. */
  readonly openingPriceUsd: number | null
  readonly verified: boolean
  /** Boosts bought on the charts site; `latest` is the newest purchase. */
  readonly boosts: { readonly total: number; readonly latest: number; readonly secsAgo: number } | null
  /** A profile was published on the charts site. */
  readonly profileSecsAgo: number | null
}

/** One thing somebody does. Trades name the token; where it trades (curve or pool) is found when they run. */
export type Action =
  | {
      readonly do: 'sendSol'
      readonly from: string
      readonly to: string
      readonly lamports: bigint
      readonly memo?: string
    }
  | {
      readonly do: 'mintToken'
      readonly mint: string
      readonly dev: string
      readonly supplyRaw: bigint
      readonly freezable: boolean
    }
  | { readonly do: 'launch'; readonly mint: string; readonly dev: string; readonly devBuyLamports: bigint }
  | { readonly do: 'buy'; readonly mint: string; readonly wallet: string; readonly quoteRaw: bigint }
  /** `sharePct` of what the wallet holds; fractions are allowed. */
  | { readonly do: 'sell'; readonly mint: string; readonly wallet: string; readonly sharePct: number }
  | { readonly do: 'graduate'; readonly mint: string; readonly wallet: string }
  | {
      readonly do: 'createPool'
      readonly baseMint: string
      readonly quoteMint: string
      readonly creator: string
      readonly baseRaw: bigint
      readonly quoteRaw: bigint
    }
  | { readonly do: 'pullLiquidity'; readonly mint: string; readonly creator: string }
  | {
      readonly do: 'sendToken'
      readonly mint: string
      readonly from: string
      readonly to: string
      readonly sharePct: number
    }
  | { readonly do: 'freeze'; readonly mint: string; readonly authority: string; readonly owner: string }
  | { readonly do: 'makeLookupTable'; readonly wallet: string; readonly addresses: readonly string[] }

/** What happens in one slot, in order; `version` is the transaction format of its transactions. */
export type Moment = {
  readonly secsAgo: number
  readonly actions: readonly Action[]
  readonly version?: 'legacy' | 0 | 1
}

export type FundingKind = 'direct' | 'multi_hop' | 'exchange' | 'peel'

/** Wallets that one person or team controls. */
export type TrueEntity = {
  readonly id: string
  readonly kind: 'team' | 'rugger' | 'trader' | 'exchange'
  readonly wallets: readonly string[]
  readonly rootFunder: string
  readonly funding: FundingKind
  /** Wallets the money passed through. */
  readonly relays: readonly string[]
}

export type TrueToken = {
  readonly mint: string
  readonly archetype: TokenArchetype
  readonly dev: string
  /** Bought in the launch slot with the team's money. */
  readonly bundlers: readonly string[]
  /** Bought in the launch slot for themselves. */
  readonly snipers: readonly string[]
  /** Entity of the dev and the bundlers, when there is one. */
  readonly teamId: string | null
  readonly rugged: boolean
  readonly honeypot: boolean
  readonly priorTokens: readonly string[]
}

export type TrueTransfer = {
  readonly from: string
  readonly to: string
  readonly lamports: bigint
  readonly secsAgo: number
  readonly kind: FundingKind
}

export type GroundTruth = {
  readonly entities: readonly TrueEntity[]
  readonly tokens: readonly TrueToken[]
  readonly funding: readonly TrueTransfer[]
}

export type PlannedNft = {
  readonly mint: string
  readonly owner: string
  readonly name: string
  readonly symbol: string
  readonly collection: string | null
}

export type PlannedStake = {
  readonly address: string
  readonly owner: string
  readonly vote: string
  readonly lamports: bigint
  readonly activatedSecsAgo: number
}

export type PlannedValidator = { readonly identity: string; readonly vote: string; readonly commissionPct: number }

export type WorldPlan = {
  readonly seed: string
  readonly wallets: readonly PlannedWallet[]
  readonly tokens: readonly PlannedToken[]
  /** Oldest first. */
  readonly timeline: readonly Moment[]
  readonly nfts: readonly PlannedNft[]
  readonly stakes: readonly PlannedStake[]
  readonly validators: readonly PlannedValidator[]
  readonly truth: GroundTruth
}
