import type { Position } from '../../holdings-port.ts'

/* Liquidity between two ticks, as Whirlpools and Raydium CLMM reckon it alike: amounts rounded down as a withdrawal is,
 * and fees that grew inside the range since the position was last touched. */

const MASK_U128 = 2n ** 128n - 1n
const U64 = 2n ** 64n

/** Square roots of prices with 64 fraction bits. */
export type RootRange = { readonly lower: bigint; readonly upper: bigint; readonly current: bigint }

/** What liquidity comes to. `side`: below the range it is all of the first token, above it all of the second. */
export function amountsOfLiquidity(
  liquidity: bigint,
  { lower, upper, current }: RootRange,
  side: 'below' | 'within' | 'above',
): readonly [bigint, bigint] {
  switch (side) {
    case 'below':
      return [firstOf(liquidity, lower, upper), 0n]
    case 'within':
      return [firstOf(liquidity, current, upper), secondOf(liquidity, lower, current)]
    case 'above':
      return [0n, secondOf(liquidity, lower, upper)]
  }
}

function firstOf(liquidity: bigint, low: bigint, high: bigint): bigint {
  return high <= low || low === 0n ? 0n : ((liquidity << 64n) * (high - low)) / (high * low)
}

function secondOf(liquidity: bigint, low: bigint, high: bigint): bigint {
  return high <= low ? 0n : (liquidity * (high - low)) >> 64n
}

export function sideOf(tick: number, lower: number, upper: number): 'below' | 'within' | 'above' {
  return tick < lower ? 'below' : tick < upper ? 'within' : 'above'
}

/** What fees grew by inside a range, for one unit of liquidity with 64 fraction bits. A tick that is not initialised has
 *  counted nothing. */
export function growthInside(
  { global, lowerOutside, upperOutside }: { global: bigint; lowerOutside: bigint; upperOutside: bigint },
  tick: number,
  { lower, upper }: { readonly lower: number; readonly upper: number },
): bigint {
  const below = tick < lower ? global - lowerOutside : lowerOutside
  const above = tick < upper ? upperOutside : global - upperOutside
  return (global - below - above) & MASK_U128
}

/** Fees of a position: what was owed at its last change and what grew since. Like the programs, growth that does not fit
 *  64 bits counts as none. */
export function feesOwed(
  { liquidity, owedRaw, checkpoint }: { liquidity: bigint; owedRaw: bigint; checkpoint: bigint },
  inside: bigint,
): bigint {
  const grown = (liquidity * ((inside - checkpoint) & MASK_U128)) >> 64n
  return owedRaw + (grown < U64 ? grown : 0n)
}

/** Range in ticks, with the ratios that they stand for. */
export function tickRange(
  ticks: { readonly lower: number; readonly upper: number; readonly current: number },
  roots: RootRange,
): NonNullable<Position['range']> {
  return {
    unit: 'tick',
    ...ticks,
    isInRange: sideOf(ticks.current, ticks.lower, ticks.upper) === 'within',
    ratios: { lower: ratioOf(roots.lower), upper: ratioOf(roots.upper), current: ratioOf(roots.current) },
  }
}

/** A price from its root with 64 fraction bits. */
export function ratioOf(rootQ64: bigint): number {
  const root = Number(rootQ64) / 2 ** 64
  return root * root
}
