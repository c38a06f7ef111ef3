import assert from 'node:assert/strict'

/** Places of the figures in the array that `concentration` fills. */
export const CONCENTRATION = {
  holders: 0,
  gini: 1,
  hhi: 2,
  nakamoto: 3,
  top1Share: 4,
  top10Share: 5,
  top20Share: 6,
  top50Share: 7,
  top100Share: 8,
} as const
export const CONCENTRATION_LENGTH = 9

/** How unevenly a supply is held. Fills `out` (at least `CONCENTRATION_LENGTH` long):
 *  - `holders`: balances above zero; everything below counts only these.
 *  - `gini` 0-1: 0 when all hold the same, towards 1 when one holds all. `sum((2i - n - 1) x_i) / (n sum(x))` over
 *    ascending balances, i from 1.
 *  - `hhi` 0-1: sum of squared shares of what is held (1 = one holder).
 *  - `nakamoto`: fewest holders who together hold more than half of what is held.
 *  - `topNShare` 0-1: what the N largest hold of `supply`.
 *  No holders or no supply give zeros. Sorts `balances` in place, ascending. The sum runs in sorted order, so the same
 *  set of balances gives the same bits in whatever order it came. O(n log n). */
export function concentration(balances: Float64Array, supply: number, out: Float64Array): void {
  assert(out.length >= CONCENTRATION_LENGTH, 'room for every figure')
  assert(supply >= 0 && Number.isFinite(supply), 'supply must be a finite number')
  balances.sort()
  const first = firstAboveZero(balances)
  const holders = balances.length - first
  out.fill(0, 0, CONCENTRATION_LENGTH)
  out[CONCENTRATION.holders] = holders
  if (holders === 0) return

  let total = 0
  for (let i = first; i < balances.length; i++) total += balances[i]!
  assert(Number.isFinite(total), 'balances must be finite numbers')
  let weighted = 0
  let squared = 0
  for (let i = first; i < balances.length; i++) {
    const share = balances[i]! / total
    weighted += (2 * (i - first + 1) - holders - 1) * share
    squared += share * share
  }
  out[CONCENTRATION.gini] = weighted / holders
  out[CONCENTRATION.hhi] = squared

  let running = 0
  let rank = 0
  for (let i = balances.length - 1; i >= first; i--) {
    running += balances[i]!
    rank++
    if (out[CONCENTRATION.nakamoto] === 0 && running > total / 2) out[CONCENTRATION.nakamoto] = rank
    if (supply === 0) continue
    const share = running / supply
    if (rank <= 1) out[CONCENTRATION.top1Share] = share
    if (rank <= 10) out[CONCENTRATION.top10Share] = share
    if (rank <= 20) out[CONCENTRATION.top20Share] = share
    if (rank <= 50) out[CONCENTRATION.top50Share] = share
    if (rank <= 100) out[CONCENTRATION.top100Share] = share
    else if (out[CONCENTRATION.nakamoto]! > 0) break
  }
}

/** Index of the first balance above zero in an ascending array; its length when there is none. NaN sorts last and is
 *  caught by the sum. */
function firstAboveZero(ascending: Float64Array): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ascending[middle]! <= 0) low = middle + 1
    else high = middle
  }
  return low
}
