import { DEXES } from '../../chain/solana/dexes/index.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { PoolSale, SaleToken } from './pool-sale.ts'
import type { ProofPool } from './proof-subject.ts'
import { preparePumpfunSale } from './pumpfun-sale.ts'
import { preparePumpswapSale } from './pumpswap-sale.ts'
import { prepareTradingSale } from './trading-sale.ts'

/** Reads what a sale into the pool needs; null for a pool that no longer exists. Fails `no_route` with the reason where
 *  the pool cannot be sold into, and as the node fails. */
export async function preparePoolSale(
  rpc: SolanaRpc,
  pool: ProofPool,
  token: SaleToken,
  signal?: AbortSignal,
): Promise<Outcome<PoolSale | null>> {
  switch (pool.dex) {
    case 'pumpfun':
      return preparePumpfunSale(rpc, pool, token, signal)
    case 'pumpswap':
      return preparePumpswapSale(rpc, pool, token, signal)
    default: {
      const dex = DEXES.find(({ name }) => name === pool.dex)
      return dex === undefined ? ok(null) : prepareTradingSale(rpc, dex, pool, token, signal)
    }
  }
}
