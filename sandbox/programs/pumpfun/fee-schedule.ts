import { SOL_LIKE_MINTS } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import type { FeeConfig } from '../../../src/chain/solana/dexes/pumpfun/state.ts'
import { USDC_MINT } from '../../../src/contract/mints.ts'
import { ceilDiv } from '../wide-math.ts'

/* Fees of both pump programs. Arithmetic of the emulators' own: nothing of `src/chain/solana/dexes/pumpfun/fees.ts`,
 * which is checked against them. */

export type FeeRates = { readonly lpFeeBps: bigint; readonly protocolFeeBps: bigint; readonly creatorFeeBps: bigint }
export type FeeTier = { readonly marketCapLamportsThreshold: bigint; readonly fees: FeeRates }

const WHOLE_BPS = 10_000n

/** Each fee is rounded up on its own. */
export function partOf(amount: bigint, bps: bigint): bigint {
  return ceilDiv(amount * bps, WHOLE_BPS)
}

/** Part of a fee that is handed on, rounded down. */
export function partWithin(fee: bigint, bps: bigint): bigint {
  return (fee * bps) / WHOLE_BPS
}

/** The most that `budget` pays for beside fees of these rates, each rounded up. */
export function withinBudget(budget: bigint, ...rates: readonly bigint[]): bigint {
  const sum = rates.reduce((total, bps) => total + bps, WHOLE_BPS)
  const net = (budget * WHOLE_BPS) / sum
  const missing = rates.reduce((total, bps) => total + partOf(net, bps), net) - budget
  return missing > 0n ? net - missing : net
}

export function paysInSol(quoteMint: string): boolean {
  return SOL_LIKE_MINTS.has(quoteMint)
}

/** The schedule that a quote mint is charged by. */
type Schedule = 'sol' | 'stable' | 'exotic'

export function scheduleOf(quoteMint: string): Schedule {
  return paysInSol(quoteMint) ? 'sol' : quoteMint === USDC_MINT ? 'stable' : 'exotic'
}

/** The rates of a schedule at a market cap: those of the highest threshold that it reaches, of the lowest where it
 *  reaches none. Flat ones where there are no tiers, and where none apply. */
export function scheduledRates(
  config: FeeConfig,
  {
    schedule,
    marketCap,
    isTiered,
  }: { readonly schedule: Schedule; readonly marketCap: bigint; readonly isTiered: boolean },
): FeeRates {
  const { flatFees, exoticFlatFees, feeTiers, stableFeeTiers } = config
  if (!isTiered) return flatFees
  if (schedule === 'exotic') return Object.values(exoticFlatFees).every((bps) => bps === 0n) ? flatFees : exoticFlatFees
  const tiers = schedule === 'stable' && stableFeeTiers.length > 0 ? stableFeeTiers : feeTiers
  const reached = tiers.findLast(({ marketCapLamportsThreshold }) => marketCapLamportsThreshold <= marketCap)
  return (reached ?? tiers[0])?.fees ?? flatFees
}

/** Rates of a token: its creator's own where these may be set, and none for a token without a creator. */
export function withCreator(
  rates: FeeRates,
  token: { readonly hasCreator: boolean; readonly ownBps: bigint; readonly mayBeOwn: boolean },
): FeeRates {
  if (!token.hasCreator) return { ...rates, creatorFeeBps: 0n }
  return token.mayBeOwn && token.ownBps > 0n ? { ...rates, creatorFeeBps: token.ownBps } : rates
}

/** Supply that the launchpad gives every token, in base units. */
export const LAUNCH_SUPPLY_RAW = 10n ** 15n
