import type { AccountView } from '../rpc.ts'
import type { ClockFields } from '../sysvars.ts'

/** An account that is no token account and whose lamports a wallet can have. */
export type Reclaimable = {
  readonly account: string
  /** What comes back once it is ready. */
  readonly lamports: bigint
  /** `ready`: one instruction brings it back now. `cooling`: after a time that runs already. `active`: in use; it has
   *  to be switched off first, and cools then. */
  readonly state: 'ready' | 'cooling' | 'active'
  /** Slots until a cooling one is ready; null for the others, and where it is an epoch that must end. */
  readonly readyInSlots: number | null
  /** The account is gone afterwards; false where only what it has too much is taken. */
  readonly closes: boolean
}

export const RECLAIM_KINDS = ['lookup_tables', 'buffers', 'nonces', 'stake'] as const
export type ReclaimKind = (typeof RECLAIM_KINDS)[number]

/** Slot and epoch of the chain. */
export type ChainMoment = {
  readonly clock: ClockFields
  /** Slots of the newest blocks, newest first. */
  readonly recentSlots: readonly number[]
}

/** One class of such accounts, all of one program. */
export type ReclaimClass = {
  readonly kind: ReclaimKind
  readonly program: string
  /** Of getProgramAccounts: those of a wallet. */
  readonly filters: (
    wallet: string,
  ) => readonly ({ readonly dataSize: number } | { readonly memcmp: { offset: number; bytes: string } })[]
  /** What `describe` reads, from the first byte on. */
  readonly headBytes: number
  /** Null for what is not this wallet's, or holds nothing that it could have. */
  readonly describe: (view: AccountView, wallet: string, now: ChainMoment) => Reclaimable | null
}
