import type { ChainInstruction, ChainTransaction, TokenBalance } from '../transaction.ts'
import type { BalanceLedger } from './balance-ledger.ts'
import type { Movement, MovementKind } from './movement.ts'

/** Adds what the balances show and no instruction says. Programs move the lamports of their own accounts without one;
 *  Token-2022 keeps a fee from what an account is sent, and pays such fees out. */
export function addRemainders(transaction: ChainTransaction, ledger: BalanceLedger): void {
  ledger.at(null)
  addTokenRemainders(transaction, ledger)
  const { accountKeys, postBalances } = transaction
  const left = accountKeys.map((account, at) => ({
    account,
    raw: (postBalances[at] ?? 0n) - ledger.lamportsOf(account),
  }))
  settle(left, (from, to, lamports) => {
    ledger.at(from === null || to === null ? null : moverOf(transaction, from, to))
    ledger.moveLamports('program', from, to, lamports)
  })
}

/** The instruction that moved lamports by itself: the only one at the top that names both accounts, at any depth. */
function moverOf({ instructions, innerInstructions }: ChainTransaction, from: string, to: string): Movement['path'] {
  const names = ({ accounts }: ChainInstruction): boolean => accounts.includes(from) && accounts.includes(to)
  let mover: Movement['path'] = null
  for (const [top, instruction] of instructions.entries()) {
    const inner = (innerInstructions[top] ?? []).findIndex(names)
    if (inner < 0 && !names(instruction)) continue
    if (mover !== null) return null
    mover = [top, inner]
  }
  return mover
}

function addTokenRemainders(
  { accountKeys, preTokenBalances, postTokenBalances }: ChainTransaction,
  ledger: BalanceLedger,
) {
  const after = new Map<string, TokenBalance>()
  for (const row of postTokenBalances) {
    const account = accountKeys[row.accountIndex]
    if (account === undefined) continue
    after.set(account, row)
    // A record can leave out where an account came from: it is there at the end.
    if (ledger.tokensOf(account) === undefined) ledger.openTokens(account, row.mint, row.owner ?? account)
  }
  const rows = [...preTokenBalances, ...postTokenBalances]
  const mints = new Set(rows.map(({ mint }) => mint))
  for (const mint of mints) {
    const accounts = new Set(rows.filter((row) => row.mint === mint).map((row) => accountKeys[row.accountIndex] ?? ''))
    const left = [...accounts].map((account) => {
      const held = ledger.tokensOf(account)
      // A closed account has nothing left; what a record without its closing says of it moved all the same.
      return { account, raw: (after.get(account)?.amountRaw ?? 0n) - (held?.mint === mint ? held.amountRaw : 0n) }
    })
    settle(left, (from, to, amountRaw) => {
      const kind: MovementKind = from !== null && to !== null ? 'program' : 'withheld'
      ledger.moveTokens(kind, mint, from, to, amountRaw)
    })
  }
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
