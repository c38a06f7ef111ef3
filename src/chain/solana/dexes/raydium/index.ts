import type { Dex } from '../dex.ts'
import { RAYDIUM_PROGRAM } from './addresses.ts'
import { findAmmPools, isAmmAccount } from './pools.ts'
import { ammReplay } from './replay.ts'
import { decodeAmmInfo } from './state.ts'
import { decodeAmmLaunches, decodeAmmTrades } from './trades.ts'
import { ammTrading } from './trading.ts'

/** Raydium AMM v4, the constant-product pools that once stood beside an order book. */
export const raydium: Dex = {
  name: 'raydium',
  label: 'Raydium',
  operator: 'Raydium',
  programIds: [RAYDIUM_PROGRAM],
  slippageCodes: { [RAYDIUM_PROGRAM]: [30] },
  lpTokens: {
    [RAYDIUM_PROGRAM]: (data) => {
      const amm = decodeAmmInfo(data)
      return amm && { lpMint: amm.lpMint, lpSupply: amm.lpAmount, creator: null }
    },
  },
  isLaunchpad: false,
  saysReserves: true,
  findPools: findAmmPools,
  launchAddress: () => null,
  isPoolAccount: isAmmAccount,
  decodeTrades: decodeAmmTrades,
  decodeLaunches: decodeAmmLaunches,
  trading: ammTrading,
  replay: ammReplay,
}
