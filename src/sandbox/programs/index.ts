import type { SandboxChain } from '../chain/types.ts'
import { installPumpPrograms } from './install-pump-programs.ts'

/** Every emulated program of the sandbox. A new DEX is its emulator files and a line here. */
const INSTALLERS: readonly ((chain: SandboxChain) => void)[] = [installPumpPrograms]

/** Puts the emulated programs and their configuration on a new chain. */
export function installPrograms(chain: SandboxChain): void {
  for (const install of INSTALLERS) install(chain)
}
