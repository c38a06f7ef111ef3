/** Ticks of debt: each is 0.15 % more debt for the same collateral. */
export const MIN_DEBT_TICK = -16_383
export const MAX_DEBT_TICK = 16_383

const MAX_U128 = 2n ** 128n - 1n
/** 1.0015 to the power of -1, -2, -4 and so on, with 64 bits behind the point, as the program rounds them. */
const FACTORS = [
  18_419_115_400_608_638_658n,
  18_391_528_108_445_969_703n,
  18_336_477_419_114_433_396n,
  18_226_869_890_870_665_593n,
  18_009_616_477_100_071_088n,
  17_582_847_377_087_825_313n,
  16_759_408_633_341_240_198n,
  15_226_414_841_393_184_936n,
  12_568_272_644_527_235_157n,
  8_563_108_841_104_354_677n,
  3_975_055_583_337_633_975n,
  856_577_552_520_149_366n,
  39_775_317_560_084_773n,
  85_764_505_686_420n,
  398_745_188n,
]

/** Raw debt for each unit of raw collateral at a tick, with 48 bits behind the point. Source: the tick maths of Jupiter
 *  Lend's vaults. */
export function debtRatioX48(tick: number): bigint {
  let factor = 1n << 64n
  for (const [bit, power] of FACTORS.entries())
    if (Math.abs(tick) & (1 << bit)) factor = bit === 0 ? power : (factor * power) >> 64n
  if (tick <= 0) return factor >> 16n
  factor = MAX_U128 / factor
  return (factor >> 16n) + ((factor & 0xffffn) === 0n ? 0n : 1n)
}
