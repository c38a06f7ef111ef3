import { USDC_MINT, USDT_MINT, WSOL_MINT } from '../../contract/mints.ts'

/** What tokens are paid with and sold for (spec 4.9). */
export const QUOTE_MINTS: readonly string[] = [WSOL_MINT, USDC_MINT, USDT_MINT]

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['SOL', WSOL_MINT],
  ['WSOL', WSOL_MINT],
  ['USDC', USDC_MINT],
  ['USDT', USDT_MINT],
])

/** The mint of a quote currency, given by its name (any case) or its mint; null for everything else. */
export function quoteMintOf(text: string): string | null {
  const named = BY_NAME.get(text.toUpperCase())
  if (named !== undefined) return named
  return QUOTE_MINTS.includes(text) ? text : null
}
