import { knownAddress } from '../../chain/solana/labels.ts'
import { LIMITS } from '../../config/limits.ts'
import type { ObservedTransaction } from '../evidence-bundle/evidence.ts'

/** Two may be chance. */
const LEAST_WALLETS = 3

/** Addresses no one has named with which at least `least` of `wallets` moved SOL or tokens outside trades, in either
 *  direction: whose deposit address that is, who tries out wallets, who lends them what they show. Most wallets first,
 *  then by address; at most `LIMITS.evidenceSharedCounterparties`. */
export function sharedCounterparties(
  transactions: readonly ObservedTransaction[],
  wallets: ReadonlySet<string>,
  least = LEAST_WALLETS,
): readonly string[] {
  const partners = new Map<string, Set<string>>()
  const add = (address: string, wallet: string): void => {
    const own = partners.get(address)
    if (own === undefined) partners.set(address, new Set([wallet]))
    else own.add(wallet)
  }
  for (const { trades, solMoves, otherMoves = [] } of transactions) {
    if (trades.length > 0) continue
    for (const { from, to } of [...solMoves, ...otherMoves]) {
      if (wallets.has(from)) add(to, from)
      if (wallets.has(to)) add(from, to)
    }
  }
  return [...partners]
    .filter(([address, own]) => own.size >= least && knownAddress(address) === null)
    .sort(([a, left], [b, right]) => right.size - left.size || (a < b ? -1 : 1))
    .slice(0, LIMITS.evidenceSharedCounterparties)
    .map(([address]) => address)
}
