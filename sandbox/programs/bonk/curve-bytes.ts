import { addressBytes } from '../../../src/chain/solana/pda.ts'
import { SLOTS_PER_EPOCH } from '../../chain/epochs.ts'
import { putInt } from '../byte-fields.ts'
import { CURVE_AT, CURVE_BYTES, CURVE_TAG, launchAuthority, launchPool, launchVault } from './layout.ts'

const BASE_IS_TOKEN_2022 = 1

/** A new curve's account as the program leaves it. */
export function curveBytes(curve: {
  readonly slot: number
  readonly decimals: number
  readonly quoteDecimals: number
  readonly migrateType: number
  readonly supply: bigint
  readonly totalBaseSell: bigint
  readonly totalQuoteFundRaising: bigint
  readonly virtualBase: bigint
  readonly virtualQuote: bigint
  readonly migrateFee: bigint
  readonly locked: bigint
  readonly cliff: bigint
  readonly unlock: bigint
  readonly globalConfig: string
  readonly platformConfig: string
  readonly baseMint: string
  readonly quoteMint: string
  readonly creator: string
  readonly isToken2022: boolean
  readonly ammFeeOn: number
}): Uint8Array {
  const bytes = new Uint8Array(CURVE_BYTES)
  bytes.set(CURVE_TAG)
  const words: readonly (readonly [keyof typeof CURVE_AT, bigint])[] = [
    ['epoch', BigInt(Math.floor(curve.slot / SLOTS_PER_EPOCH))],
    ['supply', curve.supply],
    ['totalBaseSell', curve.totalBaseSell],
    ['virtualBase', curve.virtualBase],
    ['virtualQuote', curve.virtualQuote],
    ['totalQuoteFundRaising', curve.totalQuoteFundRaising],
    ['migrateFee', curve.migrateFee],
    ['vestingTotalLocked', curve.locked],
    ['vestingCliff', curve.cliff],
    ['vestingUnlock', curve.unlock],
  ]
  for (const [field, value] of words) putInt(bytes, CURVE_AT[field], 8, value)
  const pool = launchPool(curve.baseMint, curve.quoteMint).address
  const keys: readonly (readonly [keyof typeof CURVE_AT, string])[] = [
    ['globalConfig', curve.globalConfig],
    ['platformConfig', curve.platformConfig],
    ['baseMint', curve.baseMint],
    ['quoteMint', curve.quoteMint],
    ['baseVault', launchVault(pool, curve.baseMint).address],
    ['quoteVault', launchVault(pool, curve.quoteMint).address],
    ['creator', curve.creator],
  ]
  for (const [field, address] of keys) bytes.set(addressBytes(address), CURVE_AT[field])
  bytes[CURVE_AT.authBump] = launchAuthority().bump
  bytes[CURVE_AT.baseDecimals] = curve.decimals
  bytes[CURVE_AT.quoteDecimals] = curve.quoteDecimals
  bytes[CURVE_AT.migrateType] = curve.migrateType
  bytes[CURVE_AT.tokenProgramFlag] = curve.isToken2022 ? BASE_IS_TOKEN_2022 : 0
  bytes[CURVE_AT.cpmmCreatorFeeOn] = curve.ammFeeOn
  return bytes
}
