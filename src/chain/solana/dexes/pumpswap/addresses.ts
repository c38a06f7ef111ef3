import { addressBytes, findProgramAddress, type ProgramAddress } from '../../pda.ts'
import { NATIVE_MINT } from '../../program-ids.ts'
import { poolAuthorityPda } from '../pumpfun/addresses.ts'

export const PUMPSWAP_PROGRAM = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'

/** Fixed PDAs; a test derives each of them. */
export const PUMPSWAP_GLOBAL_CONFIG = 'ADyA8hdefvWN2dbGGWFotbzWxrAvLW83WG6QCVXvJKqw'
export const PUMPSWAP_EVENT_AUTHORITY = 'GS4CU59F31iL7aR2Q8zVS8DRrcRnXX1yjQ66TqNVQnaR'
export const PUMPSWAP_VOLUME_ACCUMULATOR = 'C2aFPdENg4A2HQsmrd5rTw5TaYBX5Ku887cWjbFKtZpw'
export const PUMPSWAP_FEE_CONFIG = '5PHirr8joyTMp9JMm6nW7hNDVyEYdkzDqazxPD7RaTjx'

/** A graduated token's pool is number 0 of its pool authority. */
export const CANONICAL_POOL_INDEX = 0

export function poolPda(pool: {
  readonly index: number
  readonly creator: string
  readonly baseMint: string
  readonly quoteMint: string
}): ProgramAddress {
  const index = Uint8Array.of(pool.index & 255, pool.index >> 8)
  return findProgramAddress(
    [Buffer.from('pool'), index, addressBytes(pool.creator), addressBytes(pool.baseMint), addressBytes(pool.quoteMint)],
    PUMPSWAP_PROGRAM,
  )
}
export function canonicalPoolPda(mint: string, quoteMint: string = NATIVE_MINT): ProgramAddress {
  const creator = poolAuthorityPda(mint).address
  return poolPda({ index: CANONICAL_POOL_INDEX, creator, baseMint: mint, quoteMint })
}
export function lpMintPda(pool: string): ProgramAddress {
  return findProgramAddress([Buffer.from('pool_lp_mint'), addressBytes(pool)], PUMPSWAP_PROGRAM)
}
export function coinCreatorVaultPda(coinCreator: string): ProgramAddress {
  return findProgramAddress([Buffer.from('creator_vault'), addressBytes(coinCreator)], PUMPSWAP_PROGRAM)
}
/** Need not exist; trades of tokens with a creator pass it read-only. */
export function poolV2Pda(baseMint: string): ProgramAddress {
  return findProgramAddress([Buffer.from('pool-v2'), addressBytes(baseMint)], PUMPSWAP_PROGRAM)
}
export function boostVaultPda(pool: string): ProgramAddress {
  return findProgramAddress([Buffer.from('boost_vault'), addressBytes(pool)], PUMPSWAP_PROGRAM)
}
export function swapUserVolumePda(user: string): ProgramAddress {
  return findProgramAddress([Buffer.from('user_volume_accumulator'), addressBytes(user)], PUMPSWAP_PROGRAM)
}
