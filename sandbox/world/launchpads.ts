import type { DexName } from '../../src/chain/solana/dexes/dex.ts'

const LAUNCHPADS: ReadonlySet<DexName> = new Set(['pumpfun', 'bonk', 'meteora_dbc'])

/** Whether tokens come to be on its curves. */
export function isLaunchpad(dex: DexName): boolean {
  return LAUNCHPADS.has(dex)
}
