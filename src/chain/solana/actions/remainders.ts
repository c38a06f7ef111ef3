import type { ChainInstruction, ChainTransaction, TokenBalance } from '../transaction.ts'
import type { BalanceLedger } from './balance-ledger.ts'
import type { Movement, MovementKind } from './movement.ts'

/** Adds what the balances show and no instruction says. Programs move the lamports of their own accounts without one;
 *  Token-2022 keeps a fee from what an account is sent, and pays such fees out. */
export function addRemainders(transaction: ChainTransaction, ledger: BalanceLedger): void {
  // Of most transactions the instructions say all.
  if (ledger.isSettled()) return
  ledger.at(null)
  addTokenRemainders(transaction, ledger)
  const { accountKeys, preBalances, postBalances } = transaction
  const left: Left[] = []
  for (let at = 0; at < accountKeys.length; at++) {
    const account = accountKeys[at]!
    const raw = (postBalances[at] ?? 0n) - (preBalances[at] ?? 0n) - ledger.gainOf(account)
    if (raw !== 0n) left.push({ account, raw })
  }
  if (left.length === 0) return
  settle(left, (from, to, lamports) => {
    ledger.at(moverOf(transaction, from, to))
    ledger.moveLamports('program', from, to, lamports)
  })
}

/** The instruction that moved units by itself: the only one at the top that names the known ends, at any depth. */
function moverOf(
  { instructions, innerInstructions }: ChainTransaction,
  from: string | null,
  to: string | null,
): Movement['path'] {
  const names = ({ accounts }: ChainInstruction): boolean =>
    (from === null || accounts.includes(from)) && (to === null || accounts.includes(to))
  let mover: Movement['path'] = null
  for (const [top, instruction] of instructions.entries()) {
    const inner = (innerInstructions[top] ?? []).findIndex(names)
    if (inner < 0 && !names(instruction)) continue
    if (mover !== null) return null
    mover = [top, inner]
  }
  return mover
}

function addTokenRemainders(transaction: ChainTransaction, ledger: BalanceLedger): void {
  const { accountKeys, postTokenBalances } = transaction
  const after = new Map<string, TokenBalance>()
  for (const row of postTokenBalances) {
    const account = accountKeys[row.accountIndex]
    if (account === undefined) continue
    after.set(account, row)
    // A record can leave out where an account came from: it is there at the end.
    if (ledger.tokensOf(account) === undefined) ledger.openTokens(account, row.mint, row.owner ?? account)
  }
  for (const [mint, accounts] of accountsByMint(transaction)) {
    for (const holder of ledger.holdersOf(mint)) accounts.add(holder)
    const left: Left[] = []
    for (const account of accounts) {
      const held = ledger.tokensOf(account)
      // A closed account has nothing left; what a record without its closing says of it moved all the same.
      const raw = (after.get(account)?.amountRaw ?? 0n) - (held?.mint === mint ? held.amountRaw : 0n)
      if (raw !== 0n) left.push({ account, raw })
    }
    if (left.length === 0) continue
    settle(left, (from, to, amountRaw) => {
      const kind: MovementKind = from !== null && to !== null ? 'program' : 'withheld'
      ledger.at(moverOf(transaction, from, to))
      ledger.moveTokens(kind, mint, from, to, amountRaw)
    })
  }
}

function accountsByMint({
  accountKeys,
  preTokenBalances,
  postTokenBalances,
}: ChainTransaction): ReadonlyMap<string, Set<string>> {
  const byMint = new Map<string, Set<string>>()
  const note = ({ mint, accountIndex }: TokenBalance): void => {
    const account = accountKeys[accountIndex] ?? ''
    const known = byMint.get(mint)
    if (known === undefined) byMint.set(mint, new Set([account]))
    else known.add(account)
  }
  preTokenBalances.forEach(note)
  postTokenBalances.forEach(note)
  return byMint
}

type Left = { readonly account: string; readonly raw: bigint }

/** Who paid whom: plain where one side is a single account. Where several paid several, nothing says who paid whom, and
 *  each is left with one end. */
function settle(left: readonly Left[], move: (from: string | null, to: string | null, raw: bigint) => void): void {
  const givers = left.filter(({ raw }) => raw < 0n)
  const takers = left.filter(({ raw }) => raw > 0n)
  const sum = left.reduce((total, { raw }) => total + raw, 0n)
  if (sum === 0n && givers.length === 1) for (const { account, raw } of takers) move(givers[0]!.account, account, raw)
  else if (sum === 0n && takers.length === 1)
    for (const { account, raw } of givers) move(account, takers[0]!.account, -raw)
  else {
    for (const { account, raw } of givers) move(account, null, -raw)
    for (const { account, raw } of takers) move(null, account, raw)
  }
}
