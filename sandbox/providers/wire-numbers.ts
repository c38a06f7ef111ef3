/** A price as decimal text without exponent, with `digits` significant digits; how DexScreener sends prices. */
export function decimalText(value: number, digits = 8): string {
  if (!Number.isFinite(value) || value <= 0) return '0'
  const magnitude = Math.floor(Math.log10(value))
  const places = Math.min(30, Math.max(0, digits - 1 - magnitude))
  const text = value.toFixed(places)
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text
}

/** Rounds to `places` decimals; figures in USD and percent go out this way. */
export function rounded(value: number, places = 2): number {
  const scale = 10 ** places
  return Math.round(value * scale) / scale
}

/** Base units as whole tokens, every digit kept. */
export function decimalAmount(amountRaw: bigint, decimals: number): string {
  const digits = amountRaw.toString().padStart(decimals + 1, '0')
  const part = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - decimals)
  return part === '' ? whole : `${whole}.${part}`
}
