import {
  closeTokenAccount,
  createAssociatedTokenAccount,
  type Instruction,
  syncNative,
  transferLamports,
} from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { NATIVE_MINT } from '../../../src/chain/solana/program-ids.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { tokenProgramOf } from '../holdings.ts'
import type { TradeRequest } from './dex-trades.ts'

/** A wallet's trade between its associated token accounts: both are made when missing, SOL that is paid is wrapped
 *  before, and SOL that is left over or received is unwrapped after. */
export function aroundTrade(
  chain: Pick<SandboxChain, 'account'>,
  { wallet, side, amountRaw, pool: { baseMint, quoteMint } }: TradeRequest,
  trade: readonly Instruction[],
): Instruction[] {
  const paid = side === 'buy' ? quoteMint : baseMint
  const usesSol = baseMint === NATIVE_MINT || quoteMint === NATIVE_MINT
  const wrapped = usesSol ? associatedTokenAddress(wallet, NATIVE_MINT) : ''
  const ensure = (mint: string): Instruction =>
    createAssociatedTokenAccount({ payer: wallet, owner: wallet, mint, tokenProgram: tokenProgramOf(chain, mint) })
  return [
    ensure(baseMint),
    ensure(quoteMint),
    ...(paid === NATIVE_MINT
      ? [transferLamports({ from: wallet, to: wrapped, lamports: amountRaw }), syncNative(wrapped)]
      : []),
    ...trade,
    ...(usesSol ? [closeTokenAccount({ account: wrapped, destination: wallet, authority: wallet })] : []),
  ]
}
