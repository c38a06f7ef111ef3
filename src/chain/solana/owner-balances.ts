import { type Outcome, ok } from '../../contract/outcome.ts'
import { readU64 } from '../../hot-paths/account-layouts.ts'
import { readOwnedSlices } from './owned-slices.ts'
import type { SolanaRpc } from './rpc.ts'

/** Bytes 64 to 72 of a token account. */
const AMOUNT = { offset: 64, length: 8 } as const

/** What each wallet holds of one mint, all its accounts together: for mints whose accounts cannot all be listed.
 *  One call per wallet, batched. Fails when one of them fails: a partial sum would look like a small one. */
export async function readOwnerBalances(
  rpc: SolanaRpc,
  mint: string,
  wallets: readonly string[],
  signal?: AbortSignal,
): Promise<Outcome<ReadonlyMap<string, bigint>>> {
  const config = { encoding: 'base64', dataSlice: AMOUNT, commitment: 'confirmed' }
  const answers = await rpc.callMany<unknown>(
    wallets.map((wallet) => ({ method: 'getTokenAccountsByOwner', params: [wallet, { mint }, config] })),
    signal ? { signal } : {},
  )
  const balances = new Map<string, bigint>()
  for (const [i, wallet] of wallets.entries()) {
    const slices = readOwnedSlices(answers[i]!)
    if (!slices.ok) return slices
    let sumRaw = 0n
    for (const amount of slices.value) {
      if (amount.length === AMOUNT.length) sumRaw += readU64(amount, 0)
    }
    balances.set(wallet, sumRaw)
  }
  return ok(balances)
}
