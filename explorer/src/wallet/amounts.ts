/* Amounts of a manifest: pure, so that they are tested without a page. */

import { plain, shorten } from '../numbers.ts'

export type TokenNames = Readonly<Record<string, { readonly symbol: string; readonly decimals: number }>>

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

/** A change of a token. The lamports of an owner have those of its accounts of wrapped SOL in them, which are not moved
 *  twice. */
export function amountWords(mint: string, raw: string, names: TokenNames): string {
  if (mint === WRAPPED_SOL) return `${units(raw, 9)} of it as wrapped SOL`
  const known = names[mint]
  return known === undefined
    ? `${raw} ${raw === '1' || raw === '-1' ? 'base unit' : 'base units'} of ${shorten(mint)}`
    : `${units(raw, known.decimals)} ${plain(known.symbol, 12)}`
}

/** Base units as whole ones, exact. */
export function units(raw: string | bigint, decimals: number): string {
  const exact = BigInt(raw)
  const sign = exact < 0n ? '-' : ''
  const size = exact < 0n ? -exact : exact
  const one = 10n ** BigInt(decimals)
  const fraction = (size % one).toString().padStart(decimals, '0').replace(/0+$/, '')
  return `${sign}${(size / one).toLocaleString('en-US')}${decimals === 0 || fraction === '' ? '' : `.${fraction}`}`
}
