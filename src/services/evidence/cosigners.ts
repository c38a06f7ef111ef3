import { knownAddress } from '../../chain/solana/labels.ts'
import { LIMITS } from '../../config/limits.ts'
import type { ObservedTransaction } from '../evidence-bundle/evidence.ts'

const LEAST_WALLETS = 2

/** Addresses no one has named that signed transactions beside trades of the token together with at least two of
 *  `wallets`, themselves left out: relayers for anyone, or one hand's. Those with most of them first, then by address;
 *  at most `LIMITS.evidenceCosigners`. */
export function cosignersOf(
  transactions: readonly ObservedTransaction[],
  wallets: ReadonlySet<string>,
): readonly string[] {
  const signedFor = new Map<string, Set<string>>()
  for (const { trades, signers } of transactions) {
    if (trades.length > 0 || signers.length < 2) continue
    for (const signer of signers)
      for (const wallet of signers) {
        if (wallet === signer || !wallets.has(wallet)) continue
        const own = signedFor.get(signer) ?? new Set<string>()
        signedFor.set(signer, own.add(wallet))
      }
  }
  return [...signedFor]
    .filter(([signer, own]) => own.size >= LEAST_WALLETS && knownAddress(signer) === null)
    .sort(([a, left], [b, right]) => right.size - left.size || (a < b ? -1 : 1))
    .slice(0, LIMITS.evidenceCosigners)
    .map(([signer]) => signer)
}
