import type { Dex } from '../dex.ts'
import { DAMM_V2_PROGRAM } from './addresses.ts'
import { findDammV2Pools, isDammV2PoolAccount } from './pools.ts'
import { dammV2Replay } from './replay.ts'
import { decodeDammV2Launches, decodeDammV2Trades } from './trades.ts'
import { dammV2Trading } from './trading.ts'

/** Meteora's second dynamic AMM, where its launchpad's tokens graduate to. */
export const meteoraDammV2: Dex = {
  name: 'meteora_damm_v2',
  label: 'Meteora DAMM v2',
  operator: 'Meteora',
  programIds: [DAMM_V2_PROGRAM],
  slippageCodes: { [DAMM_V2_PROGRAM]: [6002] },
  isLaunchpad: false,
  findPools: findDammV2Pools,
  // Several pools may stand for a mint, none of them first.
  launchAddress: () => null,
  isPoolAccount: isDammV2PoolAccount,
  decodeTrades: decodeDammV2Trades,
  decodeLaunches: decodeDammV2Launches,
  trading: dammV2Trading,
  replay: dammV2Replay,
}
