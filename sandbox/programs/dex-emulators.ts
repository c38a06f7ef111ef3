import type { Emulator } from '../chain/types.ts'
import { cpmmEmulator } from './cpmm-emulator.ts'
import { dammV1Emulator } from './damm-v1-emulator.ts'
import { vaultEmulator } from './damm-v1-vault.ts'
import { dammV2Emulator } from './damm-v2-emulator.ts'
import { dlmmEmulator } from './dlmm-emulator.ts'
import { PUMP_EMULATORS } from './install-pump-programs.ts'
import { launchlabEmulator } from './launchlab-emulator.ts'
import { raydiumEmulator } from './raydium-emulator.ts'
import { whirlpoolEmulator } from './whirlpool-emulator.ts'

/** Emulators of every program that a swap on a DEX calls, by program id. */
export const DEX_EMULATORS: ReadonlyMap<string, Emulator> = new Map(
  [
    ...PUMP_EMULATORS,
    raydiumEmulator,
    cpmmEmulator,
    launchlabEmulator,
    dlmmEmulator,
    dammV1Emulator,
    vaultEmulator,
    dammV2Emulator,
    whirlpoolEmulator,
  ].map((emulator) => [emulator.programId, emulator]),
)
