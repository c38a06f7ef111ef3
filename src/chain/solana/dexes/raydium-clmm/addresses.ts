import { USD1_MINT, USDC_MINT } from '../../../../contract/mints.ts'
import { addressBytes, findProgramAddress } from '../../pda.ts'
import { NATIVE_MINT } from '../../program-ids.ts'

export const CLMM_PROGRAM = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK'

/** Configurations (fee tiers) whose pools are looked for by address. */
const DERIVED_CONFIGS = 16
const DERIVED_QUOTES = [NATIVE_MINT, USDC_MINT, USD1_MINT]

export function clmmConfigPda(index: number): string {
  return findProgramAddress([Buffer.from('amm_config'), Uint8Array.of(index >> 8, index & 255)], CLMM_PROGRAM).address
}

export function clmmPoolPda(config: string, oneMint: string, otherMint: string): string {
  const mints = [addressBytes(oneMint), addressBytes(otherMint)].sort(Buffer.compare)
  return findProgramAddress([Buffer.from('pool'), addressBytes(config), ...mints], CLMM_PROGRAM).address
}

/** Addresses of the pools a mint may have against money. */
export function derivedClmmPools(mint: string): readonly string[] {
  const configs = Array.from({ length: DERIVED_CONFIGS }, (_, index) => clmmConfigPda(index))
  return DERIVED_QUOTES.filter((quote) => quote !== mint).flatMap((quote) =>
    configs.map((config) => clmmPoolPda(config, mint, quote)),
  )
}

/** Array of ticks that begins with `startTick`. */
export function clmmTickArrayPda(pool: string, startTick: number): string {
  const start = Buffer.alloc(4)
  start.writeInt32BE(startTick)
  return findProgramAddress([Buffer.from('tick_array'), addressBytes(pool), start], CLMM_PROGRAM).address
}

/** Says which arrays have ticks where the pool's own bitmap ends. */
export function clmmBitmapExtensionPda(pool: string): string {
  return findProgramAddress([Buffer.from('pool_tick_array_bitmap_extension'), addressBytes(pool)], CLMM_PROGRAM).address
}
