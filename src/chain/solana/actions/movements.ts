import {
  ADDRESS_LOOKUP_TABLE_PROGRAM,
  BPF_UPGRADEABLE_LOADER_PROGRAM,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  VOTE_PROGRAM,
} from '../program-ids.ts'
import type { ChainInstruction, ChainTransaction } from '../transaction.ts'
import { type BalanceLedger, createBalanceLedger } from './balance-ledger.ts'
import { followLoader, followLookupTables } from './closing-moves.ts'
import type { Movement } from './movement.ts'
import { addRemainders } from './remainders.ts'
import { followStake, followVote } from './stake-moves.ts'
import { followSystem } from './system-moves.ts'
import { followTokens } from './token-moves.ts'

/** Programs whose instructions move units, and what follows them. All others call these, or move the lamports of their
 *  own accounts, which only the balances show. */
const FOLLOWED: ReadonlyMap<string, (instruction: ChainInstruction, ledger: BalanceLedger) => void> = new Map([
  [SYSTEM_PROGRAM, followSystem],
  [TOKEN_PROGRAM, followTokens],
  [TOKEN_2022_PROGRAM, followTokens],
  [STAKE_PROGRAM, followStake],
  [VOTE_PROGRAM, followVote],
  [BPF_UPGRADEABLE_LOADER_PROGRAM, followLoader],
  [ADDRESS_LOOKUP_TABLE_PROGRAM, followLookupTables],
])

/** All that moved in a transaction, in order. Each lamport and each unit of a token is in exactly one movement: for every
 *  account, balances after less balances before equal what came in less what went out. */
export function movementsOf(transaction: ChainTransaction): readonly Movement[] {
  const ledger = createBalanceLedger(transaction)
  ledger.moveLamports('fee', transaction.feePayer, null, transaction.feeLamports)
  // What a failed transaction did was undone.
  if (transaction.err === null)
    for (const [top, instruction] of transaction.instructions.entries()) {
      follow(instruction, [top, -1], ledger)
      for (const [inner, call] of (transaction.innerInstructions[top] ?? []).entries())
        follow(call, [top, inner], ledger)
    }
  addRemainders(transaction, ledger)
  return ledger.movements
}

function follow(instruction: ChainInstruction, path: readonly [number, number], ledger: BalanceLedger): void {
  ledger.at(path)
  FOLLOWED.get(instruction.programId)?.(instruction, ledger)
}
