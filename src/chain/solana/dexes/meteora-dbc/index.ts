import type { Dex } from '../dex.ts'
import { DBC_PROGRAM } from './addresses.ts'
import { findDbcPools, isDbcPoolAccount } from './pools.ts'
import { dbcReplay } from './replay.ts'
import { decodeDbcLaunches, decodeDbcTrades } from './trades.ts'
import { dbcTrading } from './trading.ts'

/** Curves of Meteora's launchpad, on which many launch platforms stand, each with terms of its own. */
export const meteoraDbc: Dex = {
  name: 'meteora_dbc',
  label: 'Meteora DBC',
  operator: 'Meteora',
  programIds: [DBC_PROGRAM],
  slippageCodes: { [DBC_PROGRAM]: [6002] },
  isLaunchpad: true,
  findPools: findDbcPools,
  // The address of a curve hangs on the configuration of the platform that launched the token.
  launchAddress: () => null,
  isPoolAccount: isDbcPoolAccount,
  decodeTrades: decodeDbcTrades,
  decodeLaunches: decodeDbcLaunches,
  trading: dbcTrading,
  replay: dbcReplay,
}
