import { jupiterEarnShares } from './jupiter-earn.ts'
import { jupiterVaults } from './jupiter-vaults.ts'
import { kaminoLoans } from './kamino-lend.ts'
import { marginfiAccounts } from './marginfi.ts'
import { dammV1Shares } from './meteora-damm-v1-shares.ts'
import { dammV2Positions } from './meteora-damm-v2.ts'
import { dlmmPositions } from './meteora-dlmm.ts'
import { orcaPositions } from './orca.ts'
import { pumpswapShares } from './pumpswap-shares.ts'
import { clmmPositions } from './raydium-clmm.ts'
import { cpmmShares } from './raydium-cpmm-shares.ts'
import { raydiumShares } from './raydium-shares.ts'
import type { PositionReader, ShareReader } from './reader.ts'
import { SINGLE_STAKE_POOLS } from './single-stake-pools.ts'

/** Every protocol whose positions are read from accounts of their own. A new one is a file and a line here. */
export const POSITION_READERS: readonly PositionReader[] = [
  orcaPositions,
  clmmPositions,
  dlmmPositions,
  dammV2Positions,
  kaminoLoans,
  marginfiAccounts,
  jupiterVaults,
]

/** Every protocol whose tokens are shares of a pool. Stake pools are in `stake-pools.ts` and
 *  `single-stake-pools.ts`. */
export const SHARE_READERS: readonly ShareReader[] = [
  raydiumShares,
  cpmmShares,
  pumpswapShares,
  dammV1Shares,
  jupiterEarnShares,
]

/** As positions name them. */
export const POSITION_PROTOCOLS: readonly string[] = [
  'stake_pool',
  ...SINGLE_STAKE_POOLS.map(({ protocol }) => protocol),
  ...SHARE_READERS.map(({ protocol }) => protocol),
  ...POSITION_READERS.map(({ protocol }) => protocol),
]
