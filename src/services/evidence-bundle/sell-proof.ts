/** What executing transfers and trades of a token has shown: plain JSON values, stored with a report and judged again
 *  offline. Amounts are base units in decimal text. */

/** `sellable`: both legs were run and nothing stood in the way. `blocked`: someone who is no insider cannot sell (or
 *  receive) at all or above some size. `taxed`: a transfer or trade takes `TAXED_LOSS_PCT` or more. `time_locked`:
 *  whether a sale goes through depends on when. `not_proven`: a leg could not be run, and no other leg found a trap;
 *  never a pass. */
export type SellStatus = 'sellable' | 'blocked' | 'taxed' | 'time_locked' | 'not_proven'

/** Who executed: `local` is our own runtime on cloned accounts, `node` the node's simulation. */
export type ExecutionAdapter = 'local' | 'node'

export type SellLeg = 'token' | 'pool'
/** `fresh`: a wallet that never had the token, its account made by the real instruction; `old`: a real holder's account
 *  in its state on chain; `frozen`: a real holder whose account is frozen. */
export type SellHolder = 'fresh' | 'old' | 'frozen'
/** `sell`: holder to vault (or to the pool); `buy`: vault to holder; `round_trip`: buy and sell in one transaction;
 *  `seize`: the permanent delegate takes from the holder without its signature. */
export type SellDirection = 'sell' | 'buy' | 'round_trip' | 'seize'

/** One thing that was executed. */
export type SellCase = {
  readonly leg: SellLeg
  readonly direction: SellDirection
  readonly holder: SellHolder
  readonly owner: string
  /** Share of the holding that was moved. */
  readonly sizePct: number
  readonly amountRaw: string
  /** Time of the run after the clock of the clone. */
  readonly atOffsetSec: number
  readonly ok: boolean
  /** `token:AccountFrozen`, `program:<id>:Custom(7)`, `runtime:InsufficientFundsForFee`; null when it went through. */
  readonly error: string | null
  /** Token leg: what of the sent amount did not arrive. Pool leg: what was received less than the pool's own formula
   *  with its fees says. 0-100, null when it failed. */
  readonly lossPct: number | null
  readonly computeUnits: number
  /** Last lines, each cut. */
  readonly logsTail: readonly string[]
  readonly adapter: ExecutionAdapter
}

/** An account the runs began from. */
export type ProofAccount = {
  readonly address: string
  readonly owner: string
  readonly lamports: string
  readonly sha256: string
  /** Of the read; null for accounts that were made up (payer and fresh wallet). */
  readonly slot: number | null
  /** Null where the bytes were too many to keep: then only the judgement can be repeated, not the run. */
  readonly dataBase64: string | null
}

/** A cloned program (the token programs come with the runtime). */
export type ProofProgram = {
  readonly address: string
  readonly loader: string
  /** Of the code. */
  readonly sha256: string
  readonly codeBytes: number
  readonly slot: number
  readonly codeBase64: string | null
}

export type ProofClock = {
  readonly slot: number
  readonly epoch: number
  readonly unixTimeSec: number
  readonly epochStartSec: number
}

/** The token leg as it was given to the runtime, to run it again: a step names a wire (base64) and a clock, a draft the
 *  run and step that is its case. With all account and code bytes at hand the same cases come out. */
export type TokenLegScript = {
  readonly runtime: string
  readonly lamportsPerByte: number
  readonly clocks: readonly ProofClock[]
  readonly wires: readonly string[]
  readonly runs: readonly { readonly steps: readonly { readonly wire: number; readonly clock: number }[] }[]
  readonly drafts: readonly (Pick<
    SellCase,
    'direction' | 'holder' | 'owner' | 'sizePct' | 'amountRaw' | 'atOffsetSec'
  > & { readonly destination: string; readonly run: number; readonly step: number })[]
}

export type SellReasonCode =
  /** Token leg. */
  | 'sell_fails'
  | 'sell_fails_above_size'
  | 'sell_opens_later'
  | 'sell_closes_later'
  | 'cannot_receive'
  | 'holders_frozen'
  | 'transfer_fee'
  | 'transfer_fee_later'
  | 'can_be_seized'
  /** Pool leg. */
  | 'pool_sell_fails'
  | 'pool_underpays'
  | 'no_pool'
  | 'no_seller'
  | 'pool_unsupported'
  | 'pool_cannot_pay'
  | 'pool_failed_otherwise'
  /** Why a leg was not run. */
  | 'no_mint'
  | 'no_node'
  | 'not_cloneable'
  | 'read_failed'
  | 'execution_failed'
export type SellReason = { readonly code: SellReasonCode; readonly leg: SellLeg; readonly detail: string }

export type LegVerdict = {
  readonly status: SellStatus
  /** Null when nothing was run. */
  readonly adapter: ExecutionAdapter | null
}

export type SellProof = {
  readonly mint: string
  /** Slot and time of the clone. */
  readonly slot: number
  readonly timeSec: number
  readonly status: SellStatus
  readonly reasons: readonly SellReason[]
  readonly legs: { readonly token: LegVerdict; readonly pool: LegVerdict }
  readonly cases: readonly SellCase[]
  /** Program that decides on every transfer; absent where there is none, and in records of before rules
   *  2026-11-23.1. */
  readonly hookProgram?: string
  /** Ordinary holders' accounts that were read, and how many of them are frozen. */
  readonly sampledHolders: number
  readonly frozenHolders: number
  /** Reasons why a leg (or part of it) could not be run: input of the judgement. */
  readonly gaps: readonly SellReason[]
  readonly accounts: readonly ProofAccount[]
  readonly programs: readonly ProofProgram[]
  /** Whether the token leg can be run again from this record alone (`reExecuteTokenLeg`); else, as always for the pool
   *  leg, only the judgement of its cases is repeated. */
  readonly isReExecutable: boolean
  readonly script: TokenLegScript | null
}

/** From here on a transfer or trade counts as taxed. Fees of honest tokens seen on chain stay well below. */
export const TAXED_LOSS_PCT = 10
/** A fee below this is not mentioned. */
export const NOTED_LOSS_PCT = 1
/** Share of the sampled ordinary holders that are frozen from which on the freezing is a trap and not a sanction. */
export const FROZEN_TRAP_SHARE = 0.2
