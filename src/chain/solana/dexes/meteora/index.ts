import type { Dex } from '../dex.ts'
import { DAMM_V1_PROGRAM, DLMM_PROGRAM } from './addresses.ts'
import { isDammV1PoolAccount } from './damm-v1-pools.ts'
import { decodeDammV1Launches, decodeDammV1Trades } from './damm-v1-trades.ts'
import { isDlmmPoolAccount } from './dlmm-pools.ts'
import { decodeDlmmLaunches, decodeDlmmTrades } from './dlmm-trades.ts'
import { findMeteoraPools } from './pools.ts'
import { meteoraTrading } from './trading.ts'

/** Meteora's bins (DLMM) and its first dynamic AMM (DAMM v1), under one name. */
export const meteora: Dex = {
  name: 'meteora',
  label: 'Meteora',
  operator: 'Meteora',
  programIds: [DLMM_PROGRAM, DAMM_V1_PROGRAM],
  slippageCodes: { [DLMM_PROGRAM]: [6003, 6004], [DAMM_V1_PROGRAM]: [6004] },
  // DAMM v1 has LP tokens, whose locks are accounts of its own that are not read here.
  isLaunchpad: false,
  findPools: findMeteoraPools,
  // Several pools may stand for a mint, none of them first.
  launchAddress: () => null,
  isPoolAccount: (account) => isDlmmPoolAccount(account) || isDammV1PoolAccount(account),
  decodeTrades: (transaction) => [...decodeDlmmTrades(transaction), ...decodeDammV1Trades(transaction)],
  decodeLaunches: (transaction) => [...decodeDlmmLaunches(transaction), ...decodeDammV1Launches(transaction)],
  trading: meteoraTrading,
}
