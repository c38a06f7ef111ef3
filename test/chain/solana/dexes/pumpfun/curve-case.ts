import {
  PUMP_FEE_CONFIG,
  PUMP_FEES_PROGRAM,
  PUMP_GLOBAL,
  PUMP_PROGRAM,
} from '../../../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { pumpfun } from '../../../../../src/chain/solana/dexes/pumpfun/index.ts'
import type { AccountView } from '../../../../../src/chain/solana/rpc.ts'
import { base64Account, mintAccount, type PoolCase, replayCase } from '../replay-case.ts'

export type CurveCase = PoolCase & {
  readonly curve: string
  readonly baseProgram: string
  readonly quoteProgram: string
  readonly supplyRaw: string
  /** Which of the file's settings; -1 for a fee account that is not there. */
  readonly global: number
  readonly feeConfig: number
}
export type CurveFile = {
  readonly globals: readonly string[]
  readonly feeConfigs: readonly string[]
}

export function replayCurveCase(file: CurveFile, curveCase: CurveCase): number {
  return replayCase(pumpfun, curveCase, accountsOfCurve(file, curveCase))
}

/** What a node would have of the case. */
export function accountsOfCurve({ globals, feeConfigs }: CurveFile, one: CurveCase): readonly AccountView[] {
  const feeConfig = feeConfigs[one.feeConfig]
  return [
    base64Account(one.address, PUMP_PROGRAM, one.curve),
    base64Account(PUMP_GLOBAL, PUMP_PROGRAM, globals[one.global]!),
    ...(feeConfig === undefined ? [] : [base64Account(PUMP_FEE_CONFIG, PUMP_FEES_PROGRAM, feeConfig)]),
    mintAccount(one.mint, one.baseProgram, BigInt(one.supplyRaw)),
    mintAccount(one.quote, one.quoteProgram, 1_000_000_000_000n),
  ]
}
