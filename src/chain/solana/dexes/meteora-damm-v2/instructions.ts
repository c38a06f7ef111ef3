import { accountList, accountUses } from '../../account-list.ts'
import { type AccountUse, readonlyAccount } from '../../instructions.ts'
import { INSTRUCTIONS_SYSVAR } from '../../program-ids.ts'
import type { SwapAccounts } from '../trading.ts'
import { DAMM_V2_EVENT_AUTHORITY, DAMM_V2_POOL_AUTHORITY, DAMM_V2_PROGRAM } from './addresses.ts'
import type { DammV2Pool } from './state.ts'

/** Accounts of `swap2`, in wire order. An account that stays away is the program itself. */
const SWAP2_ACCOUNTS = accountList([
  'poolAuthority',
  'pool:w',
  'inputTokenAccount:w',
  'outputTokenAccount:w',
  'tokenAVault:w',
  'tokenBVault:w',
  'tokenAMint',
  'tokenBMint',
  'payer:s',
  'tokenAProgram',
  'tokenBProgram',
  'referralTokenAccount',
  'eventAuthority',
  'program',
])
const SWAP2_TAG = Buffer.from('414b3f4ceb5b5b88', 'hex')
const SWAP2_BYTES = 25
const EXACT_IN = 0

/** `isRateLimited`: the pool's fee may hang on there being one swap of it, which the program then looks up among the
 *  transaction's instructions. */
export function dammV2SwapAccounts(
  ref: {
    readonly address: string
    readonly pool: DammV2Pool
    readonly tokenProgramA: string
    readonly tokenProgramB: string
    readonly isRateLimited: boolean
  },
  { user, inputAccount, outputAccount }: SwapAccounts,
): readonly AccountUse[] {
  const { pool } = ref
  return accountUses(
    SWAP2_ACCOUNTS,
    {
      poolAuthority: DAMM_V2_POOL_AUTHORITY,
      pool: ref.address,
      inputTokenAccount: inputAccount,
      outputTokenAccount: outputAccount,
      tokenAVault: pool.vaultA,
      tokenBVault: pool.vaultB,
      tokenAMint: pool.mintA,
      tokenBMint: pool.mintB,
      payer: user,
      tokenAProgram: ref.tokenProgramA,
      tokenBProgram: ref.tokenProgramB,
      referralTokenAccount: DAMM_V2_PROGRAM,
      eventAuthority: DAMM_V2_EVENT_AUTHORITY,
      program: DAMM_V2_PROGRAM,
    },
    ref.isRateLimited ? [readonlyAccount(INSTRUCTIONS_SYSVAR)] : [],
  )
}

/** `swap2` with an exact input. */
export function dammV2SwapData(amountInRaw: bigint, minOutRaw: bigint): Uint8Array {
  const data = Buffer.alloc(SWAP2_BYTES)
  data.set(SWAP2_TAG)
  data.writeBigUInt64LE(amountInRaw, 8)
  data.writeBigUInt64LE(minOutRaw, 16)
  data[24] = EXACT_IN
  return data
}
