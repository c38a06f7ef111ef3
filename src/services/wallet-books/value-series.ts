import { SECOND_MS } from '../../config/durations.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { PricePoint } from '../../upstreams/market-capabilities.ts'
import type { Wanted } from './history-prices.ts'
import type { Balances, WalletRow } from './wallet-row.ts'

export type BalancesAt = { readonly tMs: number; readonly balances: Balances }

/** What a wallet held of some tokens at moments, descending: the present balances without what the transactions since then
 *  brought. `rows` newest first. O(changes + moments * mints). */
export function balancesAt(
  { now, mints }: { readonly now: Balances; readonly mints: readonly string[] },
  rows: readonly WalletRow[],
  momentsMs: readonly number[],
): BalancesAt[] {
  const held = new Map(mints.map((mint) => [mint, now.get(mint) ?? 0n]))
  const found: BalancesAt[] = []
  let at = 0
  for (const tMs of momentsMs) {
    // One without a time belongs to the next older one.
    for (; at < rows.length && timeMsOf(rows, at) > tMs; at++)
      for (const { mint, amountRaw } of rows[at]!.changes) {
        const balance = held.get(mint)
        if (balance !== undefined) held.set(mint, balance - amountRaw)
      }
    found.push({ tMs, balances: new Map(held) })
  }
  return found
}

function timeMsOf(rows: readonly WalletRow[], at: number): number {
  for (let older = at; older < rows.length; older++) {
    const { timeSec } = rows[older]!
    if (timeSec !== null) return timeSec * SECOND_MS
  }
  return Number.POSITIVE_INFINITY
}

/** The last price at or before a moment of ascending points; before the first one that, which is an estimate. Null
 *  without points. */
export function priceAt(
  points: readonly PricePoint[],
  tMs: number,
): { readonly usd: number; readonly isOfThen: boolean } | null {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (points[middle]!.tMs <= tMs) low = middle + 1
    else high = middle
  }
  const point = points[low - 1] ?? points[0]
  return point === undefined ? null : { usd: point.priceUsd, isOfThen: low > 0 }
}

/** What was held at each moment at the prices of that moment, ascending, and what of it is an estimate or left out. */
export function valueAll(
  held: readonly BalancesAt[],
  { mints, left, decimals }: Pick<Wanted, 'mints' | 'left' | 'decimals'>,
  prices: ReadonlyMap<string, readonly PricePoint[]>,
) {
  const [unpriced, early, negative] = [new Set<string>(), new Map<string, number>(), new Set<string>()]
  const series = held.toReversed().map(({ tMs, balances }) => {
    let usd = 0
    for (const mint of mints) {
      const amountRaw = balances.get(mint) ?? 0n
      if (amountRaw < 0n) negative.add(mint)
      if (amountRaw <= 0n) continue
      const points = prices.get(mint) ?? []
      const price = priceAt(points, tMs)
      if (price === null) unpriced.add(mint)
      else if (!price.isOfThen) early.set(mint, points[0]!.tMs)
      usd += price === null ? 0 : rawToNumber(amountRaw, decimals.get(mint) ?? 0) * price.usd
    }
    return { t: tMs, v: usd }
  })
  return {
    series,
    sentences: {
      estimates: [...early].map(
        ([mint, tMs]) => `${mint} before ${new Date(tMs).toISOString()}: the first price that is known stands in`,
      ),
      missing: [
        ...left,
        unpriced.size > 0 ? `tokens without a known price: ${[...unpriced].join(', ')}` : null,
        negative.size > 0 ? `transactions that the node does not list, of: ${[...negative].join(', ')}` : null,
      ],
    },
  }
}
