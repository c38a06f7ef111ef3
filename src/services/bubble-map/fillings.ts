import type { Money, MoneyUnit } from './batches.ts'
import { compareText } from './compare-text.ts'
import type { MoneyMove } from './money-moves.ts'
import { FUNDING } from './weights.ts'

/** When a wallet used its money. */
export type Use = { readonly slot: number; readonly timeSec: number | null }

/** Longest chain of funding wallets that is followed; each link is a wallet of its own. */
const MOST_WAVES = 32

/** What each wallet used: the largest payment of `unit` that came to it within two days before its use, then the same
 *  of who paid it, whose use is that payment, within three days, and so on back. Nothing is followed behind who
 *  `isService`. */
export function fillingsOf(
  moves: readonly MoneyMove[],
  unit: MoneyUnit,
  uses: ReadonlyMap<string, Use>,
  isService: (address: string) => boolean,
): ReadonlyMap<string, Money> {
  const inflows = new Map<string, MoneyMove[]>()
  for (const move of moves) {
    if (move.unit !== unit) continue
    const own = inflows.get(move.to)
    if (own === undefined) inflows.set(move.to, [move])
    else own.push(move)
  }
  const filled = new Map<string, Money>()
  let wave = uses
  for (let round = 0; wave.size > 0 && round < MOST_WAVES; round++) {
    const withinSecs = round === 0 ? FUNDING.forThisTokenSecs : FUNDING.hopSecs
    const next = new Map<string, Use>()
    for (const [wallet, use] of [...wave].sort(([a], [b]) => compareText(a, b))) {
      const money = filled.has(wallet) ? null : largestBefore(inflows.get(wallet) ?? [], use, withinSecs)
      if (money === null) continue
      filled.set(wallet, money)
      const { from, slot } = money
      if (!isService(from) && slot < (next.get(from)?.slot ?? Number.POSITIVE_INFINITY)) next.set(from, money)
    }
    wave = next
  }
  return filled
}

function largestBefore(inflows: readonly MoneyMove[], use: Use, withinSecs: number): Money | null {
  let largest: Money | null = null
  for (const { to: _to, ...money } of inflows) {
    if (money.slot >= use.slot || money.timeSec === null || use.timeSec === null) continue
    if (use.timeSec - money.timeSec > withinSecs) continue
    if (largest === null || money.amountRaw > largest.amountRaw) largest = money
  }
  return largest
}
