import { PUMPSWAP_PROGRAM } from '../dexes/pumpswap/addresses.ts'
import { decodePool } from '../dexes/pumpswap/state.ts'
import type { ShareReader } from './reader.ts'
import { readVaultShare, type VaultPool } from './vault-share.ts'

/** LP tokens of PumpSwap. */
export const pumpswapShares: ShareReader = {
  protocol: 'pumpswap',
  program: PUMPSWAP_PROGRAM,
  mintOffset: 107,
  isAuthorityPool: true,
  mayBe: (_token, authority) => authority?.owner === PUMPSWAP_PROGRAM,
  read: (view, token) => readVaultShare('pumpswap', { view, token, decode: pumpswapPool }),
}

function pumpswapPool(data: Uint8Array): VaultPool | null {
  const pool = decodePool(data)
  if (pool === null) return null
  const { lpMint, lpSupply: supplyRaw } = pool
  const base = { mint: pool.baseMint, vault: pool.poolBaseTokenAccount, notOursRaw: 0n }
  return {
    lpMint,
    supplyRaw,
    sides: [base, { mint: pool.quoteMint, vault: pool.poolQuoteTokenAccount, notOursRaw: 0n }],
  }
}
