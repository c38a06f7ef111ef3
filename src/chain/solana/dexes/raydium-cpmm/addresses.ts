import { USD1_MINT, USDC_MINT } from '../../../../contract/mints.ts'
import { addressBytes, findProgramAddress } from '../../pda.ts'
import { NATIVE_MINT } from '../../program-ids.ts'

export const CPMM_PROGRAM = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C'
/** Owner of every pool's vaults: the PDA of `vault_and_lp_mint_auth_seed`. A test derives it. */
export const CPMM_AUTHORITY = 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL'

/** Configurations (fee tiers) whose pools are looked for by address; graduated coins of 2026 are in number 11. */
const DERIVED_CONFIGS = 16
const DERIVED_QUOTES = [NATIVE_MINT, USDC_MINT, USD1_MINT]

export function ammConfigPda(index: number): string {
  return findProgramAddress([Buffer.from('amm_config'), Uint8Array.of(index >> 8, index & 255)], CPMM_PROGRAM).address
}

/** Where a configuration's pool of two mints is, unless its maker chose an address of his own. */
export function cpmmPoolPda(config: string, oneMint: string, otherMint: string): string {
  const mints = [addressBytes(oneMint), addressBytes(otherMint)].sort(Buffer.compare)
  return findProgramAddress([Buffer.from('pool'), addressBytes(config), ...mints], CPMM_PROGRAM).address
}

/** Addresses of the pools a mint may have against money. */
export function derivedCpmmPools(mint: string): readonly string[] {
  const configs = Array.from({ length: DERIVED_CONFIGS }, (_, index) => ammConfigPda(index))
  return DERIVED_QUOTES.filter((quote) => quote !== mint).flatMap((quote) =>
    configs.map((config) => cpmmPoolPda(config, mint, quote)),
  )
}
