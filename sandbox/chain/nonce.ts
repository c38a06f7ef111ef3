import { createHash } from 'node:crypto'
import { addressBytes } from '../../src/chain/solana/pda.ts'
import { SYSTEM_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { NONCE_VALUE_OFFSET, readNonce, readU32 } from '../../src/hot-paths/account-layouts.ts'
import type { WireTransaction } from '../../src/hot-paths/wire-transaction.ts'
import type { MessageKeys } from './lookup-tables.ts'
import type { AccountState } from './types.ts'

const ADVANCE_NONCE = 4

/** The address of the durable nonce that lets this message live although its blockhash is no recent one, or null. The
 *  rules are the node's: AdvanceNonce comes first, the account is a writable static key, holds the message's blockhash,
 *  its authority signs, and it would get a new value now. */
export function durableNonceOf(
  transaction: WireTransaction,
  keys: MessageKeys,
  chain: { account(address: string): AccountState | null; latestBlockhash: string },
): string | null {
  const first = transaction.instructions[0]
  if (first === undefined || keys.all[first.programIndex] !== SYSTEM_PROGRAM) return null
  if (first.data.length < 4 || readU32(first.data, 0) !== ADVANCE_NONCE) return null
  const index = first.accountIndexes[0]
  if (index === undefined || index >= keys.staticKeys.length || !keys.isWritable[index]) return null
  const address = keys.all[index]!
  const account = chain.account(address)
  const nonce = account?.owner === SYSTEM_PROGRAM ? readNonce(account.data) : null
  if (nonce === null || !sameBytes(nonce.value, transaction.blockhash)) return null
  if (sameBytes(nonce.value, nextNonceValue(chain.latestBlockhash))) return null
  const isSigned = [...first.accountIndexes].some(
    (account) => account < transaction.requiredSignatures && sameBytes(transaction.keys[account]!, nonce.authority),
  )
  return isSigned ? address : null
}

/** The value a nonce gets when it is advanced while `blockhash` is the newest. */
export function nextNonceValue(blockhash: string): Uint8Array {
  return createHash('sha256').update('DURABLE_NONCE').update(addressBytes(blockhash)).digest()
}

/** The nonce account with its next value, or null when it is none any more. The runtime advances it over the message's
 *  own blockhash, and not at all when the transaction fails; the chain uses its newest hash in both cases. */
export function advancedNonce(state: AccountState | null, blockhash: string): AccountState | null {
  if (state === null || state.owner !== SYSTEM_PROGRAM || readNonce(state.data) === null) return null
  const data = Uint8Array.from(state.data)
  data.set(nextNonceValue(blockhash), NONCE_VALUE_OFFSET)
  return { ...state, data }
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
