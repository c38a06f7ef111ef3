import type { SandboxChain } from '../chain/types.ts'
import { installPumpPrograms } from './install-pump-programs.ts'
import { installRaydiumPrograms } from './install-raydium-programs.ts'
import { installAggregator } from './jupiter/aggregator-emulator.ts'
import { installRecurring } from './jupiter/recurring-emulator.ts'
import { installTrigger } from './jupiter/trigger-emulator.ts'
import { installDammV1 } from './meteora/damm-v1-emulator.ts'
import { installDlmm } from './meteora/dlmm-emulator.ts'
import { installDammV2 } from './meteora-damm-v2/emulator.ts'
import { installDbc } from './meteora-dbc/emulator.ts'
import { installWhirlpools } from './orca/emulator.ts'
import { installPayoutPrograms } from './payout-emulator.ts'
import { installClmm } from './raydium-clmm/emulator.ts'
import { installTransferHooks } from './transfer-hook-programs.ts'

/** Every program of the sandbox: emulated ones (a new DEX is its emulator files and a line here) and our own. */
const INSTALLERS: readonly ((chain: SandboxChain) => void)[] = [
  installPumpPrograms,
  installRaydiumPrograms,
  installClmm,
  installDlmm,
  installDammV1,
  installDammV2,
  installDbc,
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
