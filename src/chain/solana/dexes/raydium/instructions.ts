import { accountList, accountUses } from '../../account-list.ts'
import { encodeLayout, type Layout } from '../../borsh-layout.ts'
import type { AccountUse } from '../../instructions.ts'
import { TOKEN_PROGRAM } from '../../program-ids.ts'
import type { SwapAccounts } from '../trading.ts'
import { RAYDIUM_AUTHORITY } from './addresses.ts'
import type { AmmInfo } from './state.ts'

/** Accounts of `swap_base_in_v2`, which names no order book. The direction follows from the user's two accounts. */
const SWAP_V2_ACCOUNTS = accountList([
  'tokenProgram',
  'amm:w',
  'authority',
  'coinVault:w',
  'pcVault:w',
  'source:w',
  'destination:w',
  'user:s',
])
const SWAP_BASE_IN_V2 = 16
const SWAP = { tag: 'u8', amountIn: 'u64', minimumOut: 'u64' } as const satisfies Layout

export function ammSwapAccounts(
  amm: string,
  { coinVault, pcVault }: Pick<AmmInfo, 'coinVault' | 'pcVault'>,
  { user, inputAccount, outputAccount }: SwapAccounts,
): AccountUse[] {
  return accountUses(SWAP_V2_ACCOUNTS, {
    tokenProgram: TOKEN_PROGRAM,
    amm,
    authority: RAYDIUM_AUTHORITY,
    coinVault,
    pcVault,
    source: inputAccount,
    destination: outputAccount,
    user,
  })
}

/** `swap_base_in_v2`: exactly `amountIn` for at least `minimumOut`. */
export function ammSwapData(amountIn: bigint, minimumOut: bigint): Uint8Array {
  return encodeLayout(SWAP, { tag: SWAP_BASE_IN_V2, amountIn, minimumOut })
}
