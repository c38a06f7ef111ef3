import { accountList, accountUses } from '../../account-list.ts'
import type { AccountUse } from '../../instructions.ts'
import { TOKEN_PROGRAM } from '../../program-ids.ts'
import type { SwapAccounts } from '../trading.ts'
import { DYNAMIC_VAULT_PROGRAM } from './addresses.ts'
import type { DammV1Pool, DynamicVault } from './damm-v1-state.ts'

/** Accounts of `swap`, in wire order. */
const SWAP_ACCOUNTS = accountList([
  'pool:w',
  'userSourceToken:w',
  'userDestinationToken:w',
  'aVault:w',
  'bVault:w',
  'aTokenVault:w',
  'bTokenVault:w',
  'aVaultLpMint:w',
  'bVaultLpMint:w',
  'aVaultLp:w',
  'bVaultLp:w',
  'protocolTokenFee:w',
  'user:s',
  'vaultProgram',
  'tokenProgram',
])
const SWAP_TAG = Buffer.from('f8c69e91e17587c8', 'hex')

export function dammV1SwapAccounts(
  ref: {
    readonly address: string
    readonly pool: DammV1Pool
    readonly vaultA: DynamicVault
    readonly vaultB: DynamicVault
    readonly isAToB: boolean
  },
  { user, inputAccount, outputAccount }: SwapAccounts,
): readonly AccountUse[] {
  const { pool, vaultA, vaultB } = ref
  return accountUses(SWAP_ACCOUNTS, {
    pool: ref.address,
    userSourceToken: inputAccount,
    userDestinationToken: outputAccount,
    aVault: pool.vaultA,
    bVault: pool.vaultB,
    aTokenVault: vaultA.tokenVault,
    bTokenVault: vaultB.tokenVault,
    aVaultLpMint: vaultA.lpMint,
    bVaultLpMint: vaultB.lpMint,
    aVaultLp: pool.vaultLpA,
    bVaultLp: pool.vaultLpB,
    protocolTokenFee: ref.isAToB ? pool.protocolFeeA : pool.protocolFeeB,
    user,
    vaultProgram: DYNAMIC_VAULT_PROGRAM,
    tokenProgram: TOKEN_PROGRAM,
  })
}

export function dammV1SwapData(amountInRaw: bigint, minOutRaw: bigint): Uint8Array {
  const data = Buffer.alloc(24)
  data.set(SWAP_TAG)
  data.writeBigUInt64LE(amountInRaw, 8)
  data.writeBigUInt64LE(minOutRaw, 16)
  return data
}
