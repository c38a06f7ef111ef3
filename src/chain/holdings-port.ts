import type { Outcome } from '../contract/outcome.ts'

/* What the wallet family asks of a chain about things that are put away. Each call fails as the chain's node fails, and
 * `upstream_refused` where the node does not list what it must. */

export type StakeActivation = {
  readonly state: 'activating' | 'active' | 'deactivating' | 'inactive'
  /** What earns; of it `deactivatingRaw` leaves. */
  readonly effectiveRaw: bigint
  readonly activatingRaw: bigint
  readonly deactivatingRaw: bigint
}

/** A stake account as it stands in the present epoch. Amounts are base units of the chain's own coin. */
export type StakeAccount = {
  readonly address: string
  /** All that it holds: stake, deposit and what came besides. */
  readonly heldRaw: bigint
  readonly depositRaw: bigint
  readonly staker: string
  readonly withdrawer: string
  /** Null once nothing is locked any more. */
  readonly lockup: {
    readonly untilSec: number | null
    readonly untilEpoch: bigint | null
    readonly custodian: string
  } | null
  readonly delegation: {
    readonly vote: string
    readonly stakeRaw: bigint
    /** Null for stake of genesis. */
    readonly activationEpoch: bigint | null
    readonly deactivationEpoch: bigint | null
  } | null
  /** Null without a delegation. */
  readonly activation: StakeActivation | null
}

export type StakeHoldings = {
  readonly epoch: number
  /** Largest first. */
  readonly accounts: readonly StakeAccount[]
  /** False: those of which the wallet is only the staker were not listed. */
  readonly hasSteered: boolean
}

/** An amount of a token, in base units; the chain's own coin goes by the mint of its wrapped form. */
export type TokenAmount = { readonly mint: string; readonly amountRaw: bigint }

export const POSITION_KINDS = ['lp', 'clmm', 'dlmm', 'damm', 'liquid_stake', 'lend'] as const

type Moment = { readonly slot: number | null; readonly timeSec: number | null }

/** Of a deposit or loan: how fresh its amounts are, and how near it is to liquidation. */
export type Lending = {
  /** Interest is in the amounts up to here: the oldest update of the reserves behind them. */
  readonly interestUntil: Moment
  /** As the program itself last worked it out, with its own prices; null where it keeps no such thing. */
  readonly health: {
    readonly at: Moment
    /** The position has changed since. */
    readonly isStale: boolean
    readonly collateralUsd: number
    readonly debtUsd: number
    readonly ltvPct: number
    /** What may be owed at most, over what is owed, both with the program's weights: below 1 it is liquidated. Null without
     *  debts. */
    readonly healthFactor: number | null
  } | null
  /** What of it is in no amount, one sentence each. */
  readonly unread: readonly string[]
}

/** Something that a wallet has in a protocol: what it could take out now, before what the tokens themselves take of a
 *  transfer. */
export type Position = {
  readonly kind: (typeof POSITION_KINDS)[number]
  readonly protocol: string
  readonly program: string
  /** The position's own account; of LP and stake tokens the token account. */
  readonly address: string
  /** The token that the wallet holds: an NFT, or shares. Null where the account itself names its owner. */
  readonly mint: string | null
  /** Pool, stake pool or market. */
  readonly pool: string
  /** Of shares, how many. */
  readonly sharesRaw: bigint | null
  /** Both sides, rounded down as a withdrawal is. */
  readonly tokens: readonly TokenAmount[]
  readonly debts: readonly TokenAmount[]
  /** Fees that wait to be collected; null where they are part of `tokens`. */
  readonly fees: readonly TokenAmount[] | null
  /** Null where liquidity works at every price. Ratios are units of the second token for one of the first. */
  readonly range: {
    readonly unit: 'tick' | 'bin' | 'price'
    readonly lower: number | null
    readonly upper: number | null
    readonly current: number | null
    readonly isInRange: boolean
    readonly ratios: { readonly lower: number; readonly upper: number; readonly current: number }
  } | null
  /** Of `tokens`, what cannot be taken out yet or ever, in 1 / 10,000 of them; 0 where nothing is locked. */
  readonly lockedBps: number
  /** Of `lend` only. */
  readonly lending?: Lending
}

/** What stands at one address. */
export type PositionAt = {
  /** Owner program of the account; null where there is none. */
  readonly program: string | null
  /** The wallet that it belongs to; null where the node does not say. */
  readonly owner: string | null
  readonly position: Position | null
  /** A stake account of `owner`. */
  readonly isStake: boolean
  readonly missing: readonly string[]
}

export type PositionsFound = {
  readonly positions: readonly Position[]
  /** What was not read and why, one sentence each. */
  readonly missing: readonly string[]
  /** A source failed that may answer later. */
  readonly isDegraded: boolean
}

/** An NFT as the chain itself shows it. */
export type OwnedNft = {
  readonly mint: string
  readonly name: string | null
  readonly symbol: string | null
  readonly collection: string | null
  /** In the words of the Digital Asset Standard. */
  readonly interface: string
}

export type NftsFound = {
  readonly nfts: readonly OwnedNft[]
  readonly missing: readonly string[]
  readonly isDegraded: boolean
}

export type HoldingReads = {
  isAddress(text: string): boolean
  /** Stake accounts that a wallet may withdraw from or steer. `invalid_request` for a wallet that is no address. */
  stakeOf(wallet: string, signal: AbortSignal): Promise<Outcome<StakeHoldings>>
  /** Identities of the validators behind vote accounts; those that are gone are left out. */
  validatorsOf(votes: readonly string[], signal: AbortSignal): Promise<Outcome<ReadonlyMap<string, string>>>
  /** Names that validators gave themselves, by identity. Text of strangers. */
  validatorNames(): Promise<Outcome<ReadonlyMap<string, string>>>
  /** A page of the NFTs that have accounts, in the order of their addresses; pages begin at 1. */
  nftsOf(
    wallet: string,
    options: { readonly page: number; readonly limit: number; readonly signal: AbortSignal },
  ): Promise<Outcome<NftsFound>>
  /** Protocols whose positions are read. */
  readonly positionProtocols: readonly string[]
  /** The position whose account, or whose NFT, this address is. */
  positionAt(
    address: string,
    options: { readonly nowSec: number; readonly signal: AbortSignal },
  ): Promise<Outcome<PositionAt>>
  /** What a wallet has in protocols, in the order of protocols, then of addresses. */
  positionsOf(
    wallet: string,
    options: { readonly nowSec: number; readonly signal: AbortSignal },
  ): Promise<Outcome<PositionsFound>>
}
