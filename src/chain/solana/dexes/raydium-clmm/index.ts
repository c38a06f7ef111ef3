import type { Dex } from '../dex.ts'
import { CLMM_PROGRAM } from './addresses.ts'
import { findClmmPools, isClmmPoolAccount } from './pools.ts'
import { clmmReplay } from './replay.ts'
import { decodeClmmLaunches, decodeClmmTrades } from './trades.ts'
import { clmmTrading } from './trading.ts'

/** Raydium CLMM, pools of concentrated liquidity. */
export const raydiumClmm: Dex = {
  name: 'raydium_clmm',
  label: 'Raydium CLMM',
  operator: 'Raydium',
  programIds: [CLMM_PROGRAM],
  // Builds with orders number their errors differently: the last two codes are those of earlier builds.
  slippageCodes: { [CLMM_PROGRAM]: [6018, 6019, 6022, 6023] },
  isLaunchpad: false,
  findPools: findClmmPools,
  launchAddress: () => null,
  isPoolAccount: isClmmPoolAccount,
  decodeTrades: decodeClmmTrades,
  decodeLaunches: decodeClmmLaunches,
  trading: clmmTrading,
  replay: clmmReplay,
}
