import type { Position } from '../../holdings-port.ts'
import type { AccountView } from '../rpc.ts'

/** A token account of the wallet with what its mint says. */
export type HeldToken = {
  readonly account: string
  readonly mint: string
  readonly tokenProgram: string
  readonly amountRaw: bigint
  readonly supplyRaw: bigint
  readonly decimals: number
  readonly mintAuthority: string | null
}

export type Accounts = ReadonlyMap<string, AccountView | null>

/** How something is read: each `yield` names accounts and gets them, whoever reads them. So many positions are read in few
 *  calls, and a test needs no node. */
export type Reading = Generator<readonly string[], readonly Position[], Accounts>

export type Moment = { readonly nowSec: number }

export type AccountFilter = { readonly dataSize: number } | { readonly memcmp: { offset: number; bytes: string } }

/** Reads positions that have an account of their own. A new protocol is a file and a line in `index.ts`. */
export type PositionReader = {
  readonly protocol: string
  readonly programs: readonly string[]
  /** Who may still mint the token of a position; nobody where it is absent. */
  readonly nftAuthority?: string
  /** Accounts that a token of which there is one may stand for; none where the account names its owner. */
  readonly accountsOf?: (nft: HeldToken) => readonly string[]
  /** How the accounts of a wallet are listed, where the account names its owner. */
  readonly scanOf?: (wallet: string) => { readonly program: string; readonly filters: readonly AccountFilter[] }
  /** Where the account names its NFT and cannot be derived from it: what the metadata of such NFTs have as their symbol, and
   *  where the account of this program names the mint. */
  readonly namedBy?: { readonly symbol: RegExp; readonly program: string; readonly mintOffset: number }
  /** Null for accounts that are no positions. The caller has checked the owner program. */
  readonly read: (view: AccountView, moment: Moment) => Reading | null
}

/** Reads tokens that are shares of a pool. */
export type ShareReader = {
  readonly protocol: string
  readonly program: string
  /** Where the pool's account names the mint of its shares. */
  readonly mintOffset: number
  /** Whether a token can be such a share, by its mint's authority (and that account, null where there is none). */
  readonly mayBe: (token: HeldToken, authority: AccountView | null) => boolean
  /** True: the mint's authority is the pool. */
  readonly isAuthorityPool?: boolean
  /** Null for accounts that are no pool of this mint. The caller has checked the owner program. */
  readonly read: (pool: AccountView, token: HeldToken, moment: Moment) => Reading | null
}

/** Reads further accounts for a reading: null for one that is not of the program. */
export function viewOf(accounts: Accounts, address: string, program: string): AccountView | null {
  const view = accounts.get(address) ?? null
  return view?.owner === program ? view : null
}
