import { DEXES } from '../../src/chain/solana/dexes/index.ts'
import { SYSTEM_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { buildWorldInTurns } from '../world/build-world.ts'
import { openWorldChain } from '../world/open-world-chain.ts'
import { planWorld } from '../world/plan-world.ts'
import { pack } from './pack.ts'
import type { Snapshot } from './snapshot-file.ts'
import { findTimePlaces } from './time-shift.ts'
import type { WorldSettings } from './world-key.ts'
import { findOtherMessages, recordWorld, type WorldRecord, withoutSignatures } from './world-record.ts'

/** When the two worlds end; any two times do. */
const BOOT_SEC = 1_800_000_000
const SHIFT_SEC = 2_311_527
/** Nothing of a history follows from it. */
const NO_GENESIS = SYSTEM_PROGRAM

/** Builds the world of these settings twice, for two times, and packs it. The same settings and code give the same
 *  bytes. */
export async function makeSnapshot(settings: WorldSettings): Promise<Snapshot> {
  const one = await buildRecord(settings, BOOT_SEC)
  const other = await buildRecord(settings, BOOT_SEC + SHIFT_SEC)
  const named = findOtherMessages(one, other)
  const packed = pack(withoutSignatures(one, named))
  const places = findTimePlaces(packed, pack(withoutSignatures(other, named)), SHIFT_SEC)
  return { bootSec: BOOT_SEC, packed, places }
}

async function buildRecord({ seed, slotMs }: WorldSettings, bootSec: number): Promise<WorldRecord> {
  const plan = planWorld(seed)
  const chain = openWorldChain({ seed, slotMs, bootSec, genesisHash: NO_GENESIS, programsDir: null })
  return recordWorld(await buildWorldInTurns(chain, plan, { dexes: DEXES, slotMs, bootSec }))
}
