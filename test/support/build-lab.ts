import { planLab } from '../../eval/plan-lab.ts'
import { openSandboxChain } from '../../sandbox/chain/open-chain.ts'
import type { SandboxChain } from '../../sandbox/chain/types.ts'
import { installPrograms } from '../../sandbox/programs/index.ts'
import { buildWorld, LEDGER_START_SECS, slotOfHistory } from '../../sandbox/world/build-world.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import type { World } from '../../sandbox/world/world.ts'
import { DEXES } from '../../src/chain/solana/dexes/index.ts'
import { keypairFromText } from '../../src/chain/solana/keypair.ts'
import { TEST_BOOT_SEC } from './build-test-world.ts'

const SLOT_MS = 400

/** A lab world with one launch of each recipe. */
export function buildLab(
  seed: string,
  recipes: readonly Recipe[],
  launches = recipes.length,
): { readonly chain: SandboxChain; readonly world: World } {
  const chain = openSandboxChain({
    genesisHash: keypairFromText(`genesis ${seed}`).address,
    slotMs: SLOT_MS,
    programsDir: null,
    clockStart: { slot: slotOfHistory(LEDGER_START_SECS, SLOT_MS), unixTimeSec: TEST_BOOT_SEC - LEDGER_START_SECS },
    onEmulatorFault: (program, error) => {
      throw new Error(`emulator of ${program} failed`, { cause: error })
    },
  })
  installPrograms(chain)
  const plan = planLab({ seed, recipes, launches })
  return { chain, world: buildWorld(chain, plan, { dexes: DEXES, slotMs: SLOT_MS, bootSec: TEST_BOOT_SEC }) }
}
