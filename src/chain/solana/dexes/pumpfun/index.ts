import type { Dex } from '../dex.ts'
import { bondingCurvePda, PUMP_PROGRAM } from './addresses.ts'
import { findCurvePools, isCurveAccount } from './pools.ts'
import { decodeCurveLaunches, decodeCurveTrades } from './trades.ts'
import { curveTrading } from './trading.ts'

/** The pump.fun bonding curve. */
export const pumpfun: Dex = {
  name: 'pumpfun',
  programIds: [PUMP_PROGRAM],
  findPools: findCurvePools,
  launchAddress: (mint) => bondingCurvePda(mint).address,
  isPoolAccount: isCurveAccount,
  decodeTrades: decodeCurveTrades,
  decodeLaunches: decodeCurveLaunches,
  trading: curveTrading,
}
