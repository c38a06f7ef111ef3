import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { isAddress } from '../../contract/params.ts'
import { decodeBase58Fixed } from '../../hot-paths/base58.ts'

/** The wallets of a request: those that are addresses, and those that are none, once each. */
export type WalletList = { readonly valid: readonly string[]; readonly invalid: readonly string[] }

/** Fails `invalid_request` when none of them is an address. */
export function readWalletList(texts: readonly string[]): Outcome<WalletList> {
  const unique = [...new Set(texts.map((text) => text.trim()))]
  const valid = unique.filter(isKey)
  if (valid.length === 0) return fail('invalid_request', 'invalid wallet')
  return ok({ valid, invalid: unique.filter((text) => !isKey(text)) })
}

/** 32 bytes in base58: the pattern alone also fits text that is no key. */
export function isKey(text: string): boolean {
  return isAddress(text) && decodeBase58Fixed(text, 32) !== null
}
