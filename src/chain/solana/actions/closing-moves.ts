import { readU32 } from '../../../hot-paths/account-layouts.ts'
import type { ChainInstruction } from '../transaction.ts'
import type { BalanceLedger } from './balance-ledger.ts'

const TAG_BYTES = 4
/** Of the upgradeable loader: the lamports of a buffer or program go to the second account. */
const LOADER_CLOSE = 5
/** Of the address lookup tables: those of the table go to the third. */
const CLOSE_TABLE = 4

/** Source: the loader's instruction enum, bincode. */
export function followLoader({ accounts, data }: ChainInstruction, ledger: BalanceLedger): void {
  const [first, second] = accounts
  if (first === undefined || second === undefined || data.length < TAG_BYTES) return
  if (readU32(data, 0) === LOADER_CLOSE) ledger.close(first, second)
}

/** Source: the lookup table program's instruction enum, bincode. */
export function followLookupTables({ accounts, data }: ChainInstruction, ledger: BalanceLedger): void {
  const [table, , recipient] = accounts
  if (table === undefined || recipient === undefined || data.length < TAG_BYTES) return
  if (readU32(data, 0) === CLOSE_TABLE) ledger.close(table, recipient)
}
