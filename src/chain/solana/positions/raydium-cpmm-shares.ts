import { CPMM_AUTHORITY, CPMM_PROGRAM } from '../dexes/raydium-cpmm/addresses.ts'
import { decodeCpmmPool } from '../dexes/raydium-cpmm/state.ts'
import type { ShareReader } from './reader.ts'
import { readVaultShare, type VaultPool } from './vault-share.ts'

/** LP tokens of Raydium CPMM. */
export const cpmmShares: ShareReader = {
  protocol: 'raydium_cpmm',
  program: CPMM_PROGRAM,
  mintOffset: 136,
  mayBe: ({ mintAuthority }) => mintAuthority === CPMM_AUTHORITY,
  read: (view, token) => readVaultShare('raydium_cpmm', { view, token, decode: cpmmPool }),
}

function cpmmPool(data: Uint8Array): VaultPool | null {
  const pool = decodeCpmmPool(data)
  if (pool === null) return null
  const zeroRaw = pool.protocolFees0 + pool.fundFees0 + pool.creatorFees0
  const oneRaw = pool.protocolFees1 + pool.fundFees1 + pool.creatorFees1
  return {
    lpMint: pool.lpMint,
    supplyRaw: pool.lpSupply,
    sides: [
      { mint: pool.token0Mint, vault: pool.token0Vault, notOursRaw: zeroRaw },
      { mint: pool.token1Mint, vault: pool.token1Vault, notOursRaw: oneRaw },
    ],
  }
}
