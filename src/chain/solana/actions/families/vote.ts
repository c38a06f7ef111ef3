import { readU32, readU64 } from '../../../../hot-paths/account-layouts.ts'
import { VOTE_PROGRAM } from '../../program-ids.ts'
import type { ChainInstruction } from '../../transaction.ts'
import type { BalanceLedger } from '../balance-ledger.ts'
import { type ActionFamily, byU32 } from './family.ts'

const TAG_BYTES = 4
const WITHDRAW = 3

/** Source: the vote program's instruction enum, bincode. */
export const vote: ActionFamily = {
  sources: { [VOTE_PROGRAM]: 'VOTE_PROGRAM' },
  follow,
  typeOf: byU32({
    INITIALIZE_ACCOUNT: [0, 16],
    SET_AUTHORITY: [1, 7, 10, 11],
    /** Votes, switches between forks, and the compact forms of both. */
    VOTE: [2, 6, 8, 9, 12, 13, 14, 15],
    WITHDRAW: [WITHDRAW],
  }),
}

function follow({ accounts, data }: ChainInstruction, ledger: BalanceLedger): void {
  const [first, second] = accounts
  if (first === undefined || second === undefined || data.length < TAG_BYTES + 8) return
  if (readU32(data, 0) === WITHDRAW) ledger.moveLamports('transfer', first, second, readU64(data, TAG_BYTES))
}
