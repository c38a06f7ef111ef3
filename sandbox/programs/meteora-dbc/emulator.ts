import { SYSTEM_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { anchorEmulator } from '../anchor-emulator.ts'
import { putKey } from '../byte-fields.ts'
import {
  DAMM_V2_CONFIG_BYTES,
  DAMM_V2_CONFIG_CREATOR_AT,
  DAMM_V2_CONFIG_TAG,
  DAMM_V2_CONFIG_TYPE_AT,
  DAMM_V2_PROGRAM,
  DYNAMIC_CONFIG,
} from '../meteora-damm-v2/layout.ts'
import { runDbcLaunch } from './launch.ts'
import { DBC_AUTHORITY, DBC_PROGRAM } from './layout.ts'
import { runMigrateToDammV2 } from './migrate.ts'
import { DBC_PLATFORMS } from './platforms.ts'
import { runDbcSwap } from './swap.ts'

/** DAMM v2's configuration for pools that this launchpad makes with fees of their own. */
export const DAMM_V2_LAUNCH_CONFIG = 'A8gMrEPJkacWkcb3DGwtJwTe16HktSEfvwtuDh2MCtck'

/** On mainnet somebody has put so much there: new pools' rent is lent from it. */
const LENT_LAMPORTS = 1_000_000_000n

/** Meteora's dynamic bonding curve: launches, trades and moves to DAMM v2. */
export const dbcEmulator = anchorEmulator(DBC_PROGRAM, [
  { tag: 'f8c69e91e17587c8', name: 'Swap', run: (call) => runDbcSwap(call, 'swap') },
  { tag: '414b3f4ceb5b5b88', name: 'Swap2', run: (call) => runDbcSwap(call, 'swap2') },
  {
    tag: '8c55d7b06636684f',
    name: 'InitializeVirtualPoolWithSplToken',
    run: (call) => runDbcLaunch(call, 'spl'),
  },
  {
    tag: 'a976334e916edc9b',
    name: 'InitializeVirtualPoolWithToken2022',
    run: (call) => runDbcLaunch(call, 'token2022'),
  },
  { tag: '9ca9e66735e45040', name: 'MigrationDammV2', run: runMigrateToDammV2 },
])

/** Registers the program and writes the configurations of the launch platforms, and the one of DAMM v2 under which their
 *  tokens get a pool. Once, before the first launch. */
export function installDbc(chain: SandboxChain): void {
  chain.registerEmulator(dbcEmulator)
  const write = (address: string, owner: string, data: Uint8Array): void =>
    chain.setAccount(address, { lamports: chain.minimumBalanceLamports(data.length), owner, data, executable: false })
  for (const { config, bytes } of DBC_PLATFORMS) write(config, DBC_PROGRAM, bytes)
  const dammConfig = new Uint8Array(DAMM_V2_CONFIG_BYTES)
  dammConfig.set(DAMM_V2_CONFIG_TAG)
  dammConfig[DAMM_V2_CONFIG_TYPE_AT] = DYNAMIC_CONFIG
  putKey(dammConfig, DAMM_V2_CONFIG_CREATOR_AT, DBC_AUTHORITY.address)
  write(DAMM_V2_LAUNCH_CONFIG, DAMM_V2_PROGRAM, dammConfig)
  const authority = { lamports: LENT_LAMPORTS, owner: SYSTEM_PROGRAM, data: new Uint8Array(0), executable: false }
  chain.setAccount(DBC_AUTHORITY.address, authority)
}
