import { readTokenAccount } from '../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { ExecutedTransaction, SandboxChain } from '../chain/types.ts'
import { type BalanceChanges, balanceChangesOf, type WalletChange } from './balance-changes.ts'
import { createLotQueue, type LotQueue } from './lot-queue.ts'

/** What a wallet did with one token, in base units and lamports. */
export type TrueToken = {
  readonly mint: string
  boughtRaw: bigint
  soldRaw: bigint
  buys: number
  sells: number
  /** Over sold units of known cost: a share of a sale's proceeds rounded down, less what they cost. */
  realisedLamports: bigint
  /** Every unit that came in has a known cost. */
  isKnown: boolean
}
/** The books of a wallet over the whole ledger, kept from balances alone: no instruction and no log is read. */
export type WalletBooks = {
  readonly wallet: string
  transactions: number
  failed: number
  feeLamports: bigint
  tipLamports: bigint
  rentLamports: bigint
  solBought: bigint
  solSold: bigint
  readonly tokens: Map<string, TrueToken>
  /** Transactions whose balances say more than one thing: with them the books prove nothing. */
  unclear: number
}
type State = { readonly books: WalletBooks; readonly lots: Map<string, LotQueue> }

/** Books of every address whose balances changed. `services`: fee wallets of trading services. */
export function keepWalletBooks(chain: SandboxChain, services: ReadonlySet<string>): readonly WalletBooks[] {
  const openingOf = openingsOf(chain)
  const states = new Map<string, State>()
  const stateOf = (wallet: string): State => {
    const state = states.get(wallet) ?? { books: emptyBooks(wallet), lots: new Map() }
    states.set(wallet, state)
    return state
  }
  const slots = chain.blockSlots(0, chain.slot(), Number.MAX_SAFE_INTEGER)
  for (const block of slots.flatMap((slot) => chain.banks(slot)))
    for (const executed of block.transactions) {
      const all = balanceChangesOf(chain, executed, services)
      const isTraded = executed.err === null && callsDex(chain, executed)
      for (const change of all.changes) note(stateOf(change.wallet), { all, change, executed, isTraded }, openingOf)
    }
  return [...states.values()].map(({ books }) => books)
}

type Seen = {
  readonly all: BalanceChanges
  readonly change: WalletChange
  readonly executed: ExecutedTransaction
  readonly isTraded: boolean
}

function note(
  state: State,
  { all, change, executed, isTraded }: Seen,
  openingOf: (w: string, m: string) => bigint,
): void {
  const { books } = state
  const { wallet, isSigner, tokens } = change
  for (const mint of tokens.keys())
    if (!state.lots.has(mint)) {
      const queue = createLotQueue()
      state.lots.set(mint, queue)
      const opening = openingOf(wallet, mint)
      queue.add(opening, null)
      if (opening > 0n) tokenOf(books, mint).isKnown = false
    }
  if (isSigner) books.transactions++
  const isPayer = all.payer === wallet
  if (isPayer) {
    books.feeLamports += all.feeLamports
    if (executed.err !== null) books.failed++
  }
  const signers = all.changes.filter((one) => one.isSigner)
  const isAlone = isSigner && signers.length === 1 && isPayer
  const moved = [...tokens].filter(([, raw]) => raw !== 0n)
  const isTrade = isTraded && isAlone && moved.length > 0
  if (isAlone) {
    books.tipLamports += all.tipLamports
    // Programs make accounts with money of their own, too: without a trade a wallet paid no more than it lost.
    const lost = -change.lamports - all.feeLamports - all.tipLamports
    books.rentLamports += isTrade || all.rentLamports < lost ? all.rentLamports : lost > 0n ? lost : 0n
  } else if (isSigner && (all.tipLamports !== 0n || all.rentLamports !== 0n)) books.unclear++
  const aside = isAlone ? all.feeLamports + all.tipLamports + all.rentLamports + all.serviceLamports : 0n
  if (isTrade) trade(state, moved, change.lamports + aside)
  else {
    if (isTraded && isSigner && moved.length > 0) books.unclear++
    for (const [mint, raw] of moved) transfer(state, mint, raw)
  }
}

function trade(state: State, moved: readonly (readonly [string, bigint])[], sol: bigint): void {
  const { books } = state
  const given = moved.filter(([, raw]) => raw < 0n)
  const gained = moved.filter(([, raw]) => raw > 0n)
  if (sol < 0n) books.solSold -= sol
  else books.solBought += sol
  const [out, into] = [given[0], gained[0]]
  if (out === undefined && gained.length === 1 && sol < 0n) buy(state, into![0], into![1], -sol)
  else if (into === undefined && given.length === 1 && sol > 0n) sell(state, out![0], -out![1], sol)
  else if (given.length === 1 && gained.length === 1 && sol === 0n)
    exchange(state, { from: out![0], raw: -out![1] }, { to: into![0], got: into![1] })
  else books.unclear++
}

function buy(state: State, mint: string, raw: bigint, lamports: bigint): void {
  const token = tokenOf(state.books, mint)
  token.boughtRaw += raw
  token.buys++
  state.lots.get(mint)!.add(raw, lamports)
}

function sell(state: State, mint: string, raw: bigint, lamports: bigint): void {
  const token = tokenOf(state.books, mint)
  token.soldRaw += raw
  token.sells++
  const known = state.lots
    .get(mint)!
    .take(raw)
    .filter((one) => one.lamports !== null)
  const units = known.reduce((sum, one) => sum + one.units, 0n)
  const cost = known.reduce((sum, one) => sum + one.lamports!, 0n)
  if (units > 0n) token.realisedLamports += (lamports * units) / raw - cost
}

/** Nothing is realised: what was got cost what the lots that were given had cost. */
function exchange(
  state: State,
  { from, raw }: { readonly from: string; readonly raw: bigint },
  { to, got }: { readonly to: string; readonly got: bigint },
): void {
  const given = tokenOf(state.books, from)
  given.soldRaw += raw
  given.sells++
  const token = tokenOf(state.books, to)
  token.boughtRaw += got
  token.buys++
  let gone = 0n
  for (const { units, lamports } of state.lots.get(from)!.take(raw)) {
    const piece = (got * (gone + units)) / raw - (got * gone) / raw
    gone += units
    if (lamports === null && piece > 0n) token.isKnown = false
    state.lots.get(to)!.add(piece, lamports)
  }
}

function transfer({ books, lots }: State, mint: string, raw: bigint): void {
  if (raw > 0n) tokenOf(books, mint).isKnown = false
  if (raw > 0n) lots.get(mint)!.add(raw, null)
  else lots.get(mint)!.take(-raw)
}

function tokenOf({ tokens }: WalletBooks, mint: string): TrueToken {
  const token = tokens.get(mint) ?? {
    mint,
    boughtRaw: 0n,
    soldRaw: 0n,
    buys: 0,
    sells: 0,
    realisedLamports: 0n,
    isKnown: true,
  }
  tokens.set(mint, token)
  return token
}

function callsDex(chain: SandboxChain, { accountKeys, loadedAddresses }: ExecutedTransaction): boolean {
  return [...accountKeys, ...loadedAddresses.readonly].some((key) => chain.isEmulated(key))
}

function emptyBooks(wallet: string): WalletBooks {
  return {
    wallet,
    transactions: 0,
    failed: 0,
    feeLamports: 0n,
    tipLamports: 0n,
    rentLamports: 0n,
    solBought: 0n,
    solSold: 0n,
    tokens: new Map(),
    unclear: 0,
  }
}

/** What each wallet held of each token before the ledger begins: what it holds now, less all that moved. */
function openingsOf(chain: SandboxChain): (wallet: string, mint: string) => bigint {
  const moved = new Map<string, bigint>()
  const slots = chain.blockSlots(0, chain.slot(), Number.MAX_SAFE_INTEGER)
  for (const block of slots.flatMap((slot) => chain.banks(slot)))
    for (const executed of block.transactions)
      for (const { wallet, tokens } of balanceChangesOf(chain, executed, new Set()).changes)
        for (const [mint, raw] of tokens) {
          const key = `${wallet} ${mint}`
          moved.set(key, (moved.get(key) ?? 0n) + raw)
        }
  return (wallet, mint) => heldNow(chain, wallet, mint) - (moved.get(`${wallet} ${mint}`) ?? 0n)
}

function heldNow(chain: SandboxChain, wallet: string, mint: string): bigint {
  const accounts = chain.tokenAccountsOfOwner(wallet).flatMap((address) => {
    const state = chain.account(address)
    return (state === null ? null : readTokenAccount(state.data)) ?? []
  })
  return accounts.reduce((sum, one) => (encodeBase58(one.mint) === mint ? sum + one.amountRaw : sum), 0n)
}
