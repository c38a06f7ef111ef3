import type { Dex } from '../dex.ts'
import { canonicalPoolPda, PUMPSWAP_PROGRAM } from './addresses.ts'
import { findSwapPools, isSwapPoolAccount } from './pools.ts'
import { pumpswapReplay } from './replay.ts'
import { decodePool } from './state.ts'
import { decodeSwapLaunches, decodeSwapTrades } from './trades.ts'
import { swapPoolTrading } from './trading.ts'

/** PumpSwap, where graduated curves go on trading and anyone can make a pool. */
export const pumpswap: Dex = {
  name: 'pumpswap',
  label: 'PumpSwap',
  operator: 'PumpSwap',
  parsedSource: 'PUMP_AMM',
  namedBeforeRouters: true,
  programIds: [PUMPSWAP_PROGRAM],
  slippageCodes: { [PUMPSWAP_PROGRAM]: [6004, 6040] },
  lpTokens: { [PUMPSWAP_PROGRAM]: decodePool },
  isLaunchpad: false,
  saysReserves: true,
  findPools: findSwapPools,
  launchAddress: (mint) => canonicalPoolPda(mint).address,
  isPoolAccount: isSwapPoolAccount,
  decodeTrades: decodeSwapTrades,
  decodeLaunches: decodeSwapLaunches,
  trading: swapPoolTrading,
  replay: pumpswapReplay,
}
