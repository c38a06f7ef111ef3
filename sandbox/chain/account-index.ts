import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { readTokenAccount } from '../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { AccountState } from './types.ts'

type Entry = {
  readonly program: string
  readonly mint: string | null
  readonly tokenOwner: string | null
  readonly delegate: string | null
}
/** Addresses of one key; `sorted` is the list as last asked for, dropped when a member comes or goes. */
type Bucket = { readonly members: Set<string>; sorted: readonly string[] | null }
type Column = Map<string, Bucket>

/** Which accounts exist, by owner program and, for token accounts, by mint, owner and delegate. Lists are in the order
 *  of the addresses' text, so nothing depends on the order in which accounts were made. */
export type AccountIndex = {
  readonly entries: Map<string, Entry>
  /** Present state of each account in the index; its bytes must not be written to. */
  readonly states: Map<string, AccountState>
  readonly byProgram: Column
  readonly byMint: Column
  readonly byTokenOwner: Column
  readonly byDelegate: Column
}

export function createAccountIndex(): AccountIndex {
  return {
    entries: new Map(),
    states: new Map(),
    byProgram: new Map(),
    byMint: new Map(),
    byTokenOwner: new Map(),
    byDelegate: new Map(),
  }
}

/** Takes note of an account's present state, whose bytes are the index's from now on; null: it is gone. */
export function updateAccountIndex(index: AccountIndex, address: string, state: AccountState | null): void {
  if (state === null) index.states.delete(address)
  else index.states.set(address, state)
  const before = index.entries.get(address) ?? null
  const after = state === null ? null : entryOf(state, before)
  if (after === before) return
  if (after === null) index.entries.delete(address)
  else index.entries.set(address, after)
  move(index.byProgram, address, before?.program ?? null, after?.program ?? null)
  move(index.byMint, address, before?.mint ?? null, after?.mint ?? null)
  move(index.byTokenOwner, address, before?.tokenOwner ?? null, after?.tokenOwner ?? null)
  move(index.byDelegate, address, before?.delegate ?? null, after?.delegate ?? null)
}

export function listBucket(column: Column, key: string): readonly string[] {
  const bucket = column.get(key)
  if (bucket === undefined) return []
  bucket.sorted ??= [...bucket.members].sort()
  return bucket.sorted
}

function entryOf(state: AccountState, before: Entry | null): Entry {
  const token =
    state.owner === TOKEN_PROGRAM || state.owner === TOKEN_2022_PROGRAM ? readTokenAccount(state.data) : null
  const next: Entry = {
    program: state.owner,
    mint: token === null ? null : encodeBase58(token.mint),
    tokenOwner: token === null ? null : encodeBase58(token.owner),
    delegate: token?.delegate ? encodeBase58(token.delegate) : null,
  }
  const same =
    before !== null &&
    before.program === next.program &&
    before.mint === next.mint &&
    before.tokenOwner === next.tokenOwner &&
    before.delegate === next.delegate
  return same ? before : next
}

function move(column: Column, address: string, from: string | null, to: string | null): void {
  if (from === to) return
  if (from !== null) {
    const bucket = column.get(from)
    bucket?.members.delete(address)
    if (bucket !== undefined) bucket.sorted = null
    if (bucket?.members.size === 0) column.delete(from)
  }
  if (to !== null) {
    const bucket = column.get(to) ?? { members: new Set<string>(), sorted: null }
    bucket.members.add(address)
    bucket.sorted = null
    column.set(to, bucket)
  }
}
