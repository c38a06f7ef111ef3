import type { Dex } from '../dex.ts'
import { WHIRLPOOL_IMMUTABLE_PROGRAM, WHIRLPOOL_PROGRAM, WHIRLPOOL_PROGRAMS } from './addresses.ts'
import { findWhirlpools, isWhirlpoolAccount } from './pools.ts'
import { whirlpoolReplay } from './replay.ts'
import { decodeWhirlpoolLaunches, decodeWhirlpoolTrades } from './trades.ts'
import { whirlpoolTrading } from './trading.ts'

/** Orca Whirlpools, pools of concentrated liquidity. */
export const orca: Dex = {
  name: 'orca',
  label: 'Orca',
  operator: 'Orca',
  programIds: WHIRLPOOL_PROGRAMS,
  slippageCodes: { [WHIRLPOOL_PROGRAM]: [6036, 6037], [WHIRLPOOL_IMMUTABLE_PROGRAM]: [6036, 6037] },
  isLaunchpad: false,
  findPools: findWhirlpools,
  launchAddress: () => null,
  isPoolAccount: isWhirlpoolAccount,
  decodeTrades: decodeWhirlpoolTrades,
  decodeLaunches: decodeWhirlpoolLaunches,
  trading: whirlpoolTrading,
  replay: whirlpoolReplay,
}
