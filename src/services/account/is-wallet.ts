import { isAddress } from '../../contract/params.ts'
import { decodeBase58Fixed } from '../../hot-paths/base58.ts'

/** Text of 32 bytes in base58: what the chain takes for an address. */
export function isWallet(text: unknown): text is string {
  return isAddress(text) && decodeBase58Fixed(text, 32) !== null
}
