import type { Dex } from '../dex.ts'
import { LAUNCHLAB_PROGRAM, launchPoolPda } from './addresses.ts'
import { findLaunchPools, isLaunchPoolAccount } from './pools.ts'
import { launchReplay } from './replay.ts'
import { decodeLaunchLaunches, decodeLaunchTrades } from './trades.ts'
import { launchTrading } from './trading.ts'

/** Curves of Raydium LaunchLab, on which LetsBonk and other launch platforms stand. */
export const bonk: Dex = {
  name: 'bonk',
  label: 'Raydium LaunchLab',
  operator: 'Raydium',
  parsedSource: 'RAYDIUM_LAUNCHLAB',
  programIds: [LAUNCHLAB_PROGRAM],
  slippageCodes: { [LAUNCHLAB_PROGRAM]: [6004] },
  isLaunchpad: true,
  findPools: findLaunchPools,
  launchAddress: (mint) => launchPoolPda(mint),
  isPoolAccount: isLaunchPoolAccount,
  decodeTrades: decodeLaunchTrades,
  decodeLaunches: decodeLaunchLaunches,
  trading: launchTrading,
  replay: launchReplay,
}
