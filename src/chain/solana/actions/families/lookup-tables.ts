import { readU32 } from '../../../../hot-paths/account-layouts.ts'
import { ADDRESS_LOOKUP_TABLE_PROGRAM } from '../../program-ids.ts'
import type { ChainInstruction } from '../../transaction.ts'
import type { BalanceLedger } from '../balance-ledger.ts'
import { type ActionFamily, byU32 } from './family.ts'

const TAG_BYTES = 4
/** The lamports of the table go to the third account. */
const CLOSE = 4

/** Source: the lookup table program's instruction enum, bincode. */
export const addressTables: ActionFamily = {
  sources: { [ADDRESS_LOOKUP_TABLE_PROGRAM]: 'ADDRESS_LOOKUP_TABLE' },
  follow,
  typeOf: byU32({ CREATE_LOOKUP_TABLE: [0], EXTEND_LOOKUP_TABLE: [2], CLOSE_LOOKUP_TABLE: [CLOSE] }),
}

function follow({ accounts, data }: ChainInstruction, ledger: BalanceLedger): void {
  const [table, , recipient] = accounts
  if (table === undefined || recipient === undefined || data.length < TAG_BYTES) return
  if (readU32(data, 0) === CLOSE) ledger.close(table, recipient)
}
