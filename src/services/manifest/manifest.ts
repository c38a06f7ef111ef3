import type { Instruction } from '../../chain/solana/instructions.ts'
import type { ExecutionAdapter } from '../execution/execute.ts'

/** What a transaction does to those who own something in it: token accounts belong to their owner, with the lamports
 *  they hold, and a durable nonce to its authority. Amounts are changes, below zero for a loss. */
export type OwnerDelta = {
  readonly owner: string
  readonly lamports: bigint
  /** By mint; a mint that does not change is not here. */
  readonly tokens: ReadonlyMap<string, bigint>
}

/** Power over an account that a transaction gives or takes. */
export type AuthorityChange = {
  readonly account: string
  /** `owner`, `delegate`, `close` of a token account; `mint`, `freeze` of a mint; `nonce`; `staker`, `withdrawer`;
   *  `program`: the program that an account belongs to. */
  readonly kind: 'owner' | 'delegate' | 'close' | 'mint' | 'freeze' | 'nonce' | 'staker' | 'withdrawer' | 'program'
  readonly before: string | null
  readonly after: string | null
  /** Whose account it is (was, if it was there). */
  readonly holder: string
}

/** What executing a transaction shows, without anyone having paid for it. */
export type RunFacts = {
  readonly owners: readonly OwnerDelta[]
  readonly authorities: readonly AuthorityChange[]
  /** Token accounts that come to be or go, with their owners. */
  readonly created: readonly (OwnedAccount & { readonly lamports: bigint })[]
  readonly closed: readonly OwnedAccount[]
  /** Accounts that programs made for themselves. */
  readonly deposits: readonly Deposit[]
  /** Token accounts whose settings change: everything but the amount, the authorities and what transfers keep there. */
  readonly altered: readonly OwnedAccount[]
}
/** Lamports in an account that was not there before and belongs to a program. */
export type Deposit = { readonly account: string; readonly program: string; readonly lamports: bigint }
export type OwnedAccount = { readonly account: string; readonly owner: string }

/** A transaction's effects, and the most that it was allowed. */
export type Manifest = {
  readonly adapter: ExecutionAdapter
  readonly slot: number
  readonly computeUnits: number
  readonly logs: readonly string[]
  readonly owners: readonly OwnerDelta[]
  readonly authorities: readonly AuthorityChange[]
  /** Lamports in accounts that programs made for themselves: part of what the payer spent. */
  readonly depositLamports: bigint
  /** Invoked at any depth, in order of first appearance. */
  readonly programs: readonly string[]
  /** What may leave the wallet at most: nothing above it passed. */
  readonly maxOutflow: { readonly lamports: bigint; readonly tokens: ReadonlyMap<string, bigint> }
}

/** A payment by the transaction itself, as opposed to one by a program it calls. `mint` null is SOL. `owner`: whose
 *  token account `to` has to be when it is executed. */
export type Payment = {
  readonly to: string
  readonly owner?: string
  readonly mint: string | null
  readonly raw: bigint
}

/** What a transaction may do. A null member is not judged. */
export type Intent = {
  /** Whose money it is; it pays the fee. */
  readonly payer: string
  /** Who may be asked to sign. */
  readonly signers: readonly string[]
  /** The least by which the payer's lamports change, those in its token accounts and the fee counted in: below zero,
   *  the most it may spend. */
  readonly leastLamports: bigint
  /** The same for its tokens, by mint; of a mint that is not here nothing may leave. Wrapped SOL counts as lamports. */
  readonly leastTokens: ReadonlyMap<string, bigint>
  /** The most that it may offer for being taken sooner; what `leastLamports` leaves room for is not for that. */
  readonly priorityLamports: bigint | null
  /** What the payer may put into new accounts that these programs make for themselves, on top of what `leastLamports`
   *  leaves: what is there afterwards and was not before, at most so much. Absent for none. */
  readonly deposits?: { readonly programs: ReadonlySet<string>; readonly mostLamports: bigint }
  /** Who pays the fee where that is not the payer, and the least by which their lamports change. Nothing else of theirs
   *  may leave. */
  readonly sponsor?: { readonly address: string; readonly leastLamports: bigint }
  /** Every transfer to others at top level, no more and no less. */
  readonly payments: readonly Payment[] | null
  /** Programs that may run, at any depth. */
  readonly programs: ReadonlySet<string> | null
  /** Accounts of the payer that it may pay into, and those that it may make and end again on the way. */
  readonly ownAccounts: ReadonlySet<string>
  /** Token accounts of the payer that may come to be and stay. */
  readonly creates: ReadonlySet<string> | null
  /** Token accounts of the payer that may go. */
  readonly closes: ReadonlySet<string>
  /** The durable nonce it lives by; null for one that lives by a blockhash. */
  readonly nonce: string | null
  /** Of the payer's tokens in these accounts, as they are before, `raw` is at most this part (millionths of a
   *  percent). */
  readonly share?: {
    readonly micro: bigint
    readonly of: readonly string[]
    readonly mint: string
    readonly raw: bigint
  }
  /** Calls of other programs than the chain's own, and of these what no trade is made of (burns, say): each once, byte
   *  for byte, and no others. */
  readonly calls: readonly Instruction[] | null
  readonly mayUseLookupTables: boolean
}
