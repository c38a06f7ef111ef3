import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { WALLET_BOOKS as B } from '../../config/wallet-books.ts'
import type { Context } from '../../context.ts'
import { rentFloor } from '../recovery/rent-floor.ts'

/** Lamports that an account without data must hold, as the node says (asked once an hour): a smaller payment could give no
 *  wallet its first money, and is a speck. */
export async function leastPayment(ctx: Context, rpc: SolanaRpc): Promise<bigint> {
  const floor = await rentFloor(ctx, rpc)
  return floor.ok ? floor.value : B.speckLamports
}
