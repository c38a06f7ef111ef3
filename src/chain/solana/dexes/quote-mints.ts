import { USD1_MINT, USDC_MINT, USDT_MINT } from '../../../contract/mints.ts'
import { SOL_LIKE_MINTS } from './pumpfun/addresses.ts'

/** Mints that prices are told in, the more so the higher: SOL against a dollar is told in dollars. */
const MONEY_RANKS: ReadonlyMap<string, number> = new Map([
  ...[...SOL_LIKE_MINTS].map((mint) => [mint, 1] as const),
  [USD1_MINT, 2],
  [USDT_MINT, 3],
  [USDC_MINT, 4],
])

/** How a pool's two mints, in the program's own order, are told. */
export type Facing = {
  readonly baseMint: string
  readonly quoteMint: string
  /** The program's first mint is the quote. */
  readonly isFlipped: boolean
}

/** Tells a pool of the coin: where the program has money first and a coin second, they are turned round. Two coins, or
 *  the same money twice, stay in the program's order. */
export function faceCoin(firstMint: string, secondMint: string): Facing {
  const isFlipped = moneyRank(firstMint) > moneyRank(secondMint)
  return isFlipped
    ? { baseMint: secondMint, quoteMint: firstMint, isFlipped }
    : { baseMint: firstMint, quoteMint: secondMint, isFlipped }
}

/** Whether a mint is what prices are told in: SOL or one of the dollars. */
export function isMoney(mint: string): boolean {
  return MONEY_RANKS.has(mint)
}

function moneyRank(mint: string): number {
  return MONEY_RANKS.get(mint) ?? 0
}

export function isSolLike(mint: string): boolean {
  return SOL_LIKE_MINTS.has(mint)
}
