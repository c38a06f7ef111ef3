import { associatedTokenAddress } from '../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { readTokenAccount } from '../../src/hot-paths/account-layouts.ts'
import type { SandboxChain } from '../chain/types.ts'

/** The token program of a mint; SPL Token when there is no such mint. */
export function tokenProgramOf(chain: Pick<SandboxChain, 'account'>, mint: string): string {
  return chain.account(mint)?.owner ?? TOKEN_PROGRAM
}

/** Base units a wallet holds in its associated account. */
export function heldRaw(chain: Pick<SandboxChain, 'account'>, wallet: string, mint: string): bigint {
  return tokensIn(chain, associatedTokenAddress(wallet, mint, tokenProgramOf(chain, mint)))
}

/** Base units in a token account; 0 when there is none. */
export function tokensIn(chain: Pick<SandboxChain, 'account'>, account: string): bigint {
  const state = chain.account(account)
  return (state === null ? null : readTokenAccount(state.data))?.amountRaw ?? 0n
}
