import { tokenAccountsOf } from '../token-flows.ts'
import type { ChainTransaction } from '../transaction.ts'
import type { Movement, MovementEnd, MovementKind } from './movement.ts'
import { isNative, nativeDeposits } from './native-deposits.ts'

/** A token account as it is at a moment within a transaction. */
export type HeldTokens = {
  readonly mint: string
  readonly owner: string
  readonly amountRaw: bigint
}

/** Balances of a transaction's accounts while its instructions are followed one after the other. */
export type BalanceLedger = {
  readonly movements: readonly Movement[]
  /** Lamports that an account has more of than before. */
  gainOf(account: string): bigint
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
  /** Whether every balance is now what the record says it was at the end. */
  isSettled(): boolean
}

export function createBalanceLedger(transaction: ChainTransaction): BalanceLedger {
  return new Ledger(transaction)
}

type Held = {
  readonly mint: string
  owner: string
  amountRaw: bigint
  /** Lamports of an account of wrapped SOL that are not counted as tokens: its deposit. Null until it is asked for. */
  depositLamports: bigint | null
}

/** Keeps what changed and not what there is: most accounts of a transaction are only read. */
class Ledger implements BalanceLedger {
  readonly movements: Movement[] = []
  readonly #transaction: ChainTransaction
  /** What accounts have more of than before. */
  readonly #gained = new Map<string, bigint>()
  readonly #tokens = new Map<string, Held>()
  #depositOf: ((account: string) => bigint) | null = null
  #path: Movement['path'] = null

  constructor(transaction: ChainTransaction) {
    this.#transaction = transaction
    const { accountKeys, preTokenBalances } = transaction
    for (let at = 0; at < preTokenBalances.length; at++) {
      const { accountIndex, mint, owner, amountRaw } = preTokenBalances[at]!
      const account = accountKeys[accountIndex]
      if (account !== undefined)
        this.#tokens.set(account, { mint, owner: owner ?? account, amountRaw, depositLamports: null })
    }
  }

  gainOf(account: string): bigint {
    return this.#gained.get(account) ?? 0n
  }

  tokensOf(account: string): HeldTokens | undefined {
    return this.#tokens.get(account)
  }

  holdersOf(mint: string): readonly string[] {
    const holders: string[] = []
    for (const [account, held] of this.#tokens) if (held.mint === mint) holders.push(account)
    return holders
  }

  at(path: Movement['path']): void {
    this.#path = path
  }

  moveLamports(kind: MovementKind, from: string | null, to: string | null, lamports: bigint): void {
    // An account that is closed after more went out of it than was seen to come in has less than nothing.
    if (from === to || lamports <= 0n) return
    this.#note(kind, null, lamports, from, to)
    this.#addLamports(from, to, lamports)
  }

  moveTokens(kind: MovementKind, mint: string, from: string | null, to: string | null, amountRaw: bigint): void {
    if (from === to || amountRaw <= 0n) return
    const giver = from === null ? null : this.#opened(from, mint)
    const taker = to === null ? null : this.#opened(to, mint)
    const isWrapped = isNative(mint)
    if (giver !== null && isWrapped && giver.amountRaw < amountRaw) {
      // It has more tokens than were seen: its deposit is less.
      const short = amountRaw - giver.amountRaw
      giver.depositLamports = this.#depositIn(from!, giver) - short
      this.#note('wrap', mint, short, null, from)
      giver.amountRaw += short
    }
    this.#note(kind, mint, amountRaw, from, to)
    if (giver !== null) giver.amountRaw -= amountRaw
    if (taker !== null) taker.amountRaw += amountRaw
    if (kind === 'transfer' && isWrapped) this.#addLamports(from, to, amountRaw)
  }

  openTokens(account: string, mint: string, owner: string): void {
    this.#tokens.set(account, { mint, owner, amountRaw: 0n, depositLamports: null })
    this.sync(account)
  }

  handOver(account: string, owner: string): void {
    const held = this.#tokens.get(account)
    if (held === undefined || held.owner === owner) return
    const from = this.#endOf(account)
    held.owner = owner
    const { mint, amountRaw } = held
    const to = { account, owner }
    if (amountRaw > 0n) this.movements.push({ kind: 'handover', mint, amountRaw, from, to, path: this.#path })
  }

  sync(account: string): void {
    const held = this.#tokens.get(account)
    if (held === undefined || !isNative(held.mint)) return
    const amountRaw = this.#lamportsOf(account) - this.#depositIn(account, held) - held.amountRaw
    if (amountRaw > 0n) this.moveTokens('wrap', held.mint, null, account, amountRaw)
  }

  close(account: string, to: string): void {
    const held = this.#tokens.get(account)
    if (held !== undefined) this.moveTokens('unwrap', held.mint, account, null, held.amountRaw)
    this.moveLamports('close', account, to, this.#lamportsOf(account))
    this.#tokens.delete(account)
  }

  isSettled(): boolean {
    const { accountKeys, preBalances, postBalances, postTokenBalances } = this.#transaction
    let changed = 0
    for (let at = 0; at < accountKeys.length; at++) if (preBalances[at] !== postBalances[at]) changed += 1
    for (const [account, gained] of this.#gained) {
      if (gained === 0n) continue
      const at = accountKeys.indexOf(account)
      if (at < 0 || (preBalances[at] ?? 0n) + gained !== postBalances[at]) return false
      changed -= 1
    }
    if (changed !== 0) return false
    let open = 0
    for (let at = 0; at < postTokenBalances.length; at++) {
      const { accountIndex, mint, amountRaw } = postTokenBalances[at]!
      const held = this.#tokens.get(accountKeys[accountIndex] ?? '')
      if (held === undefined || held.mint !== mint || held.amountRaw !== amountRaw) return false
      if (amountRaw !== 0n) open += 1
    }
    for (const { amountRaw } of this.#tokens.values()) if (amountRaw !== 0n) open -= 1
    return open === 0
  }

  #note(kind: MovementKind, mint: string | null, amountRaw: bigint, from: string | null, to: string | null): void {
    this.movements.push({
      kind,
      mint,
      amountRaw,
      from: from === null ? null : this.#endOf(from),
      to: to === null ? null : this.#endOf(to),
      path: this.#path,
    })
  }

  #lamportsOf(account: string): bigint {
    const { accountKeys, preBalances } = this.#transaction
    const before = preBalances[accountKeys.indexOf(account)] ?? 0n
    const gained = this.#gained.get(account)
    return gained === undefined ? before : before + gained
  }

  /** Who an account belongs to, also before it is opened and after it is closed. */
  #endOf(account: string): MovementEnd {
    const held = this.#tokens.get(account)
    return { account, owner: held?.owner ?? tokenAccountsOf(this.#transaction).get(account)?.owner ?? account }
  }

  #addLamports(from: string | null, to: string | null, lamports: bigint): void {
    if (from !== null) this.#gained.set(from, (this.#gained.get(from) ?? 0n) - lamports)
    if (to !== null) this.#gained.set(to, (this.#gained.get(to) ?? 0n) + lamports)
  }

  /** A record can leave out where an account was made: units that come or go show that it is there. */
  #opened(account: string, mint: string): Held {
    const known = this.#tokens.get(account)
    if (known !== undefined) return known
    const held = openUnseen(mint, this.#endOf(account), this.#lamportsOf(account))
    this.#tokens.set(account, held)
    return held
  }

  #depositIn(account: string, held: Held): bigint {
    if (held.depositLamports !== null) return held.depositLamports
    this.#depositOf ??= nativeDeposits(this.#transaction)
    held.depositLamports = isNative(held.mint) ? this.#depositOf(account) : 0n
    return held.depositLamports
  }
}

/** An account whose making the record leaves out: it is empty, and all its lamports are its deposit. */
function openUnseen(mint: string, { owner }: MovementEnd, lamports: bigint): Held {
  return { mint, owner, amountRaw: 0n, depositLamports: lamports }
}
