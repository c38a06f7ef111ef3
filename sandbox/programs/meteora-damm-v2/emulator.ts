import type { SandboxChain } from '../../chain/types.ts'
import { anchorEmulator } from '../anchor-emulator.ts'
import { runDammV2CreateDynamic, runDammV2CreatePool } from './create-pool.ts'
import { DAMM_V2_PROGRAM } from './layout.ts'
import { runDammV2Swap } from './swap.ts'

/** Meteora DAMM v2: pools with terms of their own and trades on them. */
export const dammV2Emulator = anchorEmulator(DAMM_V2_PROGRAM, [
  { tag: 'f8c69e91e17587c8', name: 'Swap', run: (call) => runDammV2Swap(call, 'swap') },
  { tag: '414b3f4ceb5b5b88', name: 'Swap2', run: (call) => runDammV2Swap(call, 'swap2') },
  { tag: '14a1f118bdddb402', name: 'InitializeCustomizablePool', run: runDammV2CreatePool },
  { tag: '955248c5fdfc440f', name: 'InitializePoolWithDynamicConfig', run: runDammV2CreateDynamic },
])

export function installDammV2(chain: SandboxChain): void {
  chain.registerEmulator(dammV2Emulator)
}
