import { type HolderTable, type Holding, heldBy } from '../../../chain/solana/holder-table.ts'
import { KNOWN_ADDRESSES } from '../../../chain/solana/known-addresses.ts'
import { type EntityType, identifyOwner, isVault, type OwnerIdentity } from '../../../chain/solana/labels.ts'
import type { LaunchFacts } from '../../../chain/solana/launch-window.ts'

/** Shares of the supply by role, percent 0-100; null where nobody can say. */
export type SupplyShares = {
  readonly top10Pct: number | null
  readonly insidersPct: number | null
  readonly bundlersPct: number | null
  readonly snipersPct: number | null
  readonly devPct: number | null
  readonly liquidityPct: number | null
  readonly lockedPct: number | null
  readonly burnedPct: number | null
  readonly cexPct: number | null
}
export type Vaults = ReadonlyMap<string, EntityType>

const TOP = 10
const CEX_WALLETS = KNOWN_ADDRESSES.filter(([kind]) => kind === 'cex').map(([, , address]) => address)

/** Percent of the supply, rounded down at six decimals; never above 100, and 0 of a supply that is none. */
export function pctOf(amountRaw: bigint, supplyRaw: bigint): number {
  if (supplyRaw <= 0n || amountRaw <= 0n) return 0
  return amountRaw >= supplyRaw ? 100 : Number((amountRaw * 100_000_000n) / supplyRaw) / 1_000_000
}

/** Owners in the table that are vaults: those known by address, and those their account gave away. */
export function vaultsIn(
  table: HolderTable,
  known: ReadonlySet<string>,
  poolOwners: ReadonlyMap<string, string>,
  identities: ReadonlyMap<string, OwnerIdentity>,
): Vaults {
  const vaults = new Map<string, EntityType>()
  for (const owner of known)
    if (heldBy(table, owner) > 0n) vaults.set(owner, identifyOwner(owner, null, poolOwners).entityType)
  for (const [owner, { entityType }] of identities) if (isVault(entityType)) vaults.set(owner, entityType)
  return vaults
}

/** The shares of a coin. `largest`: its largest owners, more than ten beside the vaults. `balanceOf`: what a wallet
 *  holds now, null when that cannot be said. */
export function supplyShares(input: {
  readonly supplyRaw: bigint
  readonly table: HolderTable
  readonly largest: readonly Holding[]
  readonly vaults: Vaults
  readonly launch: LaunchFacts | null
  readonly dev: string | null
  readonly balanceOf: (wallet: string) => bigint | null
}): SupplyShares {
  const { supplyRaw, table, largest, vaults, launch, dev, balanceOf } = input
  const top = largest.filter(({ owner }) => !vaults.has(owner)).slice(0, TOP)
  const inVaults = (type: EntityType) =>
    pctOf(sum([...vaults].map(([owner, own]) => (own === type ? heldBy(table, owner) : 0n))), supplyRaw)
  const together = (wallets: readonly string[]): number | null => {
    const balances = wallets.map(balanceOf)
    return balances.includes(null) ? null : pctOf(sum(balances as bigint[]), supplyRaw)
  }
  const found = launch?.status === 'found' ? launch : null
  return {
    top10Pct: pctOf(sum(top.map(({ amountRaw }) => amountRaw)), supplyRaw),
    insidersPct: found && together(found.insiders),
    bundlersPct: found && together(found.bundlers),
    snipersPct: found && together(found.snipers),
    devPct: dev === null ? null : together([dev]),
    liquidityPct: inVaults('liquidity'),
    lockedPct: inVaults('locker'),
    burnedPct: inVaults('burn'),
    cexPct: pctOf(sum(CEX_WALLETS.map((wallet) => heldBy(table, wallet))), supplyRaw),
  }
}

/** Wallets whose balances the shares need. */
export function walletsOf(launch: LaunchFacts | null, dev: string | null): readonly string[] {
  const { insiders, bundlers, snipers } = launch ?? { insiders: [], bundlers: [], snipers: [] }
  return [...new Set([...(dev === null ? [] : [dev]), ...insiders, ...bundlers, ...snipers])]
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
