import type { Dex } from '../dex.ts'
import { CPMM_PROGRAM } from './addresses.ts'
import { findCpmmPools, isCpmmPoolAccount } from './pools.ts'
import { cpmmReplay } from './replay.ts'
import { decodeCpmmPool } from './state.ts'
import { decodeCpmmLaunches, decodeCpmmTrades } from './trades.ts'
import { cpmmTrading } from './trading.ts'

/** Raydium CPMM, constant-product pools that take Token-2022 mints; most LaunchLab coins graduate here. */
export const raydiumCpmm: Dex = {
  name: 'raydium_cpmm',
  label: 'Raydium CPMM',
  operator: 'Raydium',
  programIds: [CPMM_PROGRAM],
  slippageCodes: { [CPMM_PROGRAM]: [6005] },
  lpTokens: {
    [CPMM_PROGRAM]: (data) => {
      const pool = decodeCpmmPool(data)
      return pool && { lpMint: pool.lpMint, lpSupply: pool.lpSupply, creator: pool.poolCreator }
    },
  },
  isLaunchpad: false,
  saysReserves: true,
  findPools: findCpmmPools,
  launchAddress: () => null,
  isPoolAccount: isCpmmPoolAccount,
  decodeTrades: decodeCpmmTrades,
  decodeLaunches: decodeCpmmLaunches,
  trading: cpmmTrading,
  replay: cpmmReplay,
}
