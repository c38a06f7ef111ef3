import { RAYDIUM_AUTHORITY, RAYDIUM_PROGRAM } from '../dexes/raydium/addresses.ts'
import { decodeAmmInfo } from '../dexes/raydium/state.ts'
import type { ShareReader } from './reader.ts'
import { readVaultShare, type VaultPool } from './vault-share.ts'

/** LP tokens of Raydium AMM v4. */
export const raydiumShares: ShareReader = {
  protocol: 'raydium',
  program: RAYDIUM_PROGRAM,
  mintOffset: 464,
  mayBe: ({ mintAuthority }) => mintAuthority === RAYDIUM_AUTHORITY,
  read: (view, token) => readVaultShare('raydium', { view, token, decode: raydiumPool }),
}

function raydiumPool(data: Uint8Array): VaultPool | null {
  const pool = decodeAmmInfo(data)
  if (pool === null) return null
  const { lpMint, lpAmount: supplyRaw, coinMint, coinVault, pcMint, pcVault } = pool
  const coin = { mint: coinMint, vault: coinVault, notOursRaw: pool.needTakePnlCoin }
  return { lpMint, supplyRaw, sides: [coin, { mint: pcMint, vault: pcVault, notOursRaw: pool.needTakePnlPc }] }
}
