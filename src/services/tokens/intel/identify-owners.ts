import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from '../../../chain/solana/dexes/dex.ts'
import { DEXES } from '../../../chain/solana/dexes/index.ts'
import { identifyOwner, KNOWN_VAULTS, knownAddress, type OwnerIdentity } from '../../../chain/solana/labels.ts'
import type { SolanaRpc } from '../../../chain/solana/rpc.ts'

/** Testing one owner for the curve takes 30 to 100 µs: up to a millisecond's worth between turns of the loop. */
const OWNERS_PER_TURN = 10

const OPERATORS: ReadonlyMap<string, string> = new Map(DEXES.map(({ name, operator }) => [name, operator]))

/** Owners of the pools' vaults with who runs the DEX. */
export function poolOwnersOf(pools: readonly Pool[]): ReadonlyMap<string, string> {
  return new Map(
    pools.flatMap(({ dex, vaultOwners }) => vaultOwners.map((owner) => [owner, OPERATORS.get(dex)!] as const)),
  )
}

/** What each owner is. When their accounts cannot be read (`failed`), only those that a list or a found pool names are
 *  identified; the others are absent. */
export async function identifyOwners(
  rpc: SolanaRpc | null,
  owners: readonly string[],
  poolOwners: ReadonlyMap<string, string>,
  signal?: AbortSignal,
): Promise<{ readonly identities: ReadonlyMap<string, OwnerIdentity>; readonly failed: boolean }> {
  const slice = { dataSlice: { offset: 0, length: 0 }, ...(signal ? { signal } : {}) }
  const read = rpc === null || owners.length === 0 ? null : await rpc.accounts(owners, slice)
  const identities = new Map<string, OwnerIdentity>()
  for (const [i, owner] of owners.entries()) {
    if (i % OWNERS_PER_TURN === OWNERS_PER_TURN - 1) await nextTurn()
    if (read?.ok) identities.set(owner, identifyOwner(owner, read.value.accounts[i] ?? null, poolOwners))
    else if (knownAddress(owner) !== null || poolOwners.has(owner))
      identities.set(owner, identifyOwner(owner, null, poolOwners))
  }
  return { identities, failed: owners.length > 0 && !read?.ok }
}

/** Vault owners that are known without having read their accounts. */
export function knownVaultOwners(poolOwners: ReadonlyMap<string, string>): ReadonlySet<string> {
  return new Set([...KNOWN_VAULTS, ...poolOwners.keys()])
}
