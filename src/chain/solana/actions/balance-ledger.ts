import { tokenAccountsOf } from '../token-flows.ts'
import type { ChainTransaction } from '../transaction.ts'
import type { Movement, MovementEnd, MovementKind } from './movement.ts'
import { isNative, nativeDeposits } from './native-deposits.ts'

/** A token account as it is at a moment within a transaction. */
export type HeldTokens = {
  readonly mint: string
  owner: string
  amountRaw: bigint
  /** Lamports of an account of wrapped SOL that are not counted as tokens: its deposit. */
  depositLamports: bigint
}

/** Balances of a transaction's accounts while its instructions are followed one after the other. */
export type BalanceLedger = {
  readonly movements: readonly Movement[]
  lamportsOf(account: string): bigint
  tokensOf(account: string): HeldTokens | undefined
  /** Accounts of a token that are open. */
  holdersOf(mint: string): readonly string[]
  /** The instruction that the next movements belong to. */
  at(path: Movement['path']): void
  moveLamports(kind: MovementKind, from: string | null, to: string | null, lamports: bigint): void
  /** Tokens from one account to another, or to or from none. Of wrapped SOL the lamports go along in a transfer. */
  moveTokens(kind: MovementKind, mint: string, from: string | null, to: string | null, amountRaw: bigint): void
  openTokens(account: string, mint: string, owner: string): void
  handOver(account: string, owner: string): void
  /** Counts the lamports of an account of wrapped SOL as tokens. */
  sync(account: string): void
  close(account: string, to: string): void
}

type Ends = { readonly from: string | null; readonly to: string | null }
type Books = {
  readonly movements: Movement[]
  readonly lamports: Map<string, bigint>
  readonly tokens: Map<string, HeldTokens>
  readonly depositOf: (account: string) => bigint
  /** Who an account belongs to, also before it is opened and after it is closed. */
  endOf(account: string): MovementEnd
  path: Movement['path']
}

export function createBalanceLedger(transaction: ChainTransaction): BalanceLedger {
  const books = openBooks(transaction)
  return {
    movements: books.movements,
    lamportsOf: (account) => books.lamports.get(account) ?? 0n,
    tokensOf: (account) => books.tokens.get(account),
    holdersOf(mint) {
      const holders: string[] = []
      for (const [account, held] of books.tokens) if (held.mint === mint) holders.push(account)
      return holders
    },
    at(path) {
      books.path = path
    },
    moveLamports: (kind, from, to, lamports) => moveLamports(books, kind, { from, to }, lamports),
    moveTokens: (kind, mint, from, to, amountRaw) => moveTokens(books, { kind, mint, amountRaw }, { from, to }),
    openTokens(account, mint, owner) {
      const depositLamports = isNative(mint) ? books.depositOf(account) : 0n
      books.tokens.set(account, { mint, owner, amountRaw: 0n, depositLamports })
      sync(books, account)
    },
    handOver: (account, owner) => handOver(books, account, owner),
    sync: (account) => sync(books, account),
    close(account, to) {
      const held = books.tokens.get(account)
      if (held !== undefined) moveTokens(books, { ...held, kind: 'unwrap' }, { from: account, to: null })
      moveLamports(books, 'close', { from: account, to }, books.lamports.get(account) ?? 0n)
      books.tokens.delete(account)
    },
  }
}

function openBooks(transaction: ChainTransaction): Books {
  const { accountKeys, preBalances, preTokenBalances } = transaction
  const tokens = new Map<string, HeldTokens>()
  const depositOf = nativeDeposits(transaction)
  let seen: ReturnType<typeof tokenAccountsOf> | null = null
  // Of accounts that are not open: few transactions have one.
  const ownerOf = (account: string): string => {
    seen ??= tokenAccountsOf(transaction)
    return seen.get(account)?.owner ?? account
  }
  for (const { accountIndex, mint, owner, amountRaw } of preTokenBalances) {
    const account = accountKeys[accountIndex]
    if (account !== undefined)
      tokens.set(account, {
        mint,
        owner: owner ?? account,
        amountRaw,
        depositLamports: isNative(mint) ? depositOf(account) : 0n,
      })
  }
  const lamports = new Map<string, bigint>()
  for (let at = 0; at < accountKeys.length; at++) lamports.set(accountKeys[at]!, preBalances[at] ?? 0n)
  return {
    movements: [],
    lamports,
    tokens,
    depositOf,
    endOf: (account) => ({ account, owner: tokens.get(account)?.owner ?? ownerOf(account) }),
    path: null,
  }
}

function note(
  { movements, endOf, path }: Books,
  { kind, mint, amountRaw }: Pick<Movement, 'kind' | 'mint' | 'amountRaw'>,
  { from, to }: Ends,
): void {
  if (amountRaw <= 0n) return
  movements.push({
    kind,
    mint,
    amountRaw,
    from: from === null ? null : endOf(from),
    to: to === null ? null : endOf(to),
    path,
  })
}

function addLamports({ lamports }: Books, { from, to }: Ends, amount: bigint): void {
  if (from !== null) lamports.set(from, (lamports.get(from) ?? 0n) - amount)
  if (to !== null) lamports.set(to, (lamports.get(to) ?? 0n) + amount)
}

function addTokens({ tokens }: Books, { from, to }: Ends, amountRaw: bigint): void {
  const giver = from === null ? undefined : tokens.get(from)
  const taker = to === null ? undefined : tokens.get(to)
  if (giver !== undefined) giver.amountRaw -= amountRaw
  if (taker !== undefined) taker.amountRaw += amountRaw
}

function moveLamports(books: Books, kind: MovementKind, ends: Ends, amount: bigint): void {
  // An account that is closed after more went out of it than was seen to come in has less than nothing.
  if (ends.from === ends.to || amount <= 0n) return
  note(books, { kind, mint: null, amountRaw: amount }, ends)
  addLamports(books, ends, amount)
}

function moveTokens(
  books: Books,
  { kind, mint, amountRaw }: { readonly kind: MovementKind; readonly mint: string; readonly amountRaw: bigint },
  ends: Ends,
): void {
  if (ends.from === ends.to || amountRaw <= 0n) return
  if (ends.from !== null) openUnseen(books, ends.from, mint)
  if (ends.to !== null) openUnseen(books, ends.to, mint)
  const giver = ends.from === null ? undefined : books.tokens.get(ends.from)
  if (giver !== undefined && isNative(mint) && giver.amountRaw < amountRaw) {
    // It has more tokens than were seen: its deposit is less.
    const short = amountRaw - giver.amountRaw
    note(books, { kind: 'wrap', mint, amountRaw: short }, { from: null, to: ends.from })
    giver.amountRaw += short
    giver.depositLamports -= short
  }
  note(books, { kind, mint, amountRaw }, ends)
  addTokens(books, ends, amountRaw)
  if (kind === 'transfer' && isNative(mint)) addLamports(books, ends, amountRaw)
}

/** A record can leave out where an account was made: units that come or go show that it is there. */
function openUnseen({ tokens, lamports, endOf }: Books, account: string, mint: string): void {
  if (tokens.has(account)) return
  const { owner } = endOf(account)
  tokens.set(account, { mint, owner, amountRaw: 0n, depositLamports: lamports.get(account) ?? 0n })
}

function handOver(books: Books, account: string, owner: string): void {
  const held = books.tokens.get(account)
  if (held === undefined || held.owner === owner) return
  const from = books.endOf(account)
  held.owner = owner
  const { mint, amountRaw } = held
  if (amountRaw > 0n)
    books.movements.push({ kind: 'handover', mint, amountRaw, from, to: books.endOf(account), path: books.path })
}

function sync(books: Books, account: string): void {
  const held = books.tokens.get(account)
  if (held === undefined || !isNative(held.mint)) return
  const amountRaw = (books.lamports.get(account) ?? 0n) - held.depositLamports - held.amountRaw
  if (amountRaw > 0n) moveTokens(books, { kind: 'wrap', mint: held.mint, amountRaw }, { from: null, to: account })
}
