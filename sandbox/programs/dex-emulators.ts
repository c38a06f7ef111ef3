import type { Emulator } from '../chain/types.ts'
import { launchlabEmulator } from './bonk/emulator.ts'
import { PUMP_EMULATORS } from './install-pump-programs.ts'
import { dammV1Emulator } from './meteora/damm-v1-emulator.ts'
import { vaultEmulator } from './meteora/damm-v1-vault.ts'
import { dlmmEmulator } from './meteora/dlmm-emulator.ts'
import { dammV2Emulator } from './meteora-damm-v2/emulator.ts'
import { dbcEmulator } from './meteora-dbc/emulator.ts'
import { whirlpoolEmulator } from './orca/emulator.ts'
import { raydiumEmulator } from './raydium/emulator.ts'
import { clmmEmulator } from './raydium-clmm/emulator.ts'
import { cpmmEmulator } from './raydium-cpmm/emulator.ts'

/** Emulators of every program that a swap on a DEX calls, by program id. */
export const DEX_EMULATORS: ReadonlyMap<string, Emulator> = new Map(
  [
    ...PUMP_EMULATORS,
    raydiumEmulator,
    cpmmEmulator,
    clmmEmulator,
    launchlabEmulator,
    dlmmEmulator,
    dammV1Emulator,
    vaultEmulator,
    dammV2Emulator,
    dbcEmulator,
    whirlpoolEmulator,
  ].map((emulator) => [emulator.programId, emulator]),
)
