import type { Context } from '../../../context.ts'
import type { ChartSource } from '../../../contract/chart.ts'
import { type Outcome, ok } from '../../../contract/outcome.ts'
import { findChartPool } from '../../pricing/chart-pool.ts'

/** Pages of a pool on sites that draw charts, and what makes them fit into a frame. */
const SITES = {
  dexscreener: { page: 'https://dexscreener.com/solana/', frame: 'embed=1&theme=dark&trades=0&info=0' },
  geckoterminal: { page: 'https://www.geckoterminal.com/solana/pools/', frame: 'embed=1&info=0&swaps=0' },
} as const

/** Where a ready-made chart of the token's best pool is to be seen. */
export async function getChartSource(ctx: Context, mint: string): Promise<Outcome<ChartSource>> {
  const found = await findChartPool(ctx, mint)
  if (!found.ok) return found
  if (found.value === null) return ok({ available: false }, found.cache)
  const { address, site, pageUrl } = found.value
  const fullUrl = pageUrl ?? `${SITES[site].page}${address}`
  const src = `${fullUrl}${fullUrl.includes('?') ? '&' : '?'}${SITES[site].frame}`
  return ok({ available: true, provider: site, src, fullUrl, pairAddress: address }, found.cache)
}
