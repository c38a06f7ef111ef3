import { type HolderTable, type Holding, heldBy } from '../../../chain/solana/holder-table.ts'
import { KNOWN_ADDRESSES } from '../../../chain/solana/known-addresses.ts'
import { type EntityType, identifyOwner, isVault, type OwnerIdentity } from '../../../chain/solana/labels.ts'
import type { LaunchFacts } from '../../../chain/solana/launch-window.ts'
import type { MintInfo } from '../../../chain/solana/mint-info.ts'
import { NATIVE_MINT } from '../../../chain/solana/program-ids.ts'

/** Shares of the supply by role, percent 0-100; null where no one can say. */
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

/** What shares are shares of: the supply. The mint of wrapped SOL counts nothing, so there it is what all accounts hold
 *  together, and null while they are not all known. */
export function wholeOf(mint: MintInfo, table: HolderTable, exact: boolean): bigint | null {
  if (mint.mint !== NATIVE_MINT) return mint.supplyRaw
  return exact ? table.amountsRaw.reduce((total, amount) => total + amount, 0n) : null
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

/** The shares of a token. `largest`: its largest owners, more than ten beside the vaults. `balanceOf`: what a wallet
 *  holds now, null when that cannot be said. */
export function supplyShares(input: {
  /** See `wholeOf`; null makes every share null. */
  readonly supplyRaw: bigint | null
  readonly table: HolderTable
  readonly largest: readonly Holding[]
  readonly vaults: Vaults
  readonly launch: LaunchFacts | null
  readonly dev: string | null
  readonly balanceOf: (wallet: string) => bigint | null
}): SupplyShares {
  const { supplyRaw, table, largest, vaults, launch, dev, balanceOf } = input
  const shareOf = (amountRaw: bigint) => (supplyRaw === null ? null : pctOf(amountRaw, supplyRaw))
  const top = largest.filter(({ owner }) => !vaults.has(owner)).slice(0, TOP)
  const inVaults = (type: EntityType) =>
    shareOf(sum([...vaults].map(([owner, own]) => (own === type ? heldBy(table, owner) : 0n))))
  const together = (wallets: readonly string[]): number | null => {
    const balances = wallets.map(balanceOf)
    return balances.includes(null) ? null : shareOf(sum(balances as bigint[]))
  }
  const found = launch?.status === 'found' ? launch : null
  return {
    top10Pct: shareOf(sum(top.map(({ amountRaw }) => amountRaw))),
    insidersPct: found && together(found.insiders),
    bundlersPct: found && together(found.bundlers),
    snipersPct: found && together(found.snipers),
    devPct: dev === null ? null : together([dev]),
    liquidityPct: inVaults('liquidity'),
    lockedPct: inVaults('locker'),
    burnedPct: inVaults('burn'),
    cexPct: shareOf(sum(CEX_WALLETS.map((wallet) => heldBy(table, wallet)))),
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
