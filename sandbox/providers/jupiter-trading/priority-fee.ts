import { ceilDiv } from '../../programs/wide-math.ts'
import type { Json } from '../../rpc/json.ts'
import { isObject } from '../../rpc/json.ts'
import { asUint, member } from './read-values.ts'
import { badBody, refusedWith, swapFault } from './swap-replies.ts'

/** What this network's senders pay, in micro-lamports per unit. */
const LEVELS = { medium: 20_000n, high: 40_000n, veryHigh: 100_000n } as const
const MICRO = 1_000_000n
const MAX_PERCENTILE = 10_000n
/** Percentiles are read off a line through the three levels' middle. */
const MIDDLE_PERCENTILE = 5_000n

/** Lamports that a price makes of a limit. */
export function priorityLamports(unitLimit: number, unitPriceMicroLamports: bigint): bigint {
  return ceilDiv(BigInt(unitLimit) * unitPriceMicroLamports, MICRO)
}

/** The price of a v1 build; a fee in lamports is spread over the limit. */
export function priceOfV1(body: Json, unitLimit: number): bigint {
  const price = member(body, 'computeUnitPriceMicroLamports')
  const fee = member(body, 'prioritizationFeeLamports')
  if (price !== undefined && fee !== undefined) throw swapFault('INVALID_COMPUTE_UNIT_PRICE_AND_PRIORITIZATION_FEE')
  if (price !== undefined) {
    if (price === 'auto') return LEVELS.high
    const exact = asUint(price)
    if (exact === null) throw badBody('computeUnitPriceMicroLamports: invalid value')
    return exact
  }
  if (fee === undefined || fee === 'auto') return LEVELS.high
  if (isObject(fee)) return priceOfLevel(fee, unitLimit)
  const lamports = asUint(fee)
  if (lamports === null) throw badBody('prioritizationFeeLamports: invalid value')
  return (lamports * MICRO) / BigInt(unitLimit)
}

function priceOfLevel(fee: Json, unitLimit: number): bigint {
  const asked = member(fee, 'priorityLevelWithMaxLamports')
  if (asked === undefined) return 0n
  const level = member(asked, 'priorityLevel')
  const most = asUint(member(asked, 'maxLamports'))
  if (typeof level !== 'string' || !Object.hasOwn(LEVELS, level) || most === null)
    throw badBody('prioritizationFeeLamports: invalid level')
  const price = LEVELS[level as keyof typeof LEVELS]
  const cap = (most * MICRO) / BigInt(unitLimit)
  return price < cap ? price : cap
}

/** The price of a v2 build, from a percentile or its name. */
export function priceOfV2(body: Json): bigint {
  const asked = member(body, 'computeUnitPricePercentile') ?? 'high'
  if (typeof asked === 'string' && Object.hasOwn(LEVELS, asked)) return LEVELS[asked as keyof typeof LEVELS]
  const percentile = asUint(asked, MAX_PERCENTILE)
  if (percentile === null) throw refusedWith('Invalid computeUnitPricePercentile')
  return (LEVELS.high * percentile) / MIDDLE_PERCENTILE
}
