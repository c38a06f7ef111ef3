import { type Instruction, readonlySigner, writableAccount } from '../instructions.ts'
import { ADDRESS_LOOKUP_TABLE_PROGRAM, BPF_UPGRADEABLE_LOADER_PROGRAM } from '../program-ids.ts'

/* Instructions that end accounts of the chain's own programs other than token accounts; those of nonces and stakes are
 * in `instructions.ts`. Data is a u32 code. Layouts: the programs' sources. */

const DEACTIVATE_TABLE = 3
const CLOSE_TABLE = 4
const CLOSE_LOADER_ACCOUNT = 5

/** Switches a table off: from the next slot on it takes no more addresses, and it can be closed when its slot has left
 *  the slot hashes. */
export function deactivateLookupTable(input: { table: string; authority: string }): Instruction {
  const accounts = [writableAccount(input.table), readonlySigner(input.authority)]
  return { programId: ADDRESS_LOOKUP_TABLE_PROGRAM, accounts, data: code(DEACTIVATE_TABLE) }
}

export function closeLookupTable(input: { table: string; authority: string; to: string }): Instruction {
  const accounts = [writableAccount(input.table), readonlySigner(input.authority), writableAccount(input.to)]
  return { programId: ADDRESS_LOOKUP_TABLE_PROGRAM, accounts, data: code(CLOSE_TABLE) }
}

/** Ends a buffer of the upgradeable loader (not a program: that would need its address among the accounts). */
export function closeProgramBuffer(input: { buffer: string; authority: string; to: string }): Instruction {
  const accounts = [writableAccount(input.buffer), writableAccount(input.to), readonlySigner(input.authority)]
  return { programId: BPF_UPGRADEABLE_LOADER_PROGRAM, accounts, data: code(CLOSE_LOADER_ACCOUNT) }
}

function code(value: number): Uint8Array {
  return Uint8Array.of(value, 0, 0, 0)
}
