import { isIndividualFunder } from '../../src/chain/solana/first-funding.ts'
import type { SandboxChain } from '../chain/types.ts'
import { firstPaymentTo } from './first-payment.ts'
import type { ExaminedToken } from './token-examiner.ts'

export type InsiderNetwork = { readonly funder: string; readonly wallets: readonly string[] }

/** Early buyers that are looked at, and how early that is. */
const MAX_EARLY = 60
const EARLY_SLOTS = 3
const MIN_NETWORK = 3

/** Early buyers who had their first SOL from one address that is no exchange: the creator, or one wallet that paid them
 *  all. A provider's simple transfer graph, which hops and exchanges escape. */
export function insiderNetworks(chain: SandboxChain, { markets, creator }: ExaminedToken): InsiderNetwork[] {
  const early = new Set<string>()
  for (const { pool } of markets) {
    const trades = pool.temper === null ? pool.book.since(0) : []
    const firstSlot = trades[0]?.slot
    for (const { side, trader, slot } of trades) {
      if (firstSlot === undefined || slot > firstSlot + EARLY_SLOTS || early.size >= MAX_EARLY) break
      if (side === 'buy' && trader !== creator) early.add(trader)
    }
  }
  const byFunder = new Map<string, string[]>()
  for (const wallet of early) {
    const payment = firstPaymentTo(chain, wallet)
    if (payment === null || !isIndividualFunder(payment.from, undefined)) continue
    byFunder.set(payment.from, [...(byFunder.get(payment.from) ?? []), wallet])
  }
  return [...byFunder]
    .filter(([, wallets]) => wallets.length >= MIN_NETWORK)
    .map(([funder, wallets]) => ({ funder, wallets }))
    .sort((a, b) => b.wallets.length - a.wallets.length || (a.funder < b.funder ? -1 : 1))
}
