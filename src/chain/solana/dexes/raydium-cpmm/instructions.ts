import { accountList, accountUses } from '../../account-list.ts'
import { encodeLayout, type Layout } from '../../borsh-layout.ts'
import type { AccountUse } from '../../instructions.ts'
import type { SwapAccounts } from '../trading.ts'
import { CPMM_AUTHORITY } from './addresses.ts'
import type { CpmmPool } from './state.ts'

/** Accounts of `swap_base_input`, in the program's order. */
const SWAP_ACCOUNTS = accountList([
  'payer:s',
  'authority',
  'ammConfig',
  'poolState:w',
  'inputTokenAccount:w',
  'outputTokenAccount:w',
  'inputVault:w',
  'outputVault:w',
  'inputTokenProgram',
  'outputTokenProgram',
  'inputTokenMint',
  'outputTokenMint',
  'observationState:w',
])
const SWAP_BASE_INPUT_TAG = Buffer.from('8fbe5adac41e33de', 'hex')
const AMOUNTS = { amountIn: 'u64', minimumOut: 'u64' } as const satisfies Layout

/** Accounts of a swap that pays with the pool's first (0) or second mint. */
export function cpmmSwapAccounts(
  address: string,
  pool: CpmmPool,
  inputSide: 0 | 1,
  { user, inputAccount, outputAccount }: SwapAccounts,
): AccountUse[] {
  const first = { vault: pool.token0Vault, program: pool.token0Program, mint: pool.token0Mint }
  const second = { vault: pool.token1Vault, program: pool.token1Program, mint: pool.token1Mint }
  const [input, output] = inputSide === 0 ? [first, second] : [second, first]
  return accountUses(SWAP_ACCOUNTS, {
    payer: user,
    authority: CPMM_AUTHORITY,
    ammConfig: pool.ammConfig,
    poolState: address,
    inputTokenAccount: inputAccount,
    outputTokenAccount: outputAccount,
    inputVault: input.vault,
    outputVault: output.vault,
    inputTokenProgram: input.program,
    outputTokenProgram: output.program,
    inputTokenMint: input.mint,
    outputTokenMint: output.mint,
    observationState: pool.observation,
  })
}

/** `swap_base_input`: exactly `amountIn`, transfer fees included, for at least `minimumOut` that arrives. */
export function cpmmSwapData(amountIn: bigint, minimumOut: bigint): Uint8Array {
  return Buffer.concat([SWAP_BASE_INPUT_TAG, encodeLayout(AMOUNTS, { amountIn, minimumOut })])
}
