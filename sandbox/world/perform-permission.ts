import { approveTokens, setTokenAuthority } from '../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../src/chain/solana/pda.ts'
import type { SendResult } from '../chain/types.ts'
import { heldRaw, tokenProgramOf } from './holdings.ts'
import type { Action } from './plan-types.ts'
import { sendInstructions } from './send-instructions.ts'
import type { WorldStage } from './stage.ts'

/** An owner lets someone else move its tokens, or close its account. Null when it holds none. */
export function performPermission(
  stage: WorldStage,
  { do: what, mint, owner, delegate }: Extract<Action, { do: 'approve' | 'letClose' }>,
): SendResult | null {
  const amountRaw = heldRaw(stage.chain, owner, mint)
  if (amountRaw === 0n) return null
  const tokenProgram = tokenProgramOf(stage.chain, mint)
  const account = associatedTokenAddress(owner, mint, tokenProgram)
  const instruction =
    what === 'approve'
      ? approveTokens({ account, delegate, owner, amountRaw, tokenProgram })
      : setTokenAuthority({ account, authority: owner, type: 'closeAccount', newAuthority: delegate, tokenProgram })
  return sendInstructions(stage, { payer: owner, instructions: [instruction], version: 'legacy', isTrade: false })
}
