import { PUMP_FEES_PROGRAM } from '../../../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import {
  PUMPSWAP_FEE_CONFIG,
  PUMPSWAP_GLOBAL_CONFIG,
  PUMPSWAP_PROGRAM,
} from '../../../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { pumpswap } from '../../../../../src/chain/solana/dexes/pumpswap/index.ts'
import { decodePool } from '../../../../../src/chain/solana/dexes/pumpswap/state.ts'
import type { AccountView } from '../../../../../src/chain/solana/rpc.ts'
import { vault } from '../pool-node.ts'
import { base64Account, mintAccount, type PoolCase, replayCase } from '../replay-case.ts'

export type SwapCase = PoolCase & {
  readonly pool: string
  readonly baseProgram: string
  readonly quoteProgram: string
  readonly supplyRaw: string
  readonly baseRaw: string
  readonly quoteRaw: string
  /** Which of the file's settings; -1 for a fee account that is not there. */
  readonly globalConfig: number
  readonly feeConfig: number
}
export type SwapFile = {
  readonly globalConfigs: readonly string[]
  readonly feeConfigs: readonly string[]
}

export function replaySwapCase(file: SwapFile, swapCase: SwapCase): number {
  return replayCase(pumpswap, swapCase, accountsOfSwap(file, swapCase))
}

/** What a node would have of the case. */
export function accountsOfSwap({ globalConfigs, feeConfigs }: SwapFile, one: SwapCase): readonly AccountView[] {
  const feeConfig = feeConfigs[one.feeConfig]
  const pool = decodePool(Buffer.from(one.pool, 'base64'))!
  return [
    base64Account(one.address, PUMPSWAP_PROGRAM, one.pool),
    base64Account(PUMPSWAP_GLOBAL_CONFIG, PUMPSWAP_PROGRAM, globalConfigs[one.globalConfig]!),
    ...(feeConfig === undefined ? [] : [base64Account(PUMPSWAP_FEE_CONFIG, PUMP_FEES_PROGRAM, feeConfig)]),
    mintAccount(one.base, one.baseProgram, BigInt(one.supplyRaw)),
    mintAccount(one.quote, one.quoteProgram, 1_000_000_000_000n),
    vault(pool.poolBaseTokenAccount, one.base, one.address, BigInt(one.baseRaw)),
    vault(pool.poolQuoteTokenAccount, one.quote, one.address, BigInt(one.quoteRaw)),
  ]
}
