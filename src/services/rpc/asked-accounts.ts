import { decodeBase58Fixed } from '../../hot-paths/base58.ts'
import type { WireTransaction } from '../../hot-paths/wire-transaction.ts'

/** What nodes take; `base58` they refuse. */
const ENCODINGS: ReadonlySet<unknown> = new Set([undefined, null, 'base64', 'base64+zstd', 'jsonParsed'])
const ADDRESS_BYTES = 32

/** How many accounts a node would send along for `options.accounts` of a simulation: one for each address. Null when it
 *  asks for none, or for what a node refuses. Only the number is ours to answer, and the accounts themselves are up to
 *  10 MiB each, at any caller's request: what can be counted here is not fetched. */
export function countAskedAccounts(accounts: unknown, { keys, lookups }: WireTransaction): number | null {
  if (typeof accounts !== 'object' || accounts === null) return null
  const { addresses, encoding } = accounts as { addresses?: unknown; encoding?: unknown }
  if (!Array.isArray(addresses) || !ENCODINGS.has(encoding)) return null
  const loaded = lookups.reduce((sum, { writable, readonly }) => sum + writable.length + readonly.length, 0)
  if (addresses.length > keys.length + loaded) return null
  const isAddress = (one: unknown): boolean => typeof one === 'string' && decodeBase58Fixed(one, ADDRESS_BYTES) !== null
  return addresses.every(isAddress) ? addresses.length : null
}
