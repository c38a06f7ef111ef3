import { LAUNCHLAB_AUTHORITY, LAUNCHLAB_PROGRAM } from '../../chain/solana/dexes/bonk/addresses.ts'
import { DAMM_V1_PROGRAM, DLMM_PROGRAM, DYNAMIC_VAULT_PROGRAM } from '../../chain/solana/dexes/meteora/addresses.ts'
import { DAMM_V2_POOL_AUTHORITY, DAMM_V2_PROGRAM } from '../../chain/solana/dexes/meteora-damm-v2/addresses.ts'
import { DBC_POOL_AUTHORITY, DBC_PROGRAM } from '../../chain/solana/dexes/meteora-dbc/addresses.ts'
import { WHIRLPOOL_PROGRAMS } from '../../chain/solana/dexes/orca/addresses.ts'
import { PUMPSWAP_PROGRAM } from '../../chain/solana/dexes/pumpswap/addresses.ts'
import { RAYDIUM_AUTHORITY, RAYDIUM_PROGRAM } from '../../chain/solana/dexes/raydium/addresses.ts'
import { CLMM_PROGRAM } from '../../chain/solana/dexes/raydium-clmm/addresses.ts'
import { CPMM_AUTHORITY, CPMM_PROGRAM } from '../../chain/solana/dexes/raydium-cpmm/addresses.ts'
import type { AccountView } from '../../chain/solana/rpc.ts'
import { ok } from '../../contract/outcome.ts'
import { passesFilters } from './passes-filters.ts'
import type { Scan } from './scan-programs.ts'

/** Owners of a mint's accounts that no key stands for, with their accounts; null: there is none. */
export type VaultOwners = ReadonlyMap<string, AccountView | null>

/** Programs whose pools own their vaults themselves. */
const OWN_VAULTS: ReadonlySet<string> = new Set([PUMPSWAP_PROGRAM, CLMM_PROGRAM, DLMM_PROGRAM, ...WHIRLPOOL_PROGRAMS])

/** Programs with one owner for the vaults of all pools. @internal A test holds the list of known addresses to it. */
export const SHARED_OWNER: ReadonlyMap<string, string> = new Map([
  [RAYDIUM_PROGRAM, RAYDIUM_AUTHORITY],
  [CPMM_PROGRAM, CPMM_AUTHORITY],
  [LAUNCHLAB_PROGRAM, LAUNCHLAB_AUTHORITY],
  [DAMM_V2_PROGRAM, DAMM_V2_POOL_AUTHORITY],
  [DBC_PROGRAM, DBC_POOL_AUTHORITY],
])

/** Programs that keep what their pools hold with another program, whose accounts own the vaults. */
const KEPT_ELSEWHERE: ReadonlyMap<string, string> = new Map([[DAMM_V1_PROGRAM, DYNAMIC_VAULT_PROGRAM]])

/** Programs of which it is known who owns the vaults. @internal A test holds every DEX to it. */
export const PROGRAMS_WITH_KNOWN_OWNERS: ReadonlySet<string> = new Set([
  ...OWN_VAULTS,
  ...SHARED_OWNER.keys(),
  ...KEPT_ELSEWHERE.keys(),
])

/** A scan for pools of a mint of which all token accounts are known: each pool has a vault among them, so that a program
 *  without one needs no scan, and pools that own their vaults are known by their accounts. */
export function scanByOwners(scan: Scan, owners: VaultOwners): Scan {
  const accounts = [...owners.values()].filter((account) => account !== null)
  return async (program, options) => {
    if (OWN_VAULTS.has(program))
      return ok(accounts.filter((one) => one.owner === program && passesFilters(one, options.filters)))
    const sharedOwner = SHARED_OWNER.get(program)
    const keeper = KEPT_ELSEWHERE.get(program)
    const isKnown = sharedOwner !== undefined || keeper !== undefined
    const isPossible =
      (sharedOwner !== undefined && owners.has(sharedOwner)) || accounts.some(({ owner }) => owner === keeper)
    return isKnown && !isPossible ? ok([]) : scan(program, options)
  }
}
