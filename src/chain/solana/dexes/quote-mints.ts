import { USD1_MINT, USDC_MINT, USDT_MINT } from '../../../contract/mints.ts'
import { SOL_LIKE_MINTS } from './pumpfun/addresses.ts'

/** Mints that prices are quoted in, the highest rank first: SOL against a dollar is quoted in dollars. */
const MONEY_RANKS: ReadonlyMap<string, number> = new Map([
  ...[...SOL_LIKE_MINTS].map((mint) => [mint, 1] as const),
  [USD1_MINT, 2],
  [USDT_MINT, 3],
  [USDC_MINT, 4],
])

/** Orientation of a pool's two mints, given in the program's own order. */
export type MintOrientation = {
  readonly baseMint: string
  readonly quoteMint: string
  /** The program's first mint is the quote. */
  readonly isFlipped: boolean
}

/** Tells a pool of the token: where the program has money first and a token second, they are turned round. Two tokens,
 *  or the same money twice, stay in the program's order. */
export function orientMints(firstMint: string, secondMint: string): MintOrientation {
  const isFlipped = moneyRank(firstMint) > moneyRank(secondMint)
  return isFlipped
    ? { baseMint: secondMint, quoteMint: firstMint, isFlipped }
    : { baseMint: firstMint, quoteMint: secondMint, isFlipped }
}

/** Whether prices are quoted in this mint: SOL or one of the dollars. */
export function isMoney(mint: string): boolean {
  return MONEY_RANKS.has(mint)
}

function moneyRank(mint: string): number {
  return MONEY_RANKS.get(mint) ?? 0
}

export function isSolLike(mint: string): boolean {
  return SOL_LIKE_MINTS.has(mint)
}
