import type { SandboxChain } from '../../chain/types.ts'
import { DAMM_V1_PROGRAM } from '../../programs/meteora/damm-v1-layout.ts'
import { readDammV1PoolAt, tradeDammV1 } from './damm-v1.ts'
import type { DexTrades, PoolRef } from './dex-trades.ts'
import { createDlmmPool, readDlmmPool, tradeDlmm } from './dlmm.ts'

/** Both programs that go by this name; new pools are DLMM's. */
export const meteoraTrades: DexTrades = {
  dex: 'meteora',
  readPool: (chain, pool) => (isDammV1(chain, pool) ? readDammV1PoolAt : readDlmmPool)(chain, pool),
  trade: (chain, request) => (isDammV1(chain, request.pool) ? tradeDammV1 : tradeDlmm)(chain, request),
  createPool: createDlmmPool,
}

function isDammV1(chain: Pick<SandboxChain, 'account'>, { address }: PoolRef): boolean {
  return chain.account(address)?.owner === DAMM_V1_PROGRAM
}
