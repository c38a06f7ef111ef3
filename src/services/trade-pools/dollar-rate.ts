import type { TradablePool } from '../../chain/solana/dexes/trading.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'

/** Dollars for lamports, raw units of both. */
export type DollarRate = readonly [dollarRaw: bigint, lamports: bigint]

/** The rate of a pool of SOL and a dollar, whichever of the two is its base. */
export function dollarRateOf({ baseMint, spotPrice }: Pick<TradablePool, 'baseMint' | 'spotPrice'>): DollarRate {
  return baseMint === NATIVE_MINT ? spotPrice : [spotPrice[1], spotPrice[0]]
}
