import { accountList, accountUses } from '../../account-list.ts'
import { type AccountUse, readonlyAccount } from '../../instructions.ts'
import { INSTRUCTIONS_SYSVAR } from '../../program-ids.ts'
import type { SwapAccounts } from '../trading.ts'
import { DBC_EVENT_AUTHORITY, DBC_POOL_AUTHORITY, DBC_PROGRAM } from './addresses.ts'
import type { DbcPool } from './state.ts'

/** Accounts of `swap` and `swap2`, in wire order. An account that stays away is the program itself. */
export const DBC_SWAP_ACCOUNTS = accountList([
  'poolAuthority',
  'config',
  'pool:w',
  'inputTokenAccount:w',
  'outputTokenAccount:w',
  'baseVault:w',
  'quoteVault:w',
  'baseMint',
  'quoteMint',
  'payer:s',
  'tokenBaseProgram',
  'tokenQuoteProgram',
  'referralTokenAccount',
  'eventAuthority',
  'program',
])
export const DBC_SWAP2_TAG = Buffer.from('414b3f4ceb5b5b88', 'hex')
const SWAP2_BYTES = 25
/** Takes less of the input where the curve ends before it. */
const PARTIAL_FILL = 1
const EXACT_IN = 0

/** `isRateLimited`: the fee may hang on there being one swap of the curve, which the program then looks up among the
 *  transaction's instructions. */
export function dbcSwapAccounts(
  ref: {
    readonly address: string
    readonly pool: Pick<DbcPool, 'config' | 'baseMint' | 'baseVault' | 'quoteVault'>
    readonly quoteMint: string
    readonly baseTokenProgram: string
    readonly quoteTokenProgram: string
    readonly isRateLimited: boolean
  },
  { user, inputAccount, outputAccount }: SwapAccounts,
): readonly AccountUse[] {
  const { pool } = ref
  return accountUses(
    DBC_SWAP_ACCOUNTS,
    {
      poolAuthority: DBC_POOL_AUTHORITY,
      config: pool.config,
      pool: ref.address,
      inputTokenAccount: inputAccount,
      outputTokenAccount: outputAccount,
      baseVault: pool.baseVault,
      quoteVault: pool.quoteVault,
      baseMint: pool.baseMint,
      quoteMint: ref.quoteMint,
      payer: user,
      tokenBaseProgram: ref.baseTokenProgram,
      tokenQuoteProgram: ref.quoteTokenProgram,
      referralTokenAccount: DBC_PROGRAM,
      eventAuthority: DBC_EVENT_AUTHORITY,
      program: DBC_PROGRAM,
    },
    ref.isRateLimited ? [readonlyAccount(INSTRUCTIONS_SYSVAR)] : [],
  )
}

/** `swap2` of an exact input: a purchase may take less of it where it buys all that is left. */
export function dbcSwapData(isBuy: boolean, amountInRaw: bigint, minOutRaw: bigint): Uint8Array {
  const data = Buffer.alloc(SWAP2_BYTES)
  data.set(DBC_SWAP2_TAG)
  data.writeBigUInt64LE(amountInRaw, 8)
  data.writeBigUInt64LE(minOutRaw, 16)
  data[24] = isBuy ? PARTIAL_FILL : EXACT_IN
  return data
}
