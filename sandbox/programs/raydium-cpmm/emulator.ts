import { CPMM_PROGRAM } from '../../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import { anchorEmulator } from '../anchor-emulator.ts'
import { runInitialize, runInitializeWithPermission } from './create-pool.ts'
import { runSwapBaseInput, runSwapBaseOutput } from './swap.ts'

/** Raydium CPMM: new pools and swaps. */
export const cpmmEmulator = anchorEmulator(CPMM_PROGRAM, [
  { tag: '8fbe5adac41e33de', name: 'SwapBaseInput', run: runSwapBaseInput },
  { tag: '37d96256a34ab4ad', name: 'SwapBaseOutput', run: runSwapBaseOutput },
  { tag: 'afaf6d1f0d989bed', name: 'Initialize', run: runInitialize },
  { tag: '3f37fe4131b25979', name: 'InitializeWithPermission', run: runInitializeWithPermission },
])
