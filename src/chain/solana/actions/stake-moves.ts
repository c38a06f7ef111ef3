import { readU32, readU64 } from '../../../hot-paths/account-layouts.ts'
import type { ChainInstruction } from '../transaction.ts'
import type { BalanceLedger } from './balance-ledger.ts'

/** Instructions of the stake program that move lamports. */
const SPLIT = 3
const WITHDRAW = 4
const MERGE = 7
const MOVE_STAKE = 16
const MOVE_LAMPORTS = 17
/** Of the vote program. */
const VOTE_WITHDRAW = 3

const TAG_BYTES = 4

/** Source: the stake program's instruction enum, bincode. */
export function followStake({ accounts, data }: ChainInstruction, ledger: BalanceLedger): void {
  const [first, second] = accounts
  if (first === undefined || second === undefined || data.length < TAG_BYTES) return
  const tag = readU32(data, 0)
  // The first account takes in the second.
  if (tag === MERGE) ledger.close(second, first)
  if (data.length < TAG_BYTES + 8) return
  if (tag === SPLIT || tag === WITHDRAW || tag === MOVE_STAKE || tag === MOVE_LAMPORTS)
    ledger.moveLamports('transfer', first, second, readU64(data, TAG_BYTES))
}

/** Source: the vote program's instruction enum, bincode. */
export function followVote({ accounts, data }: ChainInstruction, ledger: BalanceLedger): void {
  const [first, second] = accounts
  if (first === undefined || second === undefined || data.length < TAG_BYTES + 8) return
  if (readU32(data, 0) === VOTE_WITHDRAW) ledger.moveLamports('transfer', first, second, readU64(data, TAG_BYTES))
}
