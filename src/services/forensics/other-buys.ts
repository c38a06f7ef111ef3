import type { Acts } from './transaction-acts.ts'

export type OtherBuy = { readonly mint: string; readonly slot: number; readonly signature: string }

/** The first purchase of each token other than `mint` among a wallet's transactions, newest token first. Pure. */
export function otherBuysOf(wallet: string, mint: string, acts: readonly Acts[]): readonly OtherBuy[] {
  const first = new Map<string, OtherBuy>()
  for (const { trades } of acts)
    for (const { side, trader, baseMint, slot, signature } of trades) {
      if (side !== 'buy' || trader !== wallet || baseMint === mint) continue
      const known = first.get(baseMint)
      if (known === undefined || slot < known.slot) first.set(baseMint, { mint: baseMint, slot, signature })
    }
  return [...first.values()].sort((a, b) => b.slot - a.slot || (a.mint < b.mint ? -1 : 1))
}
