import type { ProbeRow } from '../../chain/evm/security/probe-call.ts'
import type { ShownRows } from './shown-rows.ts'

/* What a trade takes from who makes it, in hundredths of a percent, and whether a sale returns next to nothing. */

/** From here on a tax is a warning, and a danger. */
export const HIGH_TAX_BPS = 1_000
export const EXTREME_TAX_BPS = 5_000
/** Who loses so much of a sale holds a token that cannot be sold, whichever way it is lost. */
const LOST_BPS = 9_000
/** Amounts below are rounded by more than what is measured here. */
const MIN_DUE_RAW = 100n

/** To the nearest hundredth of a percent. */
function taxOf(sent: bigint, arrived: bigint): number | null {
  if (sent <= 0n) return null
  return arrived >= sent ? 0 : Number(((sent - arrived) * 20_000n + sent) / (2n * sent))
}

export function buyTaxOf(shown: ShownRows): number | null {
  const row = shown.of('buy')
  return row?.stage === 'done' ? taxOf(row.expected, row.arrived) : null
}

/** What left the seller counts, where that is more than was sent. */
export function saleTaxOf(row: ProbeRow | null | undefined): number | null {
  if (row == null || row.stage !== 'done') return null
  return taxOf(row.left > row.sent ? row.left : row.sent, row.arrived)
}

export function transferTaxOf(shown: ShownRows): number | null {
  const row = shown.of('transfer')
  return row?.stage === 'done' ? taxOf(row.sent, row.arrived) : null
}

/** Quote that the sale of all that was bought should return, taxes aside: what the pool names, else what the purchase
 *  paid for what reached the buyer. Two fees of the pool lie between. Null where it is too little to be measured. */
function dueOf(shown: ShownRows): bigint | null {
  const sale = shown.of('sellAll')
  const buy = shown.of('buy')
  if (sale === undefined || buy === undefined) return null
  if (sale.expected > 0n) return sale.expected < MIN_DUE_RAW ? null : sale.expected
  if (buy.expected <= 0n) return null
  const had = buy.arrived < buy.expected ? buy.arrived : buy.expected
  const due = (buy.sent * had) / buy.expected
  return due < MIN_DUE_RAW ? null : due
}

/** Whether the pool pays less than half of what it owes for what arrived. */
export function paysLess(shown: ShownRows): boolean {
  const sale = shown.of('sellAll')
  const due = dueOf(shown)
  if (sale?.stage !== 'done' || due === null) return false
  return sale.got * 20_000n < due * BigInt(10_000 - (saleTaxOf(sale) ?? 0))
}

/** Of a sale so little reached the pool that it gave nothing for it. */
export function isTooLittleToSwap(row: ProbeRow | undefined): boolean {
  return row?.stage === 'nothingHeld' && row.arrived > 0n && row.expected > 0n
}

/** Whether the sale of all that was bought returns less than a tenth of what is due: by a tax, or because the pool pays
 *  that little. */
export function isNextToNothing(shown: ShownRows): boolean {
  const sale = shown.of('sellAll')
  if (isTooLittleToSwap(sale)) return true
  if (sale?.stage !== 'done') return false
  if ((saleTaxOf(sale) ?? 0) >= LOST_BPS) return true
  const due = dueOf(shown)
  return due !== null && sale.got * 10_000n < due * BigInt(10_000 - LOST_BPS)
}
