import type { SandboxChain } from '../../chain/types.ts'
import { anchorEmulator } from '../anchor-emulator.ts'
import { putInt } from '../byte-fields.ts'
import { CREATE_DAMM_V1_POOL_TAG, runDammV1CreatePool } from './damm-v1-create-pool.ts'
import { DAMM_V1_CONFIG_BYTES, DAMM_V1_CONFIG_TAG, DAMM_V1_PROGRAM, dammV1ConfigPda } from './damm-v1-layout.ts'
import { runDammV1Swap } from './damm-v1-swap.ts'
import { vaultEmulator } from './damm-v1-vault.ts'

/** Meteora DAMM v1 with constant product: pools of a configuration and trades on them. */
export const dammV1Emulator = anchorEmulator(DAMM_V1_PROGRAM, [
  { tag: 'f8c69e91e17587c8', name: 'Swap', run: runDammV1Swap },
  {
    tag: CREATE_DAMM_V1_POOL_TAG.toString('hex'),
    name: 'InitializePermissionlessConstantProductPoolWithConfig',
    run: runDammV1CreatePool,
  },
])

/** A quarter of a percent, a fifth of it the protocol's. */
const CONFIG_FEES = [250, 100_000, 20_000, 100_000]

/** Registers the pool and vault programs and writes one configuration of fees. */
export function installDammV1(chain: SandboxChain): void {
  chain.registerEmulator(dammV1Emulator)
  chain.registerEmulator(vaultEmulator)
  const data = new Uint8Array(DAMM_V1_CONFIG_BYTES)
  data.set(DAMM_V1_CONFIG_TAG)
  for (const [i, part] of CONFIG_FEES.entries()) putInt(data, 8 + i * 8, 8, part)
  const lamports = chain.minimumBalanceLamports(data.length)
  chain.setAccount(dammV1ConfigPda(0).address, { lamports, owner: DAMM_V1_PROGRAM, data, executable: false })
}
