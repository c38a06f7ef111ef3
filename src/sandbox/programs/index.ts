import type { SandboxChain } from '../chain/types.ts'
import { installPumpPrograms } from './install-pump-programs.ts'
import { installRaydiumPrograms } from './install-raydium-programs.ts'
import { installTransferHooks } from './transfer-hook-programs.ts'

/** Every program of the sandbox: emulated ones (a new DEX is its emulator files and a line here) and our own. */
const INSTALLERS: readonly ((chain: SandboxChain) => void)[] = [
  installPumpPrograms,
  installRaydiumPrograms,
  installTransferHooks,
]

/** Puts the programs and their configuration on a new chain. */
export function installPrograms(chain: SandboxChain): void {
  for (const install of INSTALLERS) install(chain)
}
