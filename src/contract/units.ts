export const LAMPORTS_PER_SOL = 1_000_000_000n
export const SOL_DECIMALS = 9
/** Glitch clamp of spec 2.1: search, trending and pairs-batch. */
export const MAX_PRICE_USD = 1e7
export const MAX_FIGURE_USD = 1e12

/** Base units to a display number. Loses precision past 2^53: never feed the result back into money. */
export function rawToNumber(amountRaw: bigint, decimals: number): number {
  if (decimals === 0) return Number(amountRaw)
  if (amountRaw <= 9_007_199_254_740_991n && amountRaw >= -9_007_199_254_740_991n)
    return Number(amountRaw) / 10 ** decimals
  return Number(rawToDecimalString(amountRaw, decimals))
}

/** Exact decimal text of a base-unit amount, without trailing zeros. */
export function rawToDecimalString(amountRaw: bigint, decimals: number): string {
  const negative = amountRaw < 0n
  const digits = (negative ? -amountRaw : amountRaw).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

export function lamportsToSol(lamports: bigint): number {
  return rawToNumber(lamports, SOL_DECIMALS)
}

export function clampPriceUsd(priceUsd: number | null): number | null {
  return priceUsd === null || !Number.isFinite(priceUsd) ? null : Math.min(priceUsd, MAX_PRICE_USD)
}

export function clampFigureUsd(figureUsd: number | null): number | null {
  return figureUsd === null || !Number.isFinite(figureUsd) ? null : Math.min(figureUsd, MAX_FIGURE_USD)
}
