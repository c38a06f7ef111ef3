import { LIMITS } from '../../config/limits.ts'
import { knownAddress } from './labels.ts'
import type { LaunchEntry } from './launch-links.ts'
import type { SolanaRpc } from './rpc.ts'

/** Fee payers of several buyers' purchases that pay for the public: the newest page of their signatures holds at least
 *  `LIMITS.launchPayerOthers` that are none of the token's. A page a payer, of those with most buyers; a payer whose
 *  page cannot be read is not known to be public. */
export async function publicFeePayers(
  rpc: SolanaRpc,
  entries: readonly LaunchEntry[],
  ofToken: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  const customers = new Map<string, Set<string>>()
  for (const { feePayer, wallet } of entries) {
    if (knownAddress(feePayer) !== null) continue
    const own = customers.get(feePayer)
    if (own === undefined) customers.set(feePayer, new Set([wallet]))
    else own.add(wallet)
  }
  const payers = [...customers]
    .filter(([, wallets]) => wallets.size >= 2)
    .sort(([a, one], [b, other]) => other.size - one.size || (a < b ? -1 : 1))
    .slice(0, LIMITS.launchPayers)
    .map(([payer]) => payer)
  const pages = await Promise.all(
    payers.map((payer) => rpc.signaturesOf(payer, signal === undefined ? {} : { signal })),
  )
  return new Set(
    payers.filter((_, i) => {
      const page = pages[i]!
      if (!page.ok) return false
      return page.value.filter(({ signature }) => !ofToken.has(signature)).length >= LIMITS.launchPayerOthers
    }),
  )
}

/** Purchases as if each customer of a public fee payer had paid its own fee. */
export function withoutPublicPayers(
  entries: readonly LaunchEntry[],
  payers: ReadonlySet<string>,
): readonly LaunchEntry[] {
  if (payers.size === 0) return entries
  return entries.map((entry) => (payers.has(entry.feePayer) ? { ...entry, feePayer: entry.wallet } : entry))
}
