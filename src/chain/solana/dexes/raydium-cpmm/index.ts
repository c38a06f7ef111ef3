import type { Dex } from '../dex.ts'
import { CPMM_PROGRAM } from './addresses.ts'
import { findCpmmPools, isCpmmPoolAccount } from './pools.ts'
import { decodeCpmmLaunches, decodeCpmmTrades } from './trades.ts'
import { cpmmTrading } from './trading.ts'

/** Raydium CPMM, constant-product pools that take Token-2022 mints; most LaunchLab coins graduate here. */
export const raydiumCpmm: Dex = {
  name: 'raydium_cpmm',
  programIds: [CPMM_PROGRAM],
  findPools: findCpmmPools,
  launchAddress: () => null,
  isPoolAccount: isCpmmPoolAccount,
  decodeTrades: decodeCpmmTrades,
  decodeLaunches: decodeCpmmLaunches,
  trading: cpmmTrading,
}
