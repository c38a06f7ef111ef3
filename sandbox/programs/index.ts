import type { SandboxChain } from '../chain/types.ts'
import { installAggregator } from './aggregator-emulator.ts'
import { installDammV1 } from './damm-v1-emulator.ts'
import { installDammV2 } from './damm-v2-emulator.ts'
import { installDlmm } from './dlmm-emulator.ts'
import { installPumpPrograms } from './install-pump-programs.ts'
import { installRaydiumPrograms } from './install-raydium-programs.ts'
import { installPayoutPrograms } from './payout-emulator.ts'
import { installRecurring } from './recurring-emulator.ts'
import { installTransferHooks } from './transfer-hook-programs.ts'
import { installTrigger } from './trigger-emulator.ts'
import { installWhirlpools } from './whirlpool-emulator.ts'

/** Every program of the sandbox: emulated ones (a new DEX is its emulator files and a line here) and our own. */
const INSTALLERS: readonly ((chain: SandboxChain) => void)[] = [
  installPumpPrograms,
  installRaydiumPrograms,
  installDlmm,
  installDammV1,
  installDammV2,
  installWhirlpools,
  installAggregator,
  installTrigger,
  installRecurring,
  installPayoutPrograms,
  installTransferHooks,
]

/** Puts the programs and their configuration on a new chain. */
export function installPrograms(chain: SandboxChain): void {
  for (const install of INSTALLERS) install(chain)
}
