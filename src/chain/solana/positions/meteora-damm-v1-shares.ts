import { readTokenAccount } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import { DAMM_V1_PROGRAM, DYNAMIC_VAULT_PROGRAM } from '../dexes/meteora/addresses.ts'
import { decodeDammV1Pool, decodeDynamicVault, freeVaultRaw } from '../dexes/meteora/damm-v1-state.ts'
import { decodeMintInfo } from '../mint-info.ts'
import type { AccountView } from '../rpc.ts'
import type { HeldToken, Reading, ShareReader } from './reader.ts'
import { isTokenProgram, share, tokensIn } from './vault-share.ts'

/** Pools of DAMM v1 hold shares of vaults, which many pools have in common. */
export const dammV1Shares: ShareReader = {
  protocol: 'meteora_damm_v1',
  program: DAMM_V1_PROGRAM,
  mintOffset: 8,
  // The mint's authority is the pool's share of its first vault: a token account that owns itself.
  mayBe(_token, authority) {
    const fields = authority !== null && isTokenProgram(authority.owner) ? readTokenAccount(authority.data) : null
    return fields !== null && encodeBase58(fields.owner) === authority?.address
  },
  read(view, token, { nowSec }) {
    const pool = decodeDammV1Pool(view.data)
    if (pool === null || encodeBase58(view.data.subarray(8, 40)) !== token.mint) return null
    const sides = [
      { mint: pool.mintA, vault: pool.vaultA, shares: pool.vaultLpA },
      { mint: pool.mintB, vault: pool.vaultB, shares: pool.vaultLpB },
    ]
    return readDammV1(view, token, sides, BigInt(nowSec))
  },
}

type DammV1Side = { readonly mint: string; readonly vault: string; readonly shares: string }

function* readDammV1(view: AccountView, token: HeldToken, sides: readonly DammV1Side[], nowSec: bigint): Reading {
  const accounts = yield sides.flatMap(({ vault, shares }) => [vault, shares])
  const vaults = sides.map(({ vault }) => {
    const read = accounts.get(vault) ?? null
    return read?.owner === DYNAMIC_VAULT_PROGRAM ? decodeDynamicVault(read.data) : null
  })
  const mints = yield vaults.flatMap((vault) => (vault === null ? [] : [vault.lpMint]))
  const tokens = sides.map(({ mint, shares }, at) => {
    const vault = vaults[at] ?? null
    const shareSupplyRaw = vault === null ? 0n : (decodeMintInfo(mints.get(vault.lpMint) ?? null)?.supplyRaw ?? 0n)
    if (vault === null || shareSupplyRaw === 0n || token.supplyRaw === 0n) return { mint, amountRaw: 0n }
    const poolSharesRaw = tokensIn(accounts, shares, vault.lpMint)
    const sharesRaw = (poolSharesRaw * token.amountRaw) / token.supplyRaw
    return { mint, amountRaw: (sharesRaw * freeVaultRaw(vault, nowSec)) / shareSupplyRaw }
  })
  const { account: address, mint, amountRaw: sharesRaw } = token
  const [protocol, program] = ['meteora_damm_v1', DAMM_V1_PROGRAM]
  return [share({ protocol, program, address, mint, pool: view.address, sharesRaw, tokens })]
}
