import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import { USDC_MINT, USDT_MINT } from '../../contract/mints.ts'

/** What coins are paid with and sold for (spec 4.9). */
export const QUOTE_MINTS: readonly string[] = [NATIVE_MINT, USDC_MINT, USDT_MINT]

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['SOL', NATIVE_MINT],
  ['WSOL', NATIVE_MINT],
  ['USDC', USDC_MINT],
  ['USDT', USDT_MINT],
])

/** The mint of a quote currency, given by its name (any case) or its mint; null for everything else. */
export function quoteMintOf(text: string): string | null {
  const named = BY_NAME.get(text.toUpperCase())
  if (named !== undefined) return named
  return QUOTE_MINTS.includes(text) ? text : null
}
