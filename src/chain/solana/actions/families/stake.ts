import { readU32, readU64 } from '../../../../hot-paths/account-layouts.ts'
import { STAKE_PROGRAM } from '../../program-ids.ts'
import type { ChainInstruction } from '../../transaction.ts'
import type { BalanceLedger } from '../balance-ledger.ts'
import { type ActionFamily, byU32 } from './family.ts'

const DELEGATE = 2
const SPLIT = 3
const WITHDRAW = 4
const DEACTIVATE = 5
const MERGE = 7
const MOVE_STAKE = 16
const MOVE_LAMPORTS = 17
const TAG_BYTES = 4

/** Source: the stake program's instruction enum, bincode. */
export const stake: ActionFamily = {
  sources: { [STAKE_PROGRAM]: 'STAKE_PROGRAM' },
  follow,
  typeOf: byU32({
    STAKE_SOL: [DELEGATE],
    UNSTAKE_SOL: [WITHDRAW],
    MERGE_STAKE: [MERGE, MOVE_STAKE],
    SPLIT_STAKE: [SPLIT],
    DEACTIVATE_STAKE: [DEACTIVATE, 14],
    INITIALIZE_ACCOUNT: [0, 9],
    /** Who may stake and who may withdraw; lockups, too, name who may change them. */
    SET_AUTHORITY: [1, 6, 8, 10, 11, 12],
    TRANSFER: [MOVE_LAMPORTS],
  }),
}

function follow({ accounts, data }: ChainInstruction, ledger: BalanceLedger): void {
  const [first, second] = accounts
  if (first === undefined || second === undefined || data.length < TAG_BYTES) return
  const tag = readU32(data, 0)
  // The first account takes in the second.
  if (tag === MERGE) ledger.close(second, first)
  if (data.length < TAG_BYTES + 8) return
  if (tag === SPLIT || tag === WITHDRAW || tag === MOVE_STAKE || tag === MOVE_LAMPORTS)
    ledger.moveLamports('transfer', first, second, readU64(data, TAG_BYTES))
}
