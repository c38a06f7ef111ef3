import { isVault } from '../../chain/solana/labels.ts'
import type { TokenEvidence } from './evidence.ts'

export type SeenHolder = {
  readonly owner: string
  readonly amountRaw: bigint
  /** Percent of the supply, 0-100. */
  readonly pct: number
  /** A pool, curve, locker or burn address: holds for no one who could sell. */
  readonly isVault: boolean
  readonly isExchange: boolean
}

/** The largest owners with their shares of the supply. Exchanges hold for many and vaults for no one: who judges
 *  concentration leaves both out. */
export function seenHolders({ holders, wallets, pools }: TokenEvidence): readonly SeenHolder[] {
  if (holders === null) return []
  const supplyRaw = BigInt(holders.supplyRaw)
  const poolOwners = new Set(pools.flatMap(({ vaultOwners }) => vaultOwners))
  const typeOf = new Map(wallets.map(({ address, identity }) => [address, identity?.entityType ?? null]))
  return holders.largest.map(({ owner, amountRaw }) => {
    const type = typeOf.get(owner) ?? null
    const amount = BigInt(amountRaw)
    return {
      owner,
      amountRaw: amount,
      pct: pctOf(amount, supplyRaw),
      isVault: poolOwners.has(owner) || (type !== null && isVault(type)),
      isExchange: type === 'cex',
    }
  })
}

/** Percent with six decimals, 0 of no supply, at most 100. */
export function pctOf(amountRaw: bigint, supplyRaw: bigint): number {
  if (supplyRaw <= 0n || amountRaw <= 0n) return 0
  return amountRaw >= supplyRaw ? 100 : Number((amountRaw * 100_000_000n) / supplyRaw) / 1_000_000
}

export function round2(value: number): number {
  return Math.round(value * 100) / 100
}
