import type { PayoutProgram } from '../programs/payout-layout.ts'

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
  'other_dex',
] as const
/** `other_dex`: an honest token whose pool is on neither pump.fun nor PumpSwap; `rugged_prior`: the earlier tokens of
 *  serial ruggers; `native`: wrapped SOL. */
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
/** `insider`: wallets of launch teams; `relay`: hops of funding trees; `crowd`: ordinary people; `service`: mixers, fee
 *  wallets of trading bots; `nonce`: durable nonce accounts. These are not published. */
export const UNPUBLISHED_ARCHETYPES = ['insider', 'relay', 'crowd', 'service', 'nonce'] as const
export type WalletArchetype = (typeof WALLET_ARCHETYPES)[number] | (typeof UNPUBLISHED_ARCHETYPES)[number]

export type PlannedWallet = {
  readonly address: string
  readonly archetype: WalletArchetype
  /** Public name, exchanges only. */
  readonly name: string | null
  /** Ed25519 seed; null where no one here holds the key (exchanges). */
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
  /** May change the fee; no one when absent. */
  readonly transferFeeAuthority?: string
  readonly permanentDelegate?: string
  /** Switched off until `setHook`. */
  readonly transferHookAuthority?: string
  readonly nonTransferable?: boolean
  readonly pausableBy?: string
  readonly mintCloseAuthority?: string
}

/** What a transfer hook does; times are seconds before boot, negative for the future. */
export type PlannedHook =
  | { readonly kind: 'reject' | 'count' }
  | { readonly kind: 'reject-above'; readonly limitRaw: bigint }
  | { readonly kind: 'reject-after'; readonly secsAgo: number }
  /** The mint's pool is always among the owners. */
  | { readonly kind: 'allow-list'; readonly owners: readonly string[] }

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
  /** Where it was launched, when not on pump.fun. */
  readonly launchpad?: 'letsbonk.fun' | 'met-dbc'
}

/** How a transaction is put together beyond what it does: the traces that forensics compares. */
export type Dress = {
  /** Pays the fees in place of the wallet, and signs. */
  readonly feePayer?: string
  readonly unitLimit?: number
  readonly unitPriceMicroLamports?: bigint
  /** A payment to a tip account of the block engine, by the wallet unless `from` says otherwise. */
  readonly tip?: { readonly to: string; readonly lamports: bigint; readonly from?: string }
  /** What a trading service takes from the wallet for itself. */
  readonly serviceFee?: { readonly to: string; readonly lamports: bigint }
  /** Label of a table that `makeLookupTable` made in an earlier slot; makes it a version 0 transaction. */
  readonly lookupTable?: string
  /** Lives by a durable nonce that `makeNonce` made in an earlier slot, and advances it. Once a slot. */
  readonly nonce?: { readonly account: string; readonly authority: string }
  /** A note in the transaction; whoever it names signs as well. */
  readonly memo?: { readonly text: string; readonly signers?: readonly string[] }
}

/** Pool programs beside PumpSwap that devs open pools on: Meteora's three, Orca's, and Raydium's three. */
export type PoolKind = 'dlmm' | 'damm_v1' | 'damm_v2' | 'whirlpool' | 'amm_v4' | 'cpmm' | 'clmm'

/** One thing someone does. Trades name the token; where it trades (curve or pool) is found when they run. */
export type Action =
  | {
      readonly do: 'sendSol'
      readonly from: string
      readonly to: string
      readonly lamports: bigint
      readonly memo?: string
      readonly dress?: Dress
    }
  /** All lamports but `keepLamports`. */
  | { readonly do: 'sweepSol'; readonly from: string; readonly to: string; readonly keepLamports: bigint }
  /** SOL that reaches a wallet without a transfer of SOL to it. `token`: wrapped, and sent to the wallet's account of
   *  wrapped SOL, where it stays until `unwrap`; `close`: wrapped, and the account closed in the wallet's favour, so
   *  that its deposit arrives too. */
  | {
      readonly do: 'payWrapped'
      readonly from: string
      readonly to: string
      readonly lamports: bigint
      readonly how: 'token' | 'close'
      readonly dress?: Dress
    }
  /** Closes the wallet's account of wrapped SOL; all of it becomes the wallet's SOL. */
  | { readonly do: 'unwrap'; readonly wallet: string; readonly dress?: Dress }
  | {
      readonly do: 'mintToken'
      readonly mint: string
      readonly dev: string
      readonly supplyRaw: bigint
      readonly freezable: boolean
      /** Makes it a Token-2022 mint that holds its own metadata. */
      readonly extensions?: PlannedExtensions
      /** The dev can go on minting. */
      readonly mintable?: boolean
    }
  /** Two transactions when the dev buys: a nonce dresses the first, a tip, a service's fee and a table the second. */
  | {
      readonly do: 'launch'
      readonly mint: string
      readonly dev: string
      readonly devBuyLamports: bigint
      readonly dress?: Dress
    }
  | {
      readonly do: 'buy'
      readonly mint: string
      readonly wallet: string
      readonly quoteRaw: bigint
      readonly dress?: Dress
    }
  /** Several wallets buy in one transaction that all of them sign; the first pays unless the dress says otherwise. */
  | {
      readonly do: 'buyTogether'
      readonly mint: string
      readonly buys: readonly { readonly wallet: string; readonly quoteRaw: bigint }[]
      readonly dress?: Dress
    }
  /** `sharePct` of what the wallet holds; fractions are allowed. */
  | {
      readonly do: 'sell'
      readonly mint: string
      readonly wallet: string
      readonly sharePct: number
      readonly dress?: Dress
    }
  | { readonly do: 'graduate'; readonly mint: string; readonly wallet: string }
  | {
      readonly do: 'createPool'
      readonly baseMint: string
      readonly quoteMint: string
      readonly creator: string
      readonly baseRaw: bigint
      readonly quoteRaw: bigint
    }
  /** As `createPool`, on another DEX. */
  | {
      readonly do: 'openPool'
      readonly kind: PoolKind
      readonly baseMint: string
      readonly quoteMint: string
      readonly creator: string
      readonly baseRaw: bigint
      readonly quoteRaw: bigint
    }
  /** A launch on the curve of Raydium LaunchLab, and the dev's purchase; `graduate` moves it on as well. */
  | { readonly do: 'launchOnBonk'; readonly mint: string; readonly dev: string; readonly devBuyLamports: bigint }
  /** The same on a curve of Meteora DBC. */
  | { readonly do: 'launchOnDbc'; readonly mint: string; readonly dev: string; readonly devBuyLamports: bigint }
  | { readonly do: 'pullLiquidity'; readonly mint: string; readonly creator: string }
  | {
      readonly do: 'sendToken'
      readonly mint: string
      readonly from: string
      readonly to: string
      /** Fractions are allowed. */
      readonly sharePct: number
      /** Signs in place of the owner, who has let it (`approve`). */
      readonly delegate?: string
      readonly dress?: Dress
    }
  /** Lets someone else move everything the wallet holds of the token, or close its account. */
  | { readonly do: 'approve' | 'letClose'; readonly mint: string; readonly owner: string; readonly delegate: string }
  /** Makes an account of a program that pays out of it; `vault` is an address of the key ring without lamports. */
  | {
      readonly do: 'openVault'
      readonly program: PayoutProgram
      readonly vault: string
      readonly payer: string
      readonly lamports: bigint
    }
  /** The program pays; no transfer instruction shows it. */
  | {
      readonly do: 'payOut'
      readonly program: PayoutProgram
      readonly vault: string
      readonly authority: string
      readonly payouts: readonly { readonly to: string; readonly lamports: bigint }[]
      readonly dress?: Dress
    }
  | { readonly do: 'freeze' | 'thaw'; readonly mint: string; readonly authority: string; readonly owner: string }
  | { readonly do: 'openAccount'; readonly mint: string; readonly owner: string }
  /** Token-2022: from now on new accounts are frozen. */
  | { readonly do: 'setDefaultFrozen'; readonly mint: string; readonly authority: string }
  | {
      readonly do: 'setHook'
      readonly mint: string
      readonly authority: string
      readonly hook: PlannedHook | null
      /** No one can change it any more. */
      readonly isFinal?: boolean
    }
  /** In force two epochs later. */
  | { readonly do: 'setTransferFee'; readonly mint: string; readonly authority: string; readonly bps: number }
  | { readonly do: 'pause'; readonly mint: string; readonly authority: string }
  /** The permanent delegate takes a share of what someone holds. */
  | {
      readonly do: 'seize'
      readonly mint: string
      readonly delegate: string
      readonly from: string
      readonly to: string
      readonly sharePct: number
    }
  /** LP tokens of the mint's pool go into a lock that ends so many seconds before boot (negative: after it). */
  | {
      readonly do: 'lockLiquidity'
      readonly mint: string
      readonly creator: string
      readonly sharePct: number
      readonly untilSecsAgo: number
    }
  /** `incinerator`: sent to the address no one has a key for. */
  | {
      readonly do: 'burnLiquidity'
      readonly mint: string
      readonly creator: string
      readonly sharePct: number
      readonly how: 'burn' | 'incinerator'
    }
  /** Without a label every version 0 transaction may use the table, with one only what is dressed with it. */
  | {
      readonly do: 'makeLookupTable'
      readonly wallet: string
      readonly addresses: readonly string[]
      readonly label?: string
    }
  /** `account` is an address of the key ring without lamports. */
  | { readonly do: 'makeNonce'; readonly account: string; readonly authority: string; readonly payer: string }

/** What happens in one slot, in order; `version` is the transaction format of its transactions. */
export type Moment = {
  readonly secsAgo: number
  readonly actions: readonly Action[]
  readonly version?: 'legacy' | 0 | 1
  /** What happens in the slots right after, so many slots after the one before. */
  readonly following?: readonly { readonly slotsLater: number; readonly actions: readonly Action[] }[]
}

/** `privacy`: through a service where many people's money goes in and comes out again; `scattered`: by several
 *  exchanges in sizes that say nothing. */
export type FundingKind = 'direct' | 'multi_hop' | 'exchange' | 'peel' | 'privacy' | 'scattered'

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
  /** Of launches that a recipe wrote. */
  readonly recipe?: TrueRecipe
  /** Set on every token that buyers cannot sell, or will not be able to. */
  readonly trap?: TrueTrap
  /** Set on tokens that look like a trap and are none. */
  readonly lookalike?: LookalikeKind
  /** Of tokens whose dev opened a pool of its own. */
  readonly liquidity?: TrueLiquidity
}

export const TRAP_KINDS = [
  'freeze_used',
  'default_frozen',
  'hook_always',
  'hook_above_amount',
  'hook_after_time',
  'hook_allow_list',
  'permanent_delegate',
  'transfer_fee',
  'transfer_fee_later',
  'paused',
  'pausable',
] as const
export type TrapKind = (typeof TRAP_KINDS)[number]

/** A trap and when it bites. A mint that cannot be transferred at all is none of them: no one can put it in a pool, so
 *  no one can buy it. */
export type TrueTrap = {
  readonly kind: TrapKind
  /** `now`: an ordinary holder cannot sell (all of) what it holds at boot. `later`: from `fromSecsAgo` on, which is
   *  negative. `at_will`: whenever its authority wants to; nothing stops a sale at boot. */
  readonly bites: 'now' | 'later' | 'at_will'
  /** Since when, seconds before boot; negative for the future, null when it depends on someone. */
  readonly fromSecsAgo: number | null
  /** Largest sale that goes through, in base units; null when the size does not matter. */
  readonly limitRaw: bigint | null
  /** Part of a sale that is lost, 0-100; 100 where nothing comes through. */
  readonly lossPct: number
  /** Who bought and is caught. */
  readonly victims: readonly string[]
}

export const LOOKALIKE_KINDS = [
  'metadata_pointer',
  'small_fee',
  'counting_hook',
  'freeze_authority_stablecoin',
  'delegate_stablecoin',
] as const
export type LookalikeKind = (typeof LOOKALIKE_KINDS)[number]

/** Where the LP tokens of a dev's own pool went. */
export type TrueLiquidity = {
  readonly state: 'held' | 'locked' | 'burned' | 'pulled'
  /** Share of the LP tokens that is locked or burned, 0-100. */
  readonly securedPct: number
  readonly untilSecsAgo: number | null
}

/** The ground truth of a launch that a recipe drew up. */
export type TrueRecipe = {
  readonly name: string
  /** `rug`: made to take people's money, whether or not it has been done yet (`rugged`). */
  readonly intent: 'rug' | 'honest'
  /** Wallets of the dev's entity that buy or hold the token, without the dev. */
  readonly insiders: readonly string[]
  /** Everyone who holds or held the token for themselves, snipers included; each is an entity of its own, but for
   *  `entities`. */
  readonly organic: readonly string[]
  readonly rootFunder: string | null
  /** Wallets that served the team without holding the token: hops of its money, payers of fees, nonce authorities. */
  readonly relays: readonly string[]
  /** Services in which the money's trail ends. */
  readonly privacyHops: readonly string[]
  /** Where the team's proceeds go. */
  readonly collector: string | null
  readonly priors: readonly { readonly mint: string; readonly outcome: PriorOutcome }[]
  /** Entities of several wallets beside the dev's own. Wallets of a `team` are neither `insiders` nor `organic`; those
   *  of a `person` or a `firm` are `organic`, and not strangers to each other. */
  readonly entities?: readonly TrueGroup[]
  /** Of launches that the arena drew (`eval/practices`). */
  readonly practice?: TruePractice
}

/** What a drawn practice is beyond its entities. */
export type TruePractice = {
  readonly id: string
  /** By dimension. */
  readonly mechanisms: Readonly<Record<string, string>>
  /** `staged`: made to take people's money; `sniped`: an honest launch that professionals came to. */
  readonly stage: 'staged' | 'honest' | 'sniped'
  /** Wallets to which something was done that they did not ask for. */
  readonly victims: readonly string[]
  /** Who buys the first second of launches for a living. */
  readonly professionals: readonly string[]
  /** Earlier launches of the same hand; `hops`: wallets between it and each creator, this one's included, plus one. */
  readonly ring: {
    readonly root: string
    readonly hops: number
    readonly creators: readonly string[]
    readonly mints: readonly string[]
  } | null
}

/** Wallets of one holder who is not the dev: a rival team, someone with two wallets, a firm with several desks. */
export type TrueGroup = { readonly kind: 'team' | 'person' | 'firm'; readonly wallets: readonly string[] }

/** `fast_rug`: within ten minutes of its launch. */
export type PriorOutcome = 'rugged' | 'fast_rug' | 'alive' | 'graduated'

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
