import { keypairFromText } from '../../src/chain/solana/keypair.ts'
import { openSandboxChain } from '../chain/open-chain.ts'
import type { SandboxChain } from '../chain/types.ts'
import { installPrograms } from '../programs/index.ts'
import { LEDGER_START_SECS, slotOfHistory } from './build-world.ts'

export type WorldChainOptions = {
  readonly seed: string
  readonly slotMs: number
  /** Unix time at which history ends. */
  readonly bootSec: number
  readonly genesisHash: string
  readonly programsDir: string | null
  readonly onEmulatorFault?: (program: string, error: unknown) => void
}

/** A new chain with its programs, at the beginning of a world's history. The blocks and signatures of the history
 *  follow from the seed, those after it from the genesis hash as well. */
export function openWorldChain({ seed, bootSec, ...options }: WorldChainOptions): SandboxChain {
  const chain = openSandboxChain({
    ...options,
    historyRoot: keypairFromText(`history of ${seed}`).address,
    clockStart: { slot: slotOfHistory(LEDGER_START_SECS, options.slotMs), unixTimeSec: bootSec - LEDGER_START_SECS },
  })
  installPrograms(chain)
  return chain
}
