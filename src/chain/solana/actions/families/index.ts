import type { ChainInstruction } from '../../transaction.ts'
import { bubblegum } from './bubblegum.ts'
import { candyMachines } from './candy-machines.ts'
import { coreAssets } from './core-assets.ts'
import type { ActionFamily } from './family.ts'
import { jupiterOrders } from './jupiter-orders.ts'
import { loader } from './loader.ts'
import { addressTables } from './lookup-tables.ts'
import { magicEden } from './magic-eden.ts'
import { marinade } from './marinade.ts'
import { routers } from './routers.ts'
import { sanctum } from './sanctum.ts'
import { stake } from './stake.ts'
import { stakePools } from './stake-pools.ts'
import { system } from './system.ts'
import { tensor } from './tensor.ts'
import { tokenMetadata } from './token-metadata.ts'
import { tokens } from './tokens.ts'
import { vote } from './vote.ts'

/** Every program family whose instructions are read here. DEXs and venues have lists of their own (`../../dexes`,
 *  `../../venues`). */
export const ACTION_FAMILIES: readonly ActionFamily[] = [
  system,
  tokens,
  stake,
  vote,
  addressTables,
  loader,
  tokenMetadata,
  coreAssets,
  bubblegum,
  candyMachines,
  magicEden,
  tensor,
  stakePools,
  marinade,
  sanctum,
  routers,
  jupiterOrders,
]

const BY_PROGRAM: ReadonlyMap<string, ActionFamily> = new Map(
  ACTION_FAMILIES.flatMap((family) => Object.keys(family.sources).map((programId) => [programId, family] as const)),
)

/** The family of the program that an instruction calls. */
export function familyOf({ programId }: ChainInstruction): ActionFamily | undefined {
  return BY_PROGRAM.get(programId)
}
