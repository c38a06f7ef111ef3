import { LIMITS } from '../../config/limits.ts'
import { REFUND } from '../../config/refund.ts'
import type { Context } from '../../context.ts'
import { rawToNumber } from '../../contract/units.ts'
import { chunksOf } from '../../runtime/in-parallel.ts'
import { getPrices } from '../pricing/prices.ts'
import type { ScannedHolding } from '../recovery/scan-wallet.ts'

/** USD by account, as far as someone prices the mint. `lacking` says why an unpriced mint may well have a price; null
 *  when everyone was asked about all of them. */
export async function valueHoldings(
  ctx: Context,
  holdings: readonly ScannedHolding[],
): Promise<{ readonly values: ReadonlyMap<string, number>; readonly lacking: string | null }> {
  const mints = [...new Set(holdings.map(({ mint }) => mint))]
  const asked = mints.slice(0, REFUND.pricedMints)
  const prices = new Map<string, number>()
  let lacking = asked.length < mints.length ? `more than ${REFUND.pricedMints} mints` : null
  for (const chunk of chunksOf(asked, LIMITS.priceMints)) {
    const found = await getPrices(ctx, chunk)
    if (!found.ok || found.cache?.degraded === true) lacking ??= 'prices cannot be had'
    if (!found.ok) continue
    for (const [mint, { priceUsd }] of Object.entries(found.value)) if (priceUsd !== null) prices.set(mint, priceUsd)
  }
  const values = new Map<string, number>()
  for (const { account, mint, amountRaw, decimals } of holdings) {
    const price = prices.get(mint)
    if (price !== undefined && decimals !== null) values.set(account, rawToNumber(amountRaw, decimals) * price)
  }
  return { values, lacking }
}
