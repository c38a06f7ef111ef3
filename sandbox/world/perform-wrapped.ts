import {
  closeTokenAccount,
  createAssociatedTokenAccount,
  type Instruction,
  syncNative,
  transferLamports,
  transferTokensChecked,
} from '../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../src/chain/solana/pda.ts'
import { NATIVE_MINT } from '../../src/chain/solana/program-ids.ts'
import type { SendResult } from '../chain/types.ts'
import type { Action } from './plan-types.ts'
import { sendInstructions } from './send-instructions.ts'
import type { WorldStage } from './stage.ts'

type Wrapped = Extract<Action, { do: 'payWrapped' | 'unwrap' }>

const SOL_DECIMALS = 9

/** Payments in wrapped SOL, each one transaction. Null when there is no wrapped SOL to unwrap. */
export function performWrapped(stage: WorldStage, action: Wrapped, version: 'legacy' | 0 | 1): SendResult | null {
  const payer = action.do === 'unwrap' ? action.wallet : action.from
  const instructions = action.do === 'unwrap' ? unwrap(stage, action.wallet) : payWrapped(action)
  if (instructions === null) return null
  return sendInstructions(stage, { payer, instructions, version, isTrade: false, dress: action.dress })
}

function unwrap({ chain }: WorldStage, wallet: string): Instruction[] | null {
  const account = associatedTokenAddress(wallet, NATIVE_MINT)
  if (chain.account(account) === null) return null
  return [closeTokenAccount({ account, destination: wallet, authority: wallet })]
}

function payWrapped({ from, to, lamports, how }: Extract<Wrapped, { do: 'payWrapped' }>): Instruction[] {
  const own = associatedTokenAddress(from, NATIVE_MINT)
  const wrap = [
    createAssociatedTokenAccount({ payer: from, owner: from, mint: NATIVE_MINT }),
    transferLamports({ from, to: own, lamports }),
    syncNative(own),
  ]
  if (how === 'close') return [...wrap, closeTokenAccount({ account: own, destination: to, authority: from })]
  return [
    ...wrap,
    createAssociatedTokenAccount({ payer: from, owner: to, mint: NATIVE_MINT }),
    transferTokensChecked({
      from: own,
      to: associatedTokenAddress(to, NATIVE_MINT),
      authority: from,
      mint: NATIVE_MINT,
      amountRaw: lamports,
      decimals: SOL_DECIMALS,
    }),
    closeTokenAccount({ account: own, destination: from, authority: from }),
  ]
}
