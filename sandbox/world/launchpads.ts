import type { DexName } from '../../src/chain/solana/dexes/dex.ts'

/** DEXs on whose curves tokens come to be, and where each token goes on once its curve is full. */
export const GRADUATES_TO: Readonly<Partial<Record<DexName, DexName>>> = {
  pumpfun: 'pumpswap',
  bonk: 'raydium_cpmm',
  meteora_dbc: 'meteora_damm_v2',
}

/** Whether tokens come to be on its curves. */
export function isLaunchpad(dex: DexName): boolean {
  return GRADUATES_TO[dex] !== undefined
}
