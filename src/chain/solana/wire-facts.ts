import { readU32, readU64 } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import type { WireInstruction, WireTransaction } from '../../hot-paths/wire-transaction.ts'
import { KNOWN_ADDRESSES } from './known-addresses.ts'
import { RECENT_BLOCKHASHES_SYSVAR, SYSTEM_PROGRAM } from './program-ids.ts'

/* What a signed transaction says about its own landing. */

/** Accounts that the Jito block engine takes tips in. */
export const JITO_TIP_ACCOUNTS: readonly string[] = KNOWN_ADDRESSES.filter(
  ([kind, entity]) => kind === 'mev' && entity === 'Jito',
).map(([, , address]) => address)
/** The least tip that makes a bundle; less is ignored by the engine. */
export const MIN_TIP_LAMPORTS = 1_000n

const TIP_ACCOUNTS = new Set(JITO_TIP_ACCOUNTS)
const TRANSFER = 2
const TRANSFER_BYTES = 12
const ADVANCE_NONCE = 4

/** The largest plain transfer of at least 1,000 lamports to a tip account; null when there is none. Only static keys
 *  count: the engine does not see what is loaded through a lookup table. */
export function embeddedTip(
  transaction: WireTransaction,
): { readonly account: string; readonly lamports: bigint } | null {
  let tip: { readonly account: string; readonly lamports: bigint } | null = null
  for (const instruction of transaction.instructions) {
    if (!isSystemCall(transaction, instruction, TRANSFER) || instruction.data.length !== TRANSFER_BYTES) continue
    const account = staticKey(transaction, instruction.accountIndexes[1])
    const lamports = readU64(instruction.data, 4)
    if (account === null || !TIP_ACCOUNTS.has(account) || lamports < MIN_TIP_LAMPORTS) continue
    if (tip === null || lamports > tip.lamports) tip = { account, lamports }
  }
  return tip
}

/** The durable nonce that a transaction lives by instead of a blockhash: its first instruction advances it. */
export function durableNonce(
  transaction: WireTransaction,
): { readonly account: string; readonly value: string } | null {
  const first = transaction.instructions[0]
  if (first === undefined || !isSystemCall(transaction, first, ADVANCE_NONCE)) return null
  const account = staticKey(transaction, first.accountIndexes[0])
  if (account === null || staticKey(transaction, first.accountIndexes[1]) !== RECENT_BLOCKHASHES_SYSVAR) return null
  return { account, value: encodeBase58(transaction.blockhash) }
}

function isSystemCall(transaction: WireTransaction, { programIndex, data }: WireInstruction, kind: number): boolean {
  return data.length >= 4 && readU32(data, 0) === kind && staticKey(transaction, programIndex) === SYSTEM_PROGRAM
}

/** Null for an index into what is loaded through lookup tables. */
function staticKey({ keys }: WireTransaction, index: number | undefined): string | null {
  const key = index === undefined ? undefined : keys[index]
  return key === undefined ? null : encodeBase58(key)
}
