import { readU32, readU64 } from '../../../../hot-paths/account-layouts.ts'
import { readU128 } from './state.ts'

/** How a pool's base fee comes about. Rates are billionths of the amount the fee is taken from. */
export type BaseFee =
  /** Falls with time since the activation, in points of the pool's own clock. */
  | (Falling & { readonly mode: 'time'; readonly periodLength: bigint })
  /** Falls as the price rises over what it was at first. */
  | (Falling & {
      readonly mode: 'market-cap'
      readonly initSqrtPriceQ64: bigint
      readonly sqrtPriceStepBps: bigint
      readonly lifePoints: bigint
    })
  /** Grows with the amount of a purchase for some time after the activation. */
  | {
      readonly mode: 'rate-limiter'
      readonly cliffRate: bigint
      readonly incrementRate: bigint
      readonly maxRate: bigint
      readonly lifePoints: bigint
      readonly referenceRaw: bigint
    }
type Falling = {
  readonly cliffRate: bigint
  readonly periods: bigint
  /** Billionths each period, or basis points of what is left where it falls exponentially. */
  readonly reduction: bigint
  readonly isExponential: boolean
}

export type PoolFees = {
  readonly base: BaseFee
  /** What recent movements of the price add; it changes with trades alone. 0 where there is no such part. */
  readonly dynamicRate: bigint
  readonly maxRate: bigint
  readonly protocolPercent: bigint
}

export const RATE_UNIT = 1_000_000_000n
const RATE_PER_BPS = RATE_UNIT / 10_000n
const BASE_FEE_OFFSET = 8
const PROTOCOL_PERCENT_OFFSET = 48
const DYNAMIC_FEE_OFFSET = 56
const INIT_SQRT_PRICE_OFFSET = 152
const FEE_VERSION_OFFSET = 486
/** By the pool's fee version. */
const MAX_RATES = [500_000_000n, 990_000_000n]
const DYNAMIC_SCALE = 100_000_000_000n

/** Fees of a pool account. Null for values that the program itself refuses. Layouts: cp-amm's source, `state/fee.rs`
 *  and `base_fee/*`; which of three lies there, the byte of the mode says. */
export function readPoolFees(data: Uint8Array): PoolFees | null {
  const base = readBaseFee(data)
  const maxRate = MAX_RATES[data[FEE_VERSION_OFFSET]!]
  const protocolPercent = BigInt(data[PROTOCOL_PERCENT_OFFSET]!)
  if (base === null || maxRate === undefined || protocolPercent > 100n) return null
  return { base, dynamicRate: readDynamicRate(data), maxRate, protocolPercent }
}

function readBaseFee(data: Uint8Array): BaseFee | null {
  const at = BASE_FEE_OFFSET
  const cliffRate = readU64(data, at)
  const mode = data[at + 8]!
  const small = BigInt(data[at + 14]! | (data[at + 15]! << 8))
  if (mode === 2) {
    const incrementRate = small * RATE_PER_BPS
    const [lifePoints, maxBps] = [BigInt(readU32(data, at + 16)), BigInt(readU32(data, at + 20))]
    const [maxRate, referenceRaw] = [maxBps * RATE_PER_BPS, readU64(data, at + 24)]
    return { mode: 'rate-limiter', cliffRate, incrementRate, maxRate, lifePoints, referenceRaw }
  }
  const falling = {
    cliffRate,
    periods: small,
    reduction: readU64(data, at + 24),
    isExponential: mode === 1 || mode === 4,
  }
  if (mode === 0 || mode === 1) return { mode: 'time', ...falling, periodLength: readU64(data, at + 16) }
  if (mode !== 3 && mode !== 4) return null
  return {
    mode: 'market-cap',
    ...falling,
    initSqrtPriceQ64: readU128(data, INIT_SQRT_PRICE_OFFSET),
    sqrtPriceStepBps: BigInt(readU32(data, at + 16)),
    lifePoints: BigInt(readU32(data, at + 20)),
  }
}

/** Whether a pool's fee has a part for movements of the price, whatever it comes to now. */
export function hasDynamicFee(data: Uint8Array): boolean {
  return data[DYNAMIC_FEE_OFFSET] !== 0
}

/** A trade pays for the movements before it: the stored accumulator counts, whatever the time. */
function readDynamicRate(data: Uint8Array): bigint {
  const at = DYNAMIC_FEE_OFFSET
  if (data[at] === 0) return 0n
  const control = BigInt(readU32(data, at + 12))
  const binStep = BigInt(data[at + 16]! | (data[at + 17]! << 8))
  const moved = readU128(data, at + 64) * binStep
  return (control * moved * moved + DYNAMIC_SCALE - 1n) / DYNAMIC_SCALE
}
