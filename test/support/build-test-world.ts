import { openSandboxChain } from '../../sandbox/chain/open-chain.ts'
import type { SandboxChain } from '../../sandbox/chain/types.ts'
import { installPrograms } from '../../sandbox/programs/index.ts'
import { buildWorld, LEDGER_START_SECS, slotOfHistory } from '../../sandbox/world/build-world.ts'
import { type DrawnWorld, planWorld } from '../../sandbox/world/plan-world.ts'
import type { World } from '../../sandbox/world/world.ts'
import { DEXES } from '../../src/chain/solana/dexes/index.ts'
import { keypairFromText } from '../../src/chain/solana/keypair.ts'

const SLOT_MS = 400
/** Every test world ends here, so that figures do not depend on the day. */
export const TEST_BOOT_SEC = 1_795_000_000

/** A whole world in this process, without ports and without agents; the default one of the seed, or the given plan. */
export function buildTestWorld(
  seed = 'test-world',
  plan: DrawnWorld = planWorld(seed),
  programsDir: string | null = null,
): { readonly chain: SandboxChain; readonly world: World } {
  const chain = openSandboxChain({
    genesisHash: keypairFromText(`genesis ${seed}`).address,
    slotMs: SLOT_MS,
    programsDir,
    clockStart: {
      slot: slotOfHistory(LEDGER_START_SECS, SLOT_MS),
      unixTimeSec: TEST_BOOT_SEC - LEDGER_START_SECS,
    },
    onEmulatorFault: (program, error) => {
      throw new Error(`emulator of ${program} failed`, { cause: error })
    },
  })
  installPrograms(chain)
  const world = buildWorld(chain, plan, { dexes: DEXES, slotMs: SLOT_MS, bootSec: TEST_BOOT_SEC })
  return { chain, world }
}
