import { USDC_MINT } from '../../chain/solana/dexes/pumpfun/addresses.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import type { Context } from '../../context.ts'
import { findMoneyPool } from './hot-pools.ts'

/** Dollars for lamports, raw units of both. */
export type DollarRate = readonly [dollarRaw: bigint, lamports: bigint]

/** From the deepest pool of SOL against USDC, which is kept warm for it; null where there is none. */
export async function readDollarRate(ctx: Context): Promise<DollarRate | null> {
  const found = await findMoneyPool(ctx, NATIVE_MINT, USDC_MINT)
  if (!found.ok) return null
  const { baseMint, spotPrice } = found.value.pool
  return baseMint === NATIVE_MINT ? spotPrice : [spotPrice[1], spotPrice[0]]
}
