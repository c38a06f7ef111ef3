import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { NATIVE_MINT } from '../../../src/chain/solana/program-ids.ts'
import { putInt, putKey } from '../byte-fields.ts'
import { amountAOf, amountBOf } from '../meteora-damm-v2/swap-math.ts'
import { COLLECT, CURVE_POINT_BYTES, DBC_CONFIG_AT, DBC_CONFIG_BYTES, DBC_CONFIG_TAG, FEE_MODE } from './layout.ts'

/** Launch platforms of the sandbox, each a configuration: a token of a billion, a part of which is sold along a curve of
 *  three stretches until about 85 SOL are raised, and what is left goes to a DAMM v2 pool with them. */
export type DbcPlatform = {
  readonly config: string
  /** Tokens are Token-2022 ones. */
  readonly token2022: boolean
  readonly bytes: Uint8Array
}

const SUPPLY_RAW = 1_000_000_000_000_000n
const DECIMALS = 6
/** Roots of prices in lamports for a base unit, with 64 fraction bits: 0.000027, 0.0001, 0.00027 and 0.0004. */
const START = 95_850_000_000_000_000n
const ENDS = [184_467_000_000_000_000n, 303_100_000_000_000_000n, 368_930_000_000_000_000n] as const
/** Base in each stretch. */
const SOLD_RAW = [430_000_000_000_000n, 220_000_000_000_000n, 70_000_000_000_000n] as const
const IMMUTABLE = 1
const TO_DAMM_V2 = 1
const CUSTOM_FEE = 6
const BY_TIME = 1

/** Fees that fall from 6 % to 1 % within ten minutes and hang on the price's movements too, taken in what goes out, half
 *  of them the creator's. */
const FALLING = { collect: COLLECT.output, creatorPercent: 50, mode: FEE_MODE.exponential, isDynamic: true }
/** 1 % for a purchase of up to half a SOL and a percent more for each further half in the first minutes, taken in the
 *  quote. */
const STEPPED = { collect: COLLECT.quote, creatorPercent: 0, mode: FEE_MODE.limiter, isDynamic: false }

export const DBC_PLATFORMS: readonly [spl: DbcPlatform, token2022: DbcPlatform] = [
  platform('falling fees', false, FALLING),
  platform('stepped fees', true, STEPPED),
]

function platform(name: string, token2022: boolean, fees: typeof FALLING | typeof STEPPED): DbcPlatform {
  const bytes = new Uint8Array(DBC_CONFIG_BYTES)
  bytes.set(DBC_CONFIG_TAG)
  const owner = keypairFromText(`sandbox dbc platform ${name} owner`).address
  for (const at of [DBC_CONFIG_AT.feeClaimer, DBC_CONFIG_AT.leftoverReceiver]) putKey(bytes, at, owner)
  putKey(bytes, DBC_CONFIG_AT.quoteMint, NATIVE_MINT)
  putFees(bytes, fees)
  putCurve(bytes)
  const flags: readonly (readonly [keyof typeof DBC_CONFIG_AT, number])[] = [
    ['migrationOption', TO_DAMM_V2],
    ['activationType', BY_TIME],
    ['decimals', DECIMALS],
    ['tokenType', token2022 ? 1 : 0],
    ['creatorLockedPercent', 100],
    ['migrationFeeOption', CUSTOM_FEE],
    ['isFixedSupply', 1],
    ['updateAuthority', IMMUTABLE],
  ]
  for (const [field, value] of flags) bytes[DBC_CONFIG_AT[field]] = value
  putInt(bytes, DBC_CONFIG_AT.migratedFeeBps, 2, 100)
  return { config: keypairFromText(`sandbox dbc platform ${name}`).address, token2022, bytes }
}

function putFees(
  bytes: Uint8Array,
  { collect, creatorPercent, mode, isDynamic }: typeof FALLING | typeof STEPPED,
): void {
  const isLimiter = mode === FEE_MODE.limiter
  bytes[DBC_CONFIG_AT.feeMode] = mode
  bytes[DBC_CONFIG_AT.collectFeeMode] = collect
  bytes[DBC_CONFIG_AT.creatorFeePercent] = creatorPercent
  putInt(bytes, DBC_CONFIG_AT.cliffFee, 8, isLimiter ? 10_000_000 : 60_000_000)
  // Percent and minutes; or periods of five seconds, 120 of them, that keep 98.52 % of the fee each.
  putInt(bytes, DBC_CONFIG_AT.firstFactor, 2, isLimiter ? 100 : 120)
  putInt(bytes, DBC_CONFIG_AT.secondFactor, 8, isLimiter ? 300 : 5)
  putInt(bytes, DBC_CONFIG_AT.thirdFactor, 8, isLimiter ? 500_000_000 : 148)
  if (!isDynamic) return
  bytes[DBC_CONFIG_AT.hasDynamicFee] = 1
  putInt(bytes, DBC_CONFIG_AT.maxVolatility, 4, 14_460_000)
  putInt(bytes, DBC_CONFIG_AT.volatilityControl, 4, 956)
  putInt(bytes, DBC_CONFIG_AT.binStep, 2, 1)
  putInt(bytes, DBC_CONFIG_AT.filterPeriod, 2, 10)
  putInt(bytes, DBC_CONFIG_AT.decayPeriod, 2, 120)
  putInt(bytes, DBC_CONFIG_AT.reductionFactor, 2, 5_000)
  putInt(bytes, DBC_CONFIG_AT.binStepQ64, 16, 1_844_674_407_370_955n)
}

/** The liquidity that each stretch's base comes to, what all of them raise, and as much of the base beside it as that is
 *  worth at the end. */
function putCurve(bytes: Uint8Array): void {
  let [from, raisedRaw, soldRaw] = [START, 0n, 0n]
  for (const [i, to] of ENDS.entries()) {
    const liquidity = (SOLD_RAW[i]! * from * to) / (to - from)
    putInt(bytes, DBC_CONFIG_AT.curve + i * CURVE_POINT_BYTES, 16, to)
    putInt(bytes, DBC_CONFIG_AT.curve + i * CURVE_POINT_BYTES + 16, 16, liquidity)
    raisedRaw += amountBOf(liquidity, from, to, 'up')
    soldRaw += amountAOf(liquidity, from, to, 'up')
    from = to
  }
  const keptRaw = (raisedRaw << 128n) / (from * from) + 1n
  putInt(bytes, DBC_CONFIG_AT.startSqrtPrice, 16, START)
  putInt(bytes, DBC_CONFIG_AT.migrationSqrtPrice, 16, from)
  putInt(bytes, DBC_CONFIG_AT.swapBase, 8, soldRaw)
  putInt(bytes, DBC_CONFIG_AT.quoteThreshold, 8, raisedRaw)
  putInt(bytes, DBC_CONFIG_AT.baseThreshold, 8, keptRaw)
  putInt(bytes, DBC_CONFIG_AT.supplyBefore, 8, SUPPLY_RAW)
  putInt(bytes, DBC_CONFIG_AT.supplyAfter, 8, soldRaw + keptRaw)
}
