import { decodeBase58Fixed } from '../../hot-paths/base58.ts'

const ADDRESS_BYTES = 32

/** Those that are addresses. The interface takes any base58 text of an address's length; what does not decode to 32
 *  bytes is no token, and providers refuse a whole batch for one such entry. */
export function realMints(mints: readonly string[]): readonly string[] {
  return mints.filter((mint) => decodeBase58Fixed(mint, ADDRESS_BYTES) !== null)
}
