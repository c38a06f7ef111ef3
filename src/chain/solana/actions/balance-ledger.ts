import { NATIVE_MINT, NATIVE_MINT_2022 } from '../program-ids.ts'
import type { ChainTransaction, TokenBalance } from '../transaction.ts'
import type { Movement, MovementEnd, MovementKind } from './movement.ts'

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

/** Lamports that an account of a token holds as its deposit, where nothing in the transaction says it: the rate of 2020
 *  to 2026. Where it has become less, what the account pays corrects it. */
const USUAL_DEPOSIT_LAMPORTS = 2_039_280n

export function isNative(mint: string): boolean {
  return mint === NATIVE_MINT || mint === NATIVE_MINT_2022
}

export function createBalanceLedger(transaction: ChainTransaction): BalanceLedger {
  const { accountKeys, preBalances } = transaction
  const movements: Movement[] = []
  const lamports = new Map(accountKeys.map((key, at) => [key, preBalances[at] ?? 0n]))
  const tokens = new Map<string, HeldTokens>()
  const deposits = depositsOf(transaction)
  let path: Movement['path'] = null
  for (const row of transaction.preTokenBalances) {
    const account = accountKeys[row.accountIndex]
    if (account === undefined) continue
    const { mint, amountRaw } = row
    tokens.set(account, { mint, owner: row.owner ?? account, amountRaw, depositLamports: deposits.of(account) })
  }

  const endOf = (account: string): MovementEnd => ({ account, owner: tokens.get(account)?.owner ?? account })
  const addLamports = (account: string | null, change: bigint): void => {
    if (account !== null) lamports.set(account, (lamports.get(account) ?? 0n) + change)
  }
  const addTokens = (account: string | null, change: bigint): void => {
    const held = account === null ? undefined : tokens.get(account)
    if (held !== undefined) held.amountRaw += change
  }
  const note = (
    kind: MovementKind,
    mint: string | null,
    ends: { readonly from: string | null; readonly to: string | null },
    amountRaw: bigint,
  ): void => {
    const from = ends.from === null ? null : endOf(ends.from)
    const to = ends.to === null ? null : endOf(ends.to)
    if (amountRaw > 0n) movements.push({ kind, mint, amountRaw, from, to, path })
  }

  const ledger: BalanceLedger = {
    movements,
    lamportsOf: (account) => lamports.get(account) ?? 0n,
    tokensOf: (account) => tokens.get(account),
    at(next) {
      path = next
    },
    moveLamports(kind, from, to, amount) {
      if (from === to) return
      note(kind, null, { from, to }, amount)
      addLamports(from, -amount)
      addLamports(to, amount)
    },
    moveTokens(kind, mint, from, to, amountRaw) {
      if (from === to) return
      const short = from === null || !isNative(mint) ? 0n : amountRaw - (tokens.get(from)?.amountRaw ?? amountRaw)
      if (short > 0n) {
        // It has more tokens than were seen: its deposit is less.
        note('wrap', mint, { from: null, to: from }, short)
        addTokens(from, short)
        tokens.get(from!)!.depositLamports -= short
      }
      note(kind, mint, { from, to }, amountRaw)
      addTokens(from, -amountRaw)
      addTokens(to, amountRaw)
      if (kind !== 'transfer' || !isNative(mint)) return
      addLamports(from, -amountRaw)
      addLamports(to, amountRaw)
    },
    openTokens(account, mint, owner) {
      tokens.set(account, { mint, owner, amountRaw: 0n, depositLamports: deposits.of(account) })
      ledger.sync(account)
    },
    handOver(account, owner) {
      const held = tokens.get(account)
      if (held === undefined || held.owner === owner) return
      const from = endOf(account)
      held.owner = owner
      const { mint, amountRaw } = held
      if (amountRaw > 0n) movements.push({ kind: 'handover', mint, amountRaw, from, to: endOf(account), path })
    },
    sync(account) {
      const held = tokens.get(account)
      if (held === undefined || !isNative(held.mint)) return
      const unwrapped = ledger.lamportsOf(account) - held.depositLamports - held.amountRaw
      if (unwrapped > 0n) ledger.moveTokens('wrap', held.mint, null, account, unwrapped)
    },
    close(account, to) {
      const held = tokens.get(account)
      if (held !== undefined && held.amountRaw > 0n)
        ledger.moveTokens('unwrap', held.mint, account, null, held.amountRaw)
      ledger.moveLamports('close', account, to, ledger.lamportsOf(account))
      tokens.delete(account)
    },
  }
  return ledger
}

/** Deposits of accounts of wrapped SOL: what they hold beyond their tokens, before the transaction or after it. */
function depositsOf(transaction: ChainTransaction): { of(account: string): bigint } {
  const { accountKeys, preBalances, postBalances, preTokenBalances, postTokenBalances } = transaction
  const known = new Map<string, bigint>()
  const note = (rows: readonly TokenBalance[], balances: readonly bigint[]): void => {
    for (const { accountIndex, mint, amountRaw } of rows) {
      const account = accountKeys[accountIndex]
      if (account !== undefined && isNative(mint)) known.set(account, (balances[accountIndex] ?? 0n) - amountRaw)
    }
  }
  // Lamports that were sent and not counted as tokens yet are no part of it: the lesser of the two.
  note(postTokenBalances, postBalances)
  const after = new Map(known)
  note(preTokenBalances, preBalances)
  for (const [account, deposit] of after) if (deposit < known.get(account)!) known.set(account, deposit)
  return { of: (account) => known.get(account) ?? USUAL_DEPOSIT_LAMPORTS }
}
