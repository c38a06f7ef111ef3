import type { StakeFields } from '../../../hot-paths/account-layouts.ts'
import type { StakeActivation } from '../../holdings-port.ts'
import type { ClusterStake, StakeHistory } from './stake-history.ts'

export type Delegation = NonNullable<StakeFields['delegation']>

/** Stake of genesis is active from the beginning; the same number stands for "not deactivated". */
export const NEVER_EPOCH = 2n ** 64n - 1n
/** At most this part of all stake changes sides in an epoch. It was a quarter until 2024, longer ago than the history
 *  reaches. */
const RATE = 0.09

/** The stake program's own reckoning: stake warms up and cools down by epochs, each account by
 *  its share of what the whole cluster may change. Epochs that the history does not show any more are over. */
export function stakeActivation(delegation: Delegation, epoch: bigint, history: StakeHistory): StakeActivation {
  const { deactivationEpoch } = delegation
  const { effective, activating } = warmUp(delegation, epoch, history)
  if (epoch < deactivationEpoch) {
    const state = activating > 0n ? 'activating' : effective > 0n ? 'active' : 'inactive'
    return { state, effectiveRaw: effective, activatingRaw: activating, deactivatingRaw: 0n }
  }
  const left = epoch === deactivationEpoch ? effective : coolDown(effective, deactivationEpoch, epoch, history)
  const state = left > 0n ? 'deactivating' : 'inactive'
  return { state, effectiveRaw: left, activatingRaw: 0n, deactivatingRaw: left }
}

function warmUp(
  { stakeLamports, activationEpoch, deactivationEpoch }: Delegation,
  epoch: bigint,
  history: StakeHistory,
): { effective: bigint; activating: bigint } {
  if (activationEpoch === NEVER_EPOCH) return { effective: stakeLamports, activating: 0n }
  // Taken back in the epoch of its delegation: it never worked.
  if (activationEpoch === deactivationEpoch || epoch < activationEpoch) return { effective: 0n, activating: 0n }
  if (epoch === activationEpoch) return { effective: 0n, activating: stakeLamports }
  let cluster = history.get(activationEpoch)
  if (cluster === undefined) return { effective: stakeLamports, activating: 0n }
  let effective = 0n
  for (let at = activationEpoch + 1n; cluster !== undefined && cluster.activating > 0n; at += 1n) {
    effective += allowance(stakeLamports - effective, cluster.activating, cluster)
    if (effective >= stakeLamports) return { effective: stakeLamports, activating: 0n }
    if (at >= epoch || at >= deactivationEpoch) break
    cluster = history.get(at)
  }
  return { effective, activating: stakeLamports - effective }
}

function coolDown(effective: bigint, since: bigint, epoch: bigint, history: StakeHistory): bigint {
  let cluster = history.get(since)
  if (cluster === undefined) return 0n
  let left = effective
  for (let at = since + 1n; cluster !== undefined && cluster.deactivating > 0n; at += 1n) {
    left -= allowance(left, cluster.deactivating, cluster)
    if (left <= 0n) return 0n
    if (at >= epoch) break
    cluster = history.get(at)
  }
  return left
}

/** What of an account changes sides in an epoch: at least one lamport, so that it ends. In doubles because the program
 *  reckons in doubles: its last lamport is theirs. SIMD-0391 plans integers, which differ from them by a lamport here and
 *  there. */
function allowance(ownLamports: bigint, changingLamports: bigint, { effective }: ClusterStake): bigint {
  const weight = Number(ownLamports) / Number(changingLamports)
  return BigInt(Math.floor(weight * (Number(effective) * RATE))) || 1n
}
