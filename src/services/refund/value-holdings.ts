import { LIMITS } from '../../config/limits.ts'
import { REFUND } from '../../config/refund.ts'
import type { Context } from '../../context.ts'
import { rawToNumber } from '../../contract/units.ts'
import { chunksOf } from '../../runtime/in-parallel.ts'
import type { ScannedHolding } from '../recovery/scan-wallet.ts'
import { getPrices } from '../tokens/prices.ts'

/** USD by account, as far as somebody prices the mint. `isComplete` is false when a source of prices was not to be had:
 *  then an unpriced mint may well have a price. */
export async function valueHoldings(
  ctx: Context,
  holdings: readonly ScannedHolding[],
): Promise<{ readonly values: ReadonlyMap<string, number>; readonly isComplete: boolean }> {
  const mints = [...new Set(holdings.map(({ mint }) => mint))]
  const asked = mints.slice(0, REFUND.pricedMints)
  const prices = new Map<string, number>()
  let isComplete = asked.length === mints.length
  for (const chunk of chunksOf(asked, LIMITS.priceMints)) {
    const found = await getPrices(ctx, chunk)
    if (!found.ok || found.cache?.degraded === true) isComplete = false
    if (!found.ok) continue
    for (const [mint, { priceUsd }] of Object.entries(found.value)) if (priceUsd !== null) prices.set(mint, priceUsd)
  }
  const values = new Map<string, number>()
  for (const { account, mint, amountRaw, decimals } of holdings) {
    const price = prices.get(mint)
    if (price !== undefined && decimals !== null) values.set(account, rawToNumber(amountRaw, decimals) * price)
  }
  return { values, isComplete }
}
