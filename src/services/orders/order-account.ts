import { encodeBase58 } from '../../hot-paths/base58.ts'
import { findSanitizeFault, parseWireTransaction } from '../../hot-paths/wire-transaction.ts'

/** The instruction of an order program that opens an order, and the index of the order among its accounts. */
export type OpeningStep = { readonly program: string; readonly tagHex: string; readonly accountAt: number }

/** Jupiter Limit Order v2 and DCA; both as decoded from recorded transactions. */
export const OPENS_LIMIT_ORDER: OpeningStep = {
  program: 'j1o2qRpjcyUwEvwtcfhEQefh773ZgjxcVRry7LDqg5X',
  tagHex: '856e4aaf709ff59f',
  accountAt: 2,
}
export const OPENS_DCA: OpeningStep = {
  program: 'DCA265Vj8a9CEuX1eb1LWRnDT7uK6q1xMipnNyatn23M',
  tagHex: '8e772b6da2340bb1',
  accountAt: 0,
}

/** Whether a text holds a transaction, signed or not. */
export function isTransaction(base64: string): boolean {
  const parsed = parseWireTransaction(Buffer.from(base64, 'base64'))
  return parsed.ok && findSanitizeFault(parsed.transaction) === null
}

/** The account of the order that a transaction opens; null where it opens none. */
export function openedAccount(base64: string, { program, tagHex, accountAt }: OpeningStep): string | null {
  const parsed = parseWireTransaction(Buffer.from(base64, 'base64'))
  if (!parsed.ok) return null
  const { instructions, keys } = parsed.transaction
  const opening = instructions.find(
    ({ programIndex, data }) =>
      Buffer.from(data.subarray(0, tagHex.length / 2)).toString('hex') === tagHex &&
      keys[programIndex] !== undefined &&
      encodeBase58(keys[programIndex]) === program,
  )
  // An account from a lookup table is not among the keys; a new one cannot be in a table.
  const key = keys[opening?.accountIndexes[accountAt] ?? keys.length]
  return key === undefined ? null : encodeBase58(key)
}
