import type { Dex } from '../dex.ts'
import { RAYDIUM_PROGRAM } from './addresses.ts'
import { findAmmPools, isAmmAccount } from './pools.ts'
import { decodeAmmLaunches, decodeAmmTrades } from './trades.ts'
import { ammTrading } from './trading.ts'

/** Raydium AMM v4, the constant-product pools that once stood beside an order book. */
export const raydium: Dex = {
  name: 'raydium',
  programIds: [RAYDIUM_PROGRAM],
  findPools: findAmmPools,
  launchAddress: () => null,
  isPoolAccount: isAmmAccount,
  decodeTrades: decodeAmmTrades,
  decodeLaunches: decodeAmmLaunches,
  trading: ammTrading,
}
