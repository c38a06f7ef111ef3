/* Prices of ticks as the Whirlpool program computes them: products of the powers of 1.0001^(1/2) whose exponents are
 * the binary digits of the tick, in Q32.96 upwards and Q64.64 downwards. The constants are the program's; they differ
 * from exact powers in their last digits. `src/chain/solana/dexes/orca/tick-math.ts` has them too, so that the two
 * agree proves neither: both are held to the prices that Orca's SDK computes
 * (`test/fixtures/dexes/orca-ticks.json`). */

export const MIN_SQRT_PRICE = 4_295_048_016n
export const MAX_SQRT_PRICE = 79_226_673_515_401_279_992_447_579_055n

/** 1.0001^(2^i / 2) in Q32.96. */
const UP = [
  79232123823359799118286999567n,
  79236085330515764027303304731n,
  79244008939048815603706035061n,
  79259858533276714757314932305n,
  79291567232598584799939703904n,
  79355022692464371645785046466n,
  79482085999252804386437311141n,
  79736823300114093921829183326n,
  80248749790819932309965073892n,
  81282483887344747381513967011n,
  83390072131320151908154831281n,
  87770609709833776024991924138n,
  97234110755111693312479820773n,
  119332217159966728226237229890n,
  179736315981702064433883588727n,
  407748233172238350107850275304n,
  2098478828474011932436660412517n,
  55581415166113811149459800483533n,
  38992368544603139932233054999993551n,
] as const
/** 1.0001^(-2^i / 2) in Q64.64. */
const DOWN = [
  18445821805675392311n,
  18444899583751176498n,
  18443055278223354162n,
  18439367220385604838n,
  18431993317065449817n,
  18417254355718160513n,
  18387811781193591352n,
  18329067761203520168n,
  18212142134806087854n,
  17980523815641551639n,
  17526086738831147013n,
  16651378430235024244n,
  15030750278693429944n,
  12247334978882834399n,
  8131365268884726200n,
  3584323654723342297n,
  696457651847595233n,
  26294789957452057n,
  37481735321082n,
] as const

/** Root of the price at a tick, Q64.64. */
export function sqrtPriceOfTick(tick: number): bigint {
  const isUp = tick >= 0
  const [table, bits] = isUp ? [UP, 96n] : [DOWN, 64n]
  let ratio = 1n << bits
  for (const [i, factor] of table.entries()) if (((Math.abs(tick) >> i) & 1) === 1) ratio = (ratio * factor) >> bits
  return isUp ? ratio >> 32n : ratio
}

/** The highest tick whose price is not above; the price must be one of a pool. */
export function tickOfSqrtPrice(sqrtPrice: bigint): number {
  let low = -443_636
  let high = 443_636
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (sqrtPriceOfTick(middle) <= sqrtPrice) low = middle
    else high = middle - 1
  }
  return low
}
