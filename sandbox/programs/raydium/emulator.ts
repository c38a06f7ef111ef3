import { RAYDIUM_PROGRAM } from '../../../src/chain/solana/dexes/raydium/addresses.ts'
import type { Emulator } from '../../chain/types.ts'
import { runInitialize2 } from './create-pool.ts'
import { RAYDIUM_ERRORS, refuseRaydium } from './errors.ts'
import { runSwap } from './swap.ts'

/** Raydium AMM v4: new pools and swaps, told apart by the first byte. */
export const raydiumEmulator: Emulator = {
  programId: RAYDIUM_PROGRAM,
  run(call) {
    switch (call.data[0]) {
      case 1:
        return runInitialize2(call)
      case 9:
        return runSwap(call, 'baseIn', 'v1')
      case 11:
        return runSwap(call, 'baseOut', 'v1')
      case 16:
        return runSwap(call, 'baseIn', 'v2')
      case 17:
        return runSwap(call, 'baseOut', 'v2')
      default:
        return refuseRaydium(RAYDIUM_ERRORS.invalidInstruction).refused
    }
  },
}
