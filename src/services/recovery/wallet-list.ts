import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { isAddress } from '../../contract/params.ts'
import { decodeBase58Fixed } from '../../hot-paths/base58.ts'

/** The wallets of a request in its order, once each, and which of them are addresses. */
export type WalletList = readonly { readonly address: string; readonly isValid: boolean }[]

/** Fails `invalid_request` when none of them is an address. */
export function readWalletList(texts: readonly string[]): Outcome<WalletList> {
  const list = [...new Set(texts.map((text) => text.trim()))].map((address) => ({ address, isValid: isKey(address) }))
  return list.some(({ isValid }) => isValid) ? ok(list) : fail('invalid_request', 'invalid wallet')
}

/** 32 bytes in base58: the pattern alone also fits text that is no key. */
export function isKey(text: string): boolean {
  return isAddress(text) && decodeBase58Fixed(text, 32) !== null
}
