import type { PlannedHolding } from './plan-types.ts'
import { addressOfBytes } from './seeded-keys.ts'
import { type SeededRandom, seededBytes } from './seeded-random.ts'

/** Rent deposit of a 165-byte token account before the rate began to fall (SIMD-0437). */
export const OLD_TOKEN_DEPOSIT_LAMPORTS = 2_039_280n

/** No one in the crowd holds more than this part of what the crowd holds. */
const MAX_CROWD_PART = 0.03

export type HolderMix = {
  readonly seed: string
  readonly symbol: string
  readonly supplyRaw: bigint
  /** Held by the pool, outside of these holdings. */
  readonly pooledRaw: bigint
  /** Shares of the supply of wallets with a name or a role. */
  readonly named: readonly { readonly owner: string; readonly share: number }[]
  readonly crowd: readonly string[]
  /** How many of the crowd hold the token, and which share of the supply they hold together. */
  readonly crowdCount: number
  readonly crowdShare: number
  /** Tail exponent of the crowd's balances: the higher, the flatter. */
  readonly flatness: number
  /** Takes what no one else holds. */
  readonly treasury: string
  readonly frozen?: boolean
  readonly oldAccountsShare: number
}

/** Holdings that add up to the supply minus the pool, to the base unit. Wallets with a role use their associated
 *  accounts; the crowd's accounts have addresses of their own, which need no derivation. */
export function distributeSupply(random: SeededRandom, mix: HolderMix): PlannedHolding[] {
  const holdings: PlannedHolding[] = []
  let restRaw = mix.supplyRaw - mix.pooledRaw
  const give = (owner: string, amountRaw: bigint, account: string | null): void => {
    const bounded = amountRaw > restRaw ? restRaw : amountRaw
    restRaw -= bounded
    const depositLamports = random.chance(mix.oldAccountsShare) ? OLD_TOKEN_DEPOSIT_LAMPORTS : null
    holdings.push({ owner, amountRaw: bounded, account, depositLamports, frozen: mix.frozen ?? false })
  }
  for (const { owner, share } of mix.named)
    give(owner, shareOf(mix.supplyRaw, share * random.between(0.94, 1.06)), null)

  const holders = random.sample(mix.crowd, mix.crowdCount)
  const weights = holders.map(() => (1 - random.next()) ** (-1 / mix.flatness))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const capped = weights.map((weight) => Math.min(weight / total, MAX_CROWD_PART))
  const cappedTotal = capped.reduce((sum, part) => sum + part, 0)
  holders.forEach((owner, i) => {
    const account = addressOfBytes(seededBytes(mix.seed, `holding/${mix.symbol}/${i}`))
    give(owner, shareOf(mix.supplyRaw, (mix.crowdShare * capped[i]!) / cappedTotal), account)
  })
  give(mix.treasury, restRaw, null)
  return holdings
}

/** `share` of an amount without losing the low digits of large supplies. */
export function shareOf(amountRaw: bigint, share: number): bigint {
  return (amountRaw * BigInt(Math.round(share * 1e12))) / 1_000_000_000_000n
}
