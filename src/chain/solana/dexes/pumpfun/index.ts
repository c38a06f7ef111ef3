import type { Dex } from '../dex.ts'
import { bondingCurvePda, PUMP_PROGRAM } from './addresses.ts'
import { findCurvePools, isCurveAccount } from './pools.ts'
import { pumpfunReplay } from './replay.ts'
import { decodeCurveLaunches, decodeCurveTrades } from './trades.ts'
import { curveTrading } from './trading.ts'

/** The pump.fun bonding curve. */
export const pumpfun: Dex = {
  name: 'pumpfun',
  label: 'Pump.fun',
  operator: 'Pump.fun',
  parsedSource: 'PUMP_FUN',
  programIds: [PUMP_PROGRAM],
  slippageCodes: { [PUMP_PROGRAM]: [6002, 6003, 6042] },
  isLaunchpad: true,
  findPools: findCurvePools,
  launchAddress: (mint) => bondingCurvePda(mint).address,
  isPoolAccount: isCurveAccount,
  decodeTrades: decodeCurveTrades,
  decodeLaunches: decodeCurveLaunches,
  trading: curveTrading,
  replay: pumpfunReplay,
}
