import {
  advanceNonce,
  closeTokenAccount,
  createAssociatedTokenAccount,
  harvestWithheldTokens,
  type Instruction,
  transferLamports,
  transferTokens,
  transferTokensChecked,
} from '../../../chain/solana/instructions.ts'
import { TRADE_UNITS } from '../../../config/trade-limits.ts'
import type { RoutedPlan } from './routed-plan.ts'

/** Instructions before and after those of the aggregator, and their compute units. */
export type AroundSwap = {
  readonly before: readonly Instruction[]
  readonly after: readonly Instruction[]
  readonly units: number
}

export function aroundSwap(plan: RoutedPlan): AroundSwap {
  let units = 0
  const step = (cost: number, instruction: Instruction): Instruction => {
    units += cost
    return instruction
  }
  const before = [...nonceSteps(plan, step), ...gatherSteps(plan, step)]
  const after = [...feeSteps(plan, step), ...closeSteps(plan, step), ...tipSteps(plan, step)]
  return { before, after, units }
}

type Step = (cost: number, instruction: Instruction) => Instruction

function nonceSteps({ nonce, wallet }: RoutedPlan, step: Step): Instruction[] {
  return nonce === null ? [] : [step(TRADE_UNITS.nonce, advanceNonce({ nonce: nonce.account, authority: wallet }))]
}

function gatherSteps({ gather, token, wallet }: RoutedPlan, step: Step): Instruction[] {
  if (gather === null) return []
  const { address: to, mint, tokenProgram } = token
  const { from, raw: amountRaw, decimals } = gather
  const opened = createAssociatedTokenAccount({ payer: wallet, owner: wallet, mint, tokenProgram })
  const moved = transferTokensChecked({ from, mint, to, authority: wallet, amountRaw, decimals, tokenProgram })
  return [
    ...(token.isNew ? [step(TRADE_UNITS.createTokenAccount, opened)] : []),
    step(TRADE_UNITS.transferTokens, moved),
  ]
}

function feeSteps({ fee, wallet, moneyMint, moneyAccount }: RoutedPlan, step: Step): Instruction[] {
  if (fee === null) return []
  if (fee.account === null)
    return [step(TRADE_UNITS.transferLamports, transferLamports({ from: wallet, to: fee.wallet, lamports: fee.raw }))]
  const opened = createAssociatedTokenAccount({ payer: wallet, owner: fee.wallet, mint: moneyMint })
  const { address: from } = moneyAccount!
  const paid = transferTokens({ from, to: fee.account.address, authority: wallet, amountRaw: fee.raw })
  return [
    ...(fee.account.isNew ? [step(TRADE_UNITS.createTokenAccount, opened)] : []),
    step(TRADE_UNITS.transferTokens, paid),
  ]
}

function closeSteps({ closes, wallet, token: { mint, tokenProgram } }: RoutedPlan, step: Step): Instruction[] {
  return closes.flatMap(({ address: account, hasWithheld }) => [
    ...(hasWithheld ? [step(TRADE_UNITS.harvestWithheld, harvestWithheldTokens({ mint, accounts: [account] }))] : []),
    step(
      TRADE_UNITS.closeAccount,
      closeTokenAccount({ account, destination: wallet, authority: wallet, tokenProgram }),
    ),
  ])
}

function tipSteps({ tip, wallet }: RoutedPlan, step: Step): Instruction[] {
  if (tip === null) return []
  return [step(TRADE_UNITS.transferLamports, transferLamports({ from: wallet, to: tip.to, lamports: tip.lamports }))]
}
