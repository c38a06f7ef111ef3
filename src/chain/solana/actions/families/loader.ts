import { readU32 } from '../../../../hot-paths/account-layouts.ts'
import { BPF_UPGRADEABLE_LOADER_PROGRAM } from '../../program-ids.ts'
import type { ChainInstruction } from '../../transaction.ts'
import type { BalanceLedger } from '../balance-ledger.ts'
import { type ActionFamily, byU32 } from './family.ts'

const TAG_BYTES = 4
/** The lamports of a buffer or program go to the second account. */
const CLOSE = 5

/** Source: the upgradeable loader's instruction enum, bincode. */
export const loader: ActionFamily = {
  sources: { [BPF_UPGRADEABLE_LOADER_PROGRAM]: 'BPF_UPGRADEABLE_LOADER' },
  follow,
  typeOf: byU32({ SET_AUTHORITY: [4, 7], CLOSE_ACCOUNT: [CLOSE] }),
}

function follow({ accounts, data }: ChainInstruction, ledger: BalanceLedger): void {
  const [first, second] = accounts
  if (first === undefined || second === undefined || data.length < TAG_BYTES) return
  if (readU32(data, 0) === CLOSE) ledger.close(first, second)
}
