import type { Instruction } from '../../src/chain/solana/instructions.ts'
import type { SandboxChain } from '../chain/types.ts'
import type { MarketPool } from '../providers/market.ts'
import type { TradeRequest } from './dex-trades/dex-trades.ts'
import { dexTradesOf } from './dex-trades/index.ts'

/** What a wallet signs to trade on a pool of any DEX: token accounts made where needed, SOL wrapped and unwrapped.
 *  Takes any price. Null when the pool cannot be traded. */
export function tradeInstructions(
  chain: SandboxChain,
  request: TradeRequest & { readonly pool: MarketPool },
): readonly Instruction[] | null {
  return dexTradesOf(request.pool.dex)?.trade(chain, request) ?? null
}
