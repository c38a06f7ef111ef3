import { accountList, accountUses } from '../../account-list.ts'
import { encodeLayout, type Layout } from '../../borsh-layout.ts'
import { type AccountUse, writableAccount } from '../../instructions.ts'
import { MEMO_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../program-ids.ts'
import type { SwapAccounts } from '../trading.ts'
import type { ClmmPool } from './state.ts'

/** Accounts of `swap_v2`, in the program's order; the bitmap's extension and the tick arrays follow. */
const SWAP_V2_ACCOUNTS = accountList([
  'payer:s',
  'ammConfig',
  'poolState:w',
  'inputTokenAccount:w',
  'outputTokenAccount:w',
  'inputVault:w',
  'outputVault:w',
  'observationState:w',
  'tokenProgram',
  'tokenProgram2022',
  'memoProgram',
  'inputVaultMint',
  'outputVaultMint',
])
const SWAP_V2_TAG = Buffer.from('2b04ed0b1ac91e62', 'hex')
const SWAP_V2 = {
  amount: 'u64',
  otherAmountThreshold: 'u64',
  sqrtPriceLimit: 'u128',
  isBaseInput: 'bool',
} as const satisfies Layout

export type ClmmRef = {
  readonly address: string
  readonly pool: ClmmPool
  /** Null for pools that were made without one. */
  readonly bitmapExtension: string | null
}

/** `arrays` are addresses in the swap's order: the program passes over those before its first. Each has to be there: it
 *  takes what is none for the end of the list. */
export function clmmSwapAccounts(
  { address, pool, bitmapExtension }: ClmmRef,
  isZeroForOne: boolean,
  arrays: readonly string[],
  accounts: SwapAccounts,
): AccountUse[] {
  const { token0Vault, token1Vault, token0Mint, token1Mint } = pool
  const [inputVault, outputVault] = isZeroForOne ? [token0Vault, token1Vault] : [token1Vault, token0Vault]
  const [inputVaultMint, outputVaultMint] = isZeroForOne ? [token0Mint, token1Mint] : [token1Mint, token0Mint]
  return accountUses(
    SWAP_V2_ACCOUNTS,
    {
      payer: accounts.user,
      ammConfig: pool.ammConfig,
      poolState: address,
      inputTokenAccount: accounts.inputAccount,
      outputTokenAccount: accounts.outputAccount,
      inputVault,
      outputVault,
      observationState: pool.observationKey,
      tokenProgram: TOKEN_PROGRAM,
      tokenProgram2022: TOKEN_2022_PROGRAM,
      memoProgram: MEMO_PROGRAM,
      inputVaultMint,
      outputVaultMint,
    },
    [...(bitmapExtension === null ? [] : [bitmapExtension]), ...arrays].map(writableAccount),
  )
}

/** `swap_v2`: exactly `amountIn`, transfer fees included, for at least `minimumOut` that arrives, at any price. */
export function clmmSwapData(amountIn: bigint, minimumOut: bigint): Uint8Array {
  const order = encodeLayout(SWAP_V2, {
    amount: amountIn,
    otherAmountThreshold: minimumOut,
    sqrtPriceLimit: 0n,
    isBaseInput: true,
  })
  return Buffer.concat([SWAP_V2_TAG, order])
}
