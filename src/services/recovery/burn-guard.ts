import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import { rawToDecimalString } from '../../contract/units.ts'
import { chunksOf } from '../../runtime/in-parallel.ts'
import { getPrices } from '../pricing/prices.ts'
import type { ScannedHolding } from './scan-wallet.ts'

export type BurnParams = {
  readonly burnAccounts: boolean
  readonly selectedTokens: readonly string[]
  /** Burn also what is worth something, or may be. */
  readonly burnValuable: boolean
}
export type SparedHolding = { readonly holding: ScannedHolding; readonly why: string }

/** What may be burnt of a wallet's accounts: of the selected mints only, and nothing of value unless that was said.
 *  What no one prices has none; where the prices could not be read, no one knows. */
export async function guardBurns(
  ctx: Context,
  burnable: readonly ScannedHolding[],
  { burnAccounts, selectedTokens, burnValuable }: BurnParams,
): Promise<{ readonly burns: readonly ScannedHolding[]; readonly spared: readonly SparedHolding[] }> {
  const selected = new Set(burnAccounts ? selectedTokens : [])
  const chosen = burnable.filter(({ mint }) => selected.has(mint))
  if (chosen.length === 0 || burnValuable) return { burns: chosen, spared: [] }
  const mints = [...new Set(chosen.map(({ mint }) => mint))]
  const values = await readPrices(ctx, mints)
  const burns: ScannedHolding[] = []
  const spared: SparedHolding[] = []
  for (const holding of chosen) {
    const priceUsd = values.get(holding.mint)
    const usd = priceUsd === undefined || priceUsd === null ? priceUsd : valueUsd(holding, priceUsd)
    if (usd === undefined)
      spared.push({ holding, why: 'its value could not be read: set burnValuable to burn it anyway' })
    else if (usd !== null && usd > ctx.config.recovery.burnMaxUsd)
      spared.push({ holding, why: `worth about ${usd.toFixed(2)} USD: set burnValuable to burn it anyway` })
    else burns.push(holding)
  }
  return { burns, spared }
}

/** USD of one token; null for one that no one prices, absent where a source failed. */
async function readPrices(ctx: Context, mints: readonly string[]): Promise<ReadonlyMap<string, number | null>> {
  const prices = new Map<string, number | null>()
  for (const chunk of chunksOf(mints, LIMITS.priceMints)) {
    const read = await getPrices(ctx, chunk)
    if (!read.ok) continue
    for (const mint of chunk) {
      const priceUsd = read.value[mint]?.priceUsd ?? null
      if (priceUsd !== null || read.cache?.degraded !== true) prices.set(mint, priceUsd)
    }
  }
  return prices
}

/** A figure to warn with, so a double will do. */
function valueUsd({ amountRaw, decimals }: ScannedHolding, priceUsd: number): number {
  return Number(rawToDecimalString(amountRaw, decimals ?? 0)) * priceUsd
}
