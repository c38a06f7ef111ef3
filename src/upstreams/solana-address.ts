import Type from 'typebox'
import { decodeBase58Fixed } from '../hot-paths/base58.ts'
import { mayBeNull } from '../runtime/reply-scrub.ts'

/* Addresses in the replies of providers. Users paste them into wallets and explorers, so text that Solana cannot read
 * as 32 bytes is never handed on. */

const ADDRESS_BYTES = 32

/** Whether the value is base58 text of exactly 32 bytes. */
export function isSolanaAddress(value: unknown): value is string {
  return typeof value === 'string' && decodeBase58Fixed(value, ADDRESS_BYTES) !== null
}

/** Null for what is none. */
export function addressOrNull(value: unknown): string | null {
  return isSolanaAddress(value) ? value : null
}

/** A reply or row with another value is left out. */
export const SolanaAddress = Type.Refine(Type.String(), isSolanaAddress)
/** Another value counts as null; use it inside a `Maybe`. Not for authorities, whose absence is good news. */
export const AddressOrNull = mayBeNull(Type.String(), isSolanaAddress)
