import { NOT_EXECUTED } from '../execution-outcome.ts'
import type { ChainInstruction, ChainTransaction } from '../transaction.ts'
import { type BalanceLedger, createBalanceLedger } from './balance-ledger.ts'
import { familyOf } from './families/index.ts'
import type { Movement } from './movement.ts'
import { addRemainders } from './remainders.ts'

/** All that moved in a transaction, in order. Each lamport and each unit of a token is in exactly one movement: for every
 *  account, balances after less balances before equal what came in less what went out. */
export function movementsOf(transaction: ChainTransaction): readonly Movement[] {
  if (transaction.err !== null && paidOnlyItsFee(transaction)) return feeAlone(transaction)
  const ledger = createBalanceLedger(transaction)
  // One that was never executed pays nothing, whatever its record names as its fee.
  if (transaction.err !== NOT_EXECUTED) ledger.moveLamports('fee', transaction.feePayer, null, transaction.feeLamports)
  // What a failed transaction did was undone.
  if (transaction.err === null) {
    const { instructions, innerInstructions } = transaction
    // Counted by hand: iterators of pairs are a tenth of all that decoding allocates.
    for (let top = 0; top < instructions.length; top++) {
      follow(instructions[top]!, top, -1, ledger)
      const calls = innerInstructions[top]
      if (calls === undefined) continue
      for (let inner = 0; inner < calls.length; inner++) follow(calls[inner]!, top, inner, ledger)
    }
  }
  addRemainders(transaction, ledger)
  return ledger.movements
}

/** Most failed transactions: what they did was undone, so that no account needs to be followed. */
function paidOnlyItsFee(transaction: ChainTransaction): boolean {
  const { preBalances, postBalances, preTokenBalances, postTokenBalances, feeLamports } = transaction
  if (preBalances.length === 0 || postBalances[0] !== preBalances[0]! - feeLamports) return false
  for (let at = 1; at < preBalances.length; at++) if (postBalances[at] !== preBalances[at]) return false
  if (preTokenBalances.length !== postTokenBalances.length) return false
  for (let at = 0; at < preTokenBalances.length; at++) {
    const before = preTokenBalances[at]!
    const after = postTokenBalances[at]!
    const isSame = after.accountIndex === before.accountIndex && after.mint === before.mint
    if (!isSame || after.amountRaw !== before.amountRaw) return false
  }
  return true
}

function feeAlone({ feePayer, feeLamports }: ChainTransaction): readonly Movement[] {
  if (feeLamports === 0n) return []
  const from = { account: feePayer, owner: feePayer }
  return [{ kind: 'fee', mint: null, amountRaw: feeLamports, from, to: null, path: null }]
}

function follow(instruction: ChainInstruction, top: number, inner: number, ledger: BalanceLedger): void {
  const family = familyOf(instruction)
  if (family?.follow === undefined) return
  ledger.at([top, inner])
  family.follow(instruction, ledger)
}
