import type { Dex } from '../dex.ts'
import { WHIRLPOOL_PROGRAMS } from './addresses.ts'
import { findWhirlpools, isWhirlpoolAccount } from './pools.ts'
import { decodeWhirlpoolLaunches, decodeWhirlpoolTrades } from './trades.ts'
import { whirlpoolTrading } from './trading.ts'

/** Orca Whirlpools, pools of concentrated liquidity. */
export const orca: Dex = {
  name: 'orca',
  programIds: WHIRLPOOL_PROGRAMS,
  findPools: findWhirlpools,
  launchAddress: () => null,
  isPoolAccount: isWhirlpoolAccount,
  decodeTrades: decodeWhirlpoolTrades,
  decodeLaunches: decodeWhirlpoolLaunches,
  trading: whirlpoolTrading,
}
