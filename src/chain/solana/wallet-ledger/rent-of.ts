import { readU32 } from '../../../hot-paths/account-layouts.ts'
import { madeAccount } from '../actions/families/system.ts'
import type { Movement } from '../actions/movement.ts'
import { ADDRESS_LOOKUP_TABLE_PROGRAM, SYSTEM_PROGRAM } from '../program-ids.ts'
import { MOST_LAMPORTS_PER_BYTE, rentBytes } from '../rent-steps.ts'
import type { ChainInstruction, ChainTransaction } from '../transaction.ts'

const ALLOCATE = 8
const ALLOCATE_WITH_SEED = 9
/** No account is larger; a record that says so is false. */
const MOST_BYTES = 10n * 1024n * 1024n

/** Of lamports that go to an account outside, those that it must hold: the rest was sent. Accounts are made by
 *  `createAccount`, or with a transfer and an `allocate`; a lookup table is paid for as it grows. */
export function rentOf({ kind, path, amountRaw, to }: Movement, transaction: ChainTransaction): bigint {
  if (path === null || to === null) return 0n
  const [top, inner] = path
  if (kind === 'deposit') {
    const made = instructionAt(transaction, top, inner)
    const bytes = made === undefined ? null : (madeAccount(made)?.bytes ?? null)
    return bytes === null || bytes > MOST_BYTES ? amountRaw : least(bytes, amountRaw)
  }
  if (kind !== 'transfer' || inner < 0) return 0n
  const isTable = transaction.instructions[top]?.programId === ADDRESS_LOOKUP_TABLE_PROGRAM
  return isTable || isAllocated(transaction, top, to.account) ? amountRaw : 0n
}

function least(bytes: bigint, amountRaw: bigint): bigint {
  const most = BigInt(rentBytes(Number(bytes)) * MOST_LAMPORTS_PER_BYTE)
  return most < amountRaw ? most : amountRaw
}

function instructionAt(
  { instructions, innerInstructions }: ChainTransaction,
  top: number,
  inner: number,
): ChainInstruction | undefined {
  return inner < 0 ? instructions[top] : innerInstructions[top]?.[inner]
}

function isAllocated({ innerInstructions }: ChainTransaction, top: number, account: string): boolean {
  return (innerInstructions[top] ?? []).some(({ programId, accounts, data }) => {
    if (programId !== SYSTEM_PROGRAM || accounts[0] !== account || data.length < 4) return false
    const tag = readU32(data, 0)
    return tag === ALLOCATE || tag === ALLOCATE_WITH_SEED
  })
}
