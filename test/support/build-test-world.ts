import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { openSandboxChain } from '../../sandbox/chain/open-chain.ts'
import type { SandboxChain } from '../../sandbox/chain/types.ts'
import { installPrograms } from '../../sandbox/programs/index.ts'
import { pack } from '../../sandbox/snapshot/pack.ts'
import type { Packed } from '../../sandbox/snapshot/packed.ts'
import { unpack } from '../../sandbox/snapshot/unpack.ts'
import { recordWorld, restoreWorld, type WorldRecord } from '../../sandbox/snapshot/world-record.ts'
import { buildWorld, LEDGER_START_SECS, slotOfHistory } from '../../sandbox/world/build-world.ts'
import { type DrawnWorld, planWorld } from '../../sandbox/world/plan-world.ts'
import type { World } from '../../sandbox/world/world.ts'
import { DEXES } from '../../src/chain/solana/dexes/index.ts'
import { keypairFromText } from '../../src/chain/solana/keypair.ts'
import { readOwnFile, writeOwnFile } from '../../src/runtime/own-file.ts'
import { CACHE } from './inherited-env.ts'
import { madeOnceNow } from './made-once.ts'

const SLOT_MS = 400
/** Every test world ends here, so that figures do not depend on the day. */
export const TEST_BOOT_SEC = 1_795_000_000

export type TestWorld = { readonly chain: SandboxChain; readonly world: World }

/** A whole world in this process, without ports and without agents; the default one of the seed, or the given plan. */
export function buildTestWorld(
  seed = 'test-world',
  plan: DrawnWorld = planWorld(seed),
  programsDir: string | null = null,
): TestWorld {
  const chain = openTestChain(seed, programsDir)
  const world = buildWorld(chain, plan, { dexes: DEXES, slotMs: SLOT_MS, bootSec: TEST_BOOT_SEC })
  return { chain, world }
}

/** `sharedTestWorld()`, built once in a whole run: each file that asks gets the same world, on a chain of its own. That a
 *  restored world is the built one is what `test/sandbox/snapshot/world-snapshot.test.ts` checks. */
export function sharedTestWorld(): TestWorld {
  const seed = 'test-world'
  const folder = process.env[CACHE]
  if (folder === undefined) return buildTestWorld(seed)
  const path = join(folder, seed)
  let built: TestWorld | null = null
  madeOnceNow(path, () => {
    built = buildTestWorld(seed)
    writeOwnFile(path, serialize(pack(recordWorld(built.world))))
  })
  return built ?? restoreTestWorld(seed, path) ?? buildTestWorld(seed)
}

function restoreTestWorld(seed: string, path: string): TestWorld | null {
  const kept = readOwnFile(path)
  if (!kept.ok) return null
  const chain = openTestChain(seed, null)
  const record = unpack(deserialize(kept.bytes) as Packed) as WorldRecord
  return { chain, world: restoreWorld(chain, record, DEXES) }
}

function openTestChain(seed: string, programsDir: string | null): SandboxChain {
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
  return chain
}
