import { type Holding, heldBy, largestHolders } from '../../../chain/solana/holder-table.ts'
import type { Holders } from '../../../chain/solana/holders.ts'
import { isVault, type OwnerIdentity } from '../../../chain/solana/labels.ts'
import { readOwnerBalances } from '../../../chain/solana/owner-balances.ts'
import { LIMITS } from '../../../config/limits.ts'
import type { Context } from '../../../context.ts'
import { identifyOwners, knownVaultOwners, poolOwnersOf } from './identify-owners.ts'
import { type ConcentrationFigures, measureConcentration } from './measure-concentration.ts'
import { type SupplyShares, supplyShares, type Vaults, vaultsIn, walletsOf, wholeOf } from './shares.ts'
import { devOf, type IntelSources } from './sources.ts'

/** What the list of holders says once it is known who they are. */
export type HolderJudgement = {
  /** What the shares are shares of, see `wholeOf`. */
  readonly supplyRaw: bigint | null
  /** Largest first, of any kind. */
  readonly largest: readonly Holding[]
  readonly identities: ReadonlyMap<string, OwnerIdentity>
  readonly vaults: Vaults
  readonly shares: SupplyShares
  readonly concentration: ConcentrationFigures | null
  /** Some part could not be read or computed just now. */
  readonly degraded: boolean
}

/** Identifies the largest owners, finds the vaults among them, and works out the shares. Null when the holders or the
 *  mint are unknown. */
export async function judgeHolders(
  ctx: Context,
  sources: IntelSources,
  signal: AbortSignal,
): Promise<HolderJudgement | null> {
  const mint = sources.mint.value
  const holders = sources.holders.value
  if (mint === null || holders === null) return null
  const { table } = holders
  const poolOwners = poolOwnersOf(sources.pools.value ?? [])
  const largest = largestHolders(table, LIMITS.holderOwnersResolved)
  const [{ identities, failed }, held] = await Promise.all([
    identifyOwners(
      ctx.chain.rpc,
      largest.map(({ owner }) => owner),
      poolOwners,
      signal,
    ),
    launchBalances(ctx, sources, signal),
  ])
  const vaults = vaultsIn(table, knownVaultOwners(poolOwners), poolOwners, identities)
  const launch = sources.launch.value
  const supplyRaw = wholeOf(mint, table, holders.exact)
  const dev = devOf(sources)
  const shares = supplyShares({ supplyRaw, table, largest, vaults, launch, dev, balanceOf: held.balanceOf })
  const figures = await measureConcentration(ctx, table, vaults.keys(), supplyRaw ?? 0n, signal)
  if (!figures.ok) ctx.log.warn({ mint: mint.mint, code: figures.code }, 'concentration figures are missing')
  return {
    supplyRaw,
    largest: largest.slice(0, LIMITS.topHolders),
    identities,
    vaults,
    shares: holders.exact ? shares : onlyPartly(shares, holders, { largest, vaults }),
    // Figures over a part of the holders would describe the part.
    concentration: figures.ok && holders.exact ? figures.value : null,
    degraded: failed || held.failed || !figures.ok,
  }
}

/** With a cut-off list the ten largest are still right as long as ten of those listed are no vaults; not with one that
 *  lacks accounts of any size, where what lies in vaults may be more as well. */
function onlyPartly(
  shares: SupplyShares,
  { method }: Pick<Holders, 'method'>,
  { largest, vaults }: { readonly largest: readonly Holding[]; readonly vaults: Vaults },
): SupplyShares {
  if (method === 'transactions')
    return { ...shares, top10Pct: null, liquidityPct: null, lockedPct: null, burnedPct: null, cexPct: null }
  const counted = largest.filter(({ owner }) => !vaults.has(owner)).length
  return counted >= 10 ? shares : { ...shares, top10Pct: null }
}

/** What the wallets of the launch hold now: out of the table when it is complete, asked one by one otherwise. */
async function launchBalances(
  ctx: Context,
  sources: IntelSources,
  signal: AbortSignal,
): Promise<{ readonly balanceOf: (wallet: string) => bigint | null; readonly failed: boolean }> {
  const { mint, holders, launch } = sources
  const { table, exact } = holders.value!
  if (exact) return { balanceOf: (wallet) => heldBy(table, wallet), failed: false }
  const wallets = walletsOf(launch.value, devOf(sources))
  const read = await readOwnerBalances(ctx.chain.rpc!, mint.value!.mint, wallets, signal)
  if (!read.ok) return { balanceOf: () => null, failed: true }
  return { balanceOf: (wallet) => read.value.get(wallet) ?? null, failed: false }
}

/** Holders without the vaults that are among them. */
export function holdersBesideVaults(holders: number, vaults: Vaults): number {
  return Math.max(0, holders - [...vaults.values()].filter(isVault).length)
}
