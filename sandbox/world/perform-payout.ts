import { createAccount } from '../../src/chain/solana/instructions.ts'
import type { SendResult } from '../chain/types.ts'
import { PAYOUT_PROGRAMS, payOutInstruction } from '../programs/payout-layout.ts'
import type { Action } from './plan-types.ts'
import { sendInstructions } from './send-instructions.ts'
import type { WorldStage } from './stage.ts'

/** Accounts of programs that pay SOL out, and their payments. */
export function performPayout(
  stage: WorldStage,
  action: Extract<Action, { do: 'openVault' | 'payOut' }>,
  version: 'legacy' | 0 | 1,
): SendResult {
  if (action.do === 'payOut') {
    const request = { payer: action.authority, instructions: [payOutInstruction(action)], version, isTrade: false }
    return sendInstructions(stage, { ...request, dress: action.dress })
  }
  const { program, vault, payer, lamports } = action
  const create = createAccount({ payer, account: vault, lamports, dataBytes: 0, owner: PAYOUT_PROGRAMS[program] })
  return sendInstructions(stage, { payer, instructions: [create], version, isTrade: false })
}
