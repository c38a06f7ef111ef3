/* What somebody types into the trade form, and what a quote says: pure, so that they are tested without a page. */

import { sol } from '../numbers.ts'

/** Hundredths of a percent of 0 to 100 percent, at most two digits after the point; null for any other text. */
export function toBps(text: string): number | null {
  const match = /^(?=\.?\d)(\d{0,3})(?:\.(\d{0,2}))?$/.exec(text.trim())
  if (match === null) return null
  const bps = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return bps > 10_000 ? null : bps
}

/** Lamports of an amount in SOL; null for a text that is none, or has more than nine digits after the point. */
export function toLamports(text: string): bigint | null {
  const match = /^(?=\.?\d)(\d{0,9})(?:\.(\d{0,9}))?$/.exec(text.trim())
  return match === null ? null : BigInt(match[1]!) * 1_000_000_000n + BigInt((match[2] ?? '').padEnd(9, '0'))
}

/** Lamports as the routes take an amount of SOL: `0.05`. */
export function toSolText(lamports: bigint): string {
  const fraction = (lamports % 1_000_000_000n).toString().padStart(9, '0').replace(/0+$/, '')
  return `${lamports / 1_000_000_000n}${fraction === '' ? '' : `.${fraction}`}`
}

type Typed = {
  readonly side: 'buy' | 'sell'
  readonly amount: string
  readonly percentage: string
  readonly slippage: string
}

/** What is wrong with what was typed, in words; null when nothing is. */
export function complaint({ side, amount, percentage, slippage }: Typed): string | null {
  if (side === 'buy') {
    const lamports = toLamports(amount)
    if (lamports === null || lamports === 0n)
      return 'Pay an amount of SOL over 0, such as 0.05, with at most nine digits after the point.'
  } else {
    const bps = toBps(percentage)
    if (bps === null || bps === 0) return 'Sell a percentage over 0, and at most 100.'
  }
  const slippageBps = toBps(slippage)
  if (slippageBps === null || slippageBps === 0) return 'Slippage is a percentage from 0.01 to 100.'
  return null
}

export type Quote = {
  readonly net_out_amount: number | string
  readonly min_net_out_amount: number | string
  readonly platform_fee: number | string
  readonly platform_fee_bps: number
  readonly price_impact_bps: number
  readonly route: readonly { dex_type: string; pair_address: string }[]
  readonly token: { mint: string; name: string | null; symbol: string | null; decimals: number }
}

/** What arrives, not what the pool gives: the fee of this server is taken off. `show` writes base units of the output. */
export function quoteRows(quote: Quote, show: (raw: string) => string): readonly (readonly [string, string])[] {
  const fee = String(quote.platform_fee)
  return [
    ['You get about', show(String(quote.net_out_amount))],
    ['At least', show(String(quote.min_net_out_amount))],
    ['Fee of this server', fee === '0' ? 'none' : `${sol(fee)} (${quote.platform_fee_bps / 100}%)`],
    ['Price impact', `${(quote.price_impact_bps / 100).toFixed(2)}%`],
    ['Route', quote.route.map(({ dex_type: dex }) => dex).join(' → ')],
  ]
}
