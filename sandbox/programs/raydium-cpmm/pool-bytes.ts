import { addressBytes } from '../../../src/chain/solana/pda.ts'
import { putInt } from '../byte-fields.ts'
import {
  CPMM_AT,
  CPMM_POOL_BYTES,
  CPMM_POOL_TAG,
  cpmmAuthority,
  cpmmLpMint,
  cpmmObservation,
  cpmmVault,
  LP_DECIMALS,
} from './layout.ts'

/** A pool as the program leaves it. */
export function cpmmPoolBytes(made: {
  readonly pool: string
  readonly ammConfig: string
  readonly creator: string
  readonly mint0: string
  readonly mint1: string
  readonly program0: string
  readonly program1: string
  readonly decimals0: number
  readonly decimals1: number
  readonly lpSupply: bigint
  readonly openTime: bigint
  readonly epoch: number
  readonly creatorFeeOn: number | null
}): Uint8Array {
  const { pool, mint0, mint1 } = made
  const bytes = new Uint8Array(CPMM_POOL_BYTES)
  bytes.set(CPMM_POOL_TAG)
  const keys: readonly (readonly [keyof typeof CPMM_AT, string])[] = [
    ['ammConfig', made.ammConfig],
    ['poolCreator', made.creator],
    ['vault0', cpmmVault(pool, mint0).address],
    ['vault1', cpmmVault(pool, mint1).address],
    ['lpMint', cpmmLpMint(pool).address],
    ['mint0', mint0],
    ['mint1', mint1],
    ['program0', made.program0],
    ['program1', made.program1],
    ['observation', cpmmObservation(pool).address],
  ]
  for (const [field, address] of keys) bytes.set(addressBytes(address), CPMM_AT[field])
  const small = [cpmmAuthority().bump, 0, LP_DECIMALS, made.decimals0, made.decimals1]
  bytes.set(small, CPMM_AT.authBump)
  putInt(bytes, CPMM_AT.lpSupply, 8, made.lpSupply)
  putInt(bytes, CPMM_AT.openTime, 8, made.openTime)
  putInt(bytes, CPMM_AT.recentEpoch, 8, made.epoch)
  bytes[CPMM_AT.creatorFeeOn] = made.creatorFeeOn ?? 0
  bytes[CPMM_AT.enableCreatorFee] = made.creatorFeeOn === null ? 0 : 1
  return bytes
}
