import { type Outcome, ok } from '../../../../contract/outcome.ts'
import type { SolanaRpc } from '../../rpc.ts'
import type { Pool } from '../dex.ts'
import { findDammV1Pools } from './damm-v1-pools.ts'
import { findDlmmPools } from './dlmm-pools.ts'

/** Pools of a mint in both programs; fails when either cannot be read. */
export async function findMeteoraPools(
  rpc: SolanaRpc,
  mint: string,
  signal?: AbortSignal,
): Promise<Outcome<readonly Pool[]>> {
  const [dlmm, dammV1] = await Promise.all([findDlmmPools(rpc, mint, signal), findDammV1Pools(rpc, mint, signal)])
  if (!dlmm.ok) return dlmm
  return dammV1.ok ? ok([...dlmm.value, ...dammV1.value]) : dammV1
}
