import { accountList, accountUses } from '../../../src/chain/solana/account-list.ts'
import { startsWith } from '../../../src/chain/solana/anchor-event.ts'
import { decodeLayout, encodeLayout, type Layout } from '../../../src/chain/solana/borsh-layout.ts'
import { PUMP_FEES_PROGRAM } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { FEES } from '../../../src/chain/solana/dexes/pumpfun/state.ts'
import type { Emulator, EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, invoke, isRefusal, log, readAccounts, refuse } from '../anchor-script.ts'
import { scheduledRates } from './fee-schedule.ts'
import { feeConfigOf } from './pump-accounts.ts'

const GET_FEES_TAG = Buffer.from('e7257e55cf5b3f34', 'hex')
const GET_FEES_ACCOUNTS = accountList(['feeConfig', 'configProgramId'])
const GET_FEES_ARGS = {
  isPumpPool: 'bool',
  marketCapLamports: 'u128',
  tradeSizeLamports: 'u64',
  isNewQuoteMint: 'bool',
} as const satisfies Layout
const SHORTEST_ARGS_BYTES = 8 + 25

/** The fee program: both pump programs ask it for the rates of a trade. */
export const pumpFeesEmulator: Emulator = { programId: PUMP_FEES_PROGRAM, run }

/** Asks the fee program as the pump programs do. */
export function getFees(input: {
  readonly feeConfig: string
  readonly program: string
  readonly usesTiers: boolean
  readonly marketCap: bigint
  readonly tradeSize: bigint
  readonly isInSol: boolean
}): ScriptOp {
  const accounts = accountUses(GET_FEES_ACCOUNTS, { feeConfig: input.feeConfig, configProgramId: input.program })
  const args = encodeLayout(GET_FEES_ARGS, {
    isPumpPool: input.usesTiers,
    marketCapLamports: input.marketCap,
    tradeSizeLamports: input.tradeSize,
    isNewQuoteMint: !input.isInSol,
  })
  return invoke({ programId: PUMP_FEES_PROGRAM, accounts, data: Buffer.concat([GET_FEES_TAG, args]) })
}

function run(call: EmulatorCall): readonly ScriptOp[] {
  if (!startsWith(call.data, GET_FEES_TAG)) return refuse(ANCHOR.fallbackNotFound).refused
  const head = log('Instruction: GetFees')
  const read = readAccounts(call, GET_FEES_ACCOUNTS)
  if (isRefusal(read)) return [head, ...read.refused]
  const args = call.data.length < SHORTEST_ARGS_BYTES ? null : decodeLayout(GET_FEES_ARGS, call.data, 8)
  if (args === null) return [head, ...refuse(ANCHOR.didNotDeserialize).refused]
  const account = call.read(read.at.feeConfig)
  const config = account?.owner === PUMP_FEES_PROGRAM ? feeConfigOf(account.data) : null
  if (config === null) return [head, ...refuse(ANCHOR.notInitialized, 'feeConfig').refused]
  const { isPumpPool, marketCapLamports, isNewQuoteMint } = args.value
  const rates = scheduledRates(config, {
    schedule: isNewQuoteMint ? 'stable' : 'sol',
    marketCap: marketCapLamports,
    isTiered: isPumpPool,
  })
  return [head, { op: 'returnData', bytes: encodeLayout(FEES, rates) }]
}
