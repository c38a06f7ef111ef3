import type { DexName } from '../../chain/solana/dexes/dex.ts'
import type { HolderMethod } from '../../chain/solana/holders.ts'
import type { OwnerIdentity } from '../../chain/solana/labels.ts'
import type { LaunchFacts } from '../../chain/solana/launch-window.ts'
import type { MintExtensions } from '../../chain/solana/mint-info.ts'

/** Everything the engines look at, as plain JSON values: it is stored, hashed and judged again offline, and whatever is
 *  not in here cannot decide a verdict. Amounts are base units in decimal text. Lists are sorted as their comments say,
 *  so that one state of the chain gives one sequence of bytes. */

/** Base units as decimal text. */
export type AmountText = string

/** One trade of the mint inside a transaction. */
export type ObservedTrade = {
  readonly wallet: string
  readonly side: 'buy' | 'sell'
  readonly dex: DexName
  readonly pool: string
  readonly baseRaw: AmountText
  readonly quoteRaw: AmountText
  readonly quoteMint: string
  /** Reserves after the trade, where the program says them. */
  readonly baseReserveRaw: AmountText | null
  readonly quoteReserveRaw: AmountText | null
  /** What the pool's vaults held after the transaction; only where the program does not say reserves, and where the
   *  vaults can be told. */
  readonly heldBaseRaw?: AmountText
  readonly heldQuoteRaw?: AmountText
}

/** One trade of another token for SOL. */
export type ObservedOtherTrade = {
  readonly wallet: string
  readonly side: 'buy' | 'sell'
  readonly mint: string
  readonly pool: string
  readonly baseRaw: AmountText
  readonly lamports: AmountText
}

/** `mint` null: SOL. */
export type ObservedHolding = {
  readonly wallet: string
  readonly mint: string | null
  readonly beforeRaw: AmountText
  readonly afterRaw: AmountText
}

/** Of one asset (`mint` null: SOL), what an address paid to, and got from, people of the token (and who stands behind
 *  their money) and unnamed others. */
export type ObservedTurnover = {
  readonly mint: string | null
  readonly toPeopleRaw: AmountText
  readonly toOthersRaw: AmountText
  readonly fromPeopleRaw: AmountText
  readonly fromOthersRaw: AmountText
}

/** What a landed, successful transaction shows of its senders. */
export type ObservedTransaction = {
  readonly signature: string
  readonly slot: number
  readonly timeSec: number | null
  readonly indexInBlock: number | null
  readonly version: 'legacy' | 0 | 1
  readonly feePayer: string
  readonly signers: readonly string[]
  /** Address lookup tables the message loads from; owners are in `TokenEvidence.tables`. */
  readonly lookupTables: readonly string[]
  /** Durable nonce it is sealed with. */
  readonly nonce: { readonly account: string; readonly authority: string } | null
  readonly computeUnitLimit: number | null
  /** Micro-lamports per compute unit; null when none is set (version 1 says lamports instead). */
  readonly computeUnitPrice: AmountText | null
  readonly priorityFeeLamports: AmountText | null
  /** Programs called at top level, in order, each once. */
  readonly programs: readonly string[]
  /** Texts of its memos, the first 128 bytes of each; absent where there are none, and in bundles of before rules
   *  2026-11-24.4. */
  readonly memos?: readonly string[]
  /** Transfers to published block-engine tip accounts. */
  readonly tips: readonly { readonly to: string; readonly lamports: AmountText }[]
  /** SOL moved by System transfers, as wrapped SOL, or (where nothing was traded) by the balances alone, that is more
   *  than an empty account's rent, tips left out. By balances since rules 2026-11-24.1. */
  readonly solMoves: readonly { readonly from: string; readonly to: string; readonly lamports: AmountText }[]
  /** Units of other tokens that went from owner to owner other than by a trade, each a thousand base units at least;
   *  absent where there are none. */
  readonly otherMoves?: readonly {
    readonly mint: string
    readonly from: string
    readonly to: string
    readonly amountRaw: AmountText
    readonly authority?: string
  }[]
  /** What both ends of those moves had of what moved, before and after the transaction (SOL with what is wrapped): how
   *  much of it the move was. Sorted by wallet, then asset; absent where nothing moved, and in bundles of before rules
   *  2026-11-22.4. */
  readonly holdings?: readonly ObservedHolding[]
  /** Who traded units of which other token for SOL or a stablecoin; absent where no one did. */
  readonly otherSales?: readonly { readonly wallet: string; readonly mint: string }[]
  /** Trades of other tokens for SOL; absent where there are none, and in bundles of before November 22nd, 2026. */
  readonly otherTrades?: readonly ObservedOtherTrade[]
  /** Who else gained SOL in a transaction that trades (of whatever token), by the balances: fee takers and referrers that
   *  the trade itself paid. Without pools, traders, named addresses and what `solMoves` and `tips` say. Sorted by
   *  address; absent where there are none, and in bundles of before rules 2026-11-24.1. */
  readonly tradeFees?: readonly { readonly to: string; readonly lamports: AmountText }[]
  readonly trades: readonly ObservedTrade[]
  /** Units of the mint that went from owner to owner other than by a trade. `authority`: who signed for the giver, where
   *  that was someone else (a delegate, or the issuer); absent in bundles of before rules 2026-11-24.1. */
  readonly tokenMoves: readonly {
    readonly from: string
    readonly to: string
    readonly amountRaw: AmountText
    readonly authority?: string
  }[]
}

/** A relevant wallet: holder, early buyer, creator, or one that passed their money on. */
export type ObservedWallet = {
  readonly address: string
  /** `receiver`: got units of the mint other than by a trade, or was paid by the creator before the launch. `funder`:
   *  paid one of the others. None of them: only known because an insider paid it after selling. In this order. */
  readonly roles: readonly ('holder' | 'buyer' | 'dev' | 'receiver' | 'funder')[]
  /** False for holders beyond the tracing budget: nothing below `identity` was read for them. */
  readonly traced: boolean
  readonly firstSeenSec: number | null
  readonly firstSeenSlot: number | null
  /** Signatures seen, up to one page; `isBusy` when there are more, and then its beginning was not searched. */
  readonly signatureCount: number
  readonly isBusy: boolean
  /** Its first money; `signature` is in `transactions`. The funder's own entry is among the wallets while hops
   *  remain. */
  readonly funding: {
    readonly from: string
    readonly lamports: AmountText
    readonly timeSec: number | null
    readonly slot: number
    readonly signature: string
  } | null
  readonly identity: OwnerIdentity | null
  /** With whom it moved SOL or tokens, by a sample of its transactions spread evenly over its history: people of the
   *  token (and who stands behind their money), unnamed others, and how many of those were first met on one day (UTC).
   *  Absent for those that share few wallets of the token, or have few transactions. `peoplePaid`: people of the token
   *  whom it is known to have paid, by the sample or not; absent in bundles of before rules 2026-11-22.7. `turnover`:
   *  the same by value, sorted by asset, SOL first; absent in bundles of before rules 2026-11-22.4. `cosigners`: who
   *  else signed those transactions; absent where no one did, and in bundles of before rules 2026-11-22.5. */
  readonly customers?: {
    readonly sampled: number
    readonly people: number
    readonly peoplePaid?: number
    readonly others: number
    readonly mostOthersInADay: number
    readonly turnover?: readonly ObservedTurnover[]
    readonly cosigners?: { readonly people: number; readonly others: number }
  }
  /** The node failed on part of it. */
  readonly partial: boolean
}

/** `amountRaw`: of a delegate, what it may spend; of a close authority, what lies in the account. */
export type TokenPower = {
  readonly owner: string
  readonly kind: 'delegate' | 'close_authority'
  readonly by: string
  readonly amountRaw: AmountText
}

export type HolderEvidence = {
  readonly method: HolderMethod
  readonly exact: boolean
  readonly capped: boolean
  /** Owners with a balance. */
  readonly ownerCount: number
  /** What shares are shares of. */
  readonly supplyRaw: AmountText
  /** SHA-256 over all owners and amounts, sorted by owner: what was counted, also where only the largest are listed. */
  readonly sha256: string
  /** Over all owners beside the vaults; null while the list is not exact. */
  readonly concentration: {
    readonly holders: number
    readonly gini: number
    readonly hhi: number
    readonly nakamoto: number
    readonly top10Share: number
  } | null
  /** Standing powers over the mint's token accounts: who may spend or close what another owns. Sorted by owner, kind
   *  and holder of the power; at most `LIMITS.evidenceTokenPowers`, the largest amounts. Absent where there are none or the accounts were not
   *  read whole, and in bundles of before rules 2026-11-24.1. */
  readonly powers?: readonly TokenPower[]
  /** Largest first, equal amounts by address; at most `LIMITS.evidenceHolders`. */
  readonly largest: readonly { readonly owner: string; readonly amountRaw: AmountText; readonly accounts: number }[]
}

/** Who can take a pool's liquidity away; null members where the pool has no LP token. */
export type LpEvidence = {
  readonly lpMint: string
  readonly lpSupplyRaw: AmountText
  readonly burnedRaw: AmountText
  readonly lockedRaw: AmountText
  readonly creatorRaw: AmountText
  readonly otherRaw: AmountText
  /** Locks that still hold; `untilSec` null when the lock's account cannot be read. */
  readonly lockers: readonly {
    readonly owner: string
    readonly entity: string
    readonly amountRaw: AmountText
    readonly untilSec: number | null
  }[]
}

export type PoolEvidence = {
  readonly dex: DexName
  readonly programId: string
  readonly address: string
  readonly baseMint: string
  readonly quoteMint: string
  readonly baseReserveRaw: AmountText
  readonly quoteReserveRaw: AmountText
  readonly realBaseReserveRaw: AmountText
  readonly realQuoteReserveRaw: AmountText
  readonly vaultOwners: readonly string[]
  readonly creator: string | null
  readonly curveProgressPct: number | null
  readonly curveComplete: boolean
  readonly tradeable: boolean
  readonly lp: LpEvidence | null
}

/** A recorded account: bytes in base64 while they are small, always the hash. */
export type AccountEvidence = {
  readonly address: string
  readonly owner: string
  readonly lamports: AmountText
  readonly sha256: string
  readonly dataBase64: string | null
  readonly slot: number
}

export type MintEvidence = {
  readonly tokenProgram: string
  readonly supplyRaw: AmountText
  readonly decimals: number
  readonly mintAuthority: string | null
  readonly freezeAuthority: string | null
  readonly extensions: MintExtensions
  /** Who may change name and image; null when no one or unknown. */
  readonly metadataMutable: boolean | null
  readonly metadataAuthority: string | null
  readonly account: AccountEvidence
}

/** Another token that several wallets of this one bought and sold again. */
export type OtherCoinEvidence = {
  readonly mint: string
  readonly pool: string
  /** Successful transactions that name its pool, up to `LIMITS.evidenceOtherCoinSignatures`; `isWhole` when there are
   *  no more. */
  readonly signatureCount: number
  readonly isWhole: boolean
}

/** A lookup table that transactions load from. */
export type TableEvidence = {
  readonly address: string
  /** Null: frozen or gone. */
  readonly authority: string | null
  /** Slot in which entries were last added. Absent of a table that is gone, and in bundles of before rules
   *  2026-11-24.1. */
  readonly lastExtendedSlot?: number
  /** Absent as above, and where only the header was read. */
  readonly entries?: number
  /** Of its entries the mint, its pools, and wallets of the token, sorted: a table that lists the mint was made for it.
   *  Absent as `entries`. */
  readonly lists?: readonly string[]
}

export type TokenEvidence = {
  readonly mint: string
  /** Node's slot when gathering began, and the chain's measured slot time. */
  readonly slot: number
  readonly slotMs: number
  /** Epoch seconds of that slot, from the chain. */
  readonly timeSec: number
  /** Time of the oldest block the node keeps: a token whose whole history was read without its beginning is older. */
  readonly ledgerStartSec: number | null
  readonly mintInfo: MintEvidence | null
  readonly holders: HolderEvidence | null
  /** Sorted by address. */
  readonly pools: readonly PoolEvidence[]
  readonly launch: LaunchFacts | null
  /** Sorted by slot, place in the block, signature. The token's own (from its launch on, then the newest), the funding
   *  of its wallets, and what its insiders did with their proceeds. */
  readonly transactions: readonly ObservedTransaction[]
  /** Of the token's own transactions: how far the reading went. */
  readonly history: {
    /** The first `earlyCount` since the launch are all there; `complete` when nothing lies between them and now. */
    readonly complete: boolean
    readonly earlyCount: number
    readonly recentCount: number
    /** Signatures that name the token's pools or mint, as far as they were counted. */
    readonly knownCount: number
    /** Newest early transaction; trades after it and before `recentFromSlot` were not read. */
    readonly earlyToSlot: number | null
    readonly recentFromSlot: number | null
  }
  /** Sorted by address. */
  readonly wallets: readonly ObservedWallet[]
  /** Lookup tables that occur, sorted by address. */
  readonly tables: readonly TableEvidence[]
  /** Sorted by mint; absent in bundles of before November 22nd, 2026. */
  readonly otherCoins?: readonly OtherCoinEvidence[]
  readonly gaps: readonly EvidenceGap[]
}

/** What could not be read: part name and reason, in the order of the parts. */
export type EvidenceGap = {
  readonly part: string
  readonly reason: string
  /** The node refuses it and will in two minutes as well: no reason to read everything again soon. */
  readonly lasting?: true
}
