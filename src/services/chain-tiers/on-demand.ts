import { CHAIN_TIERS } from '../../config/chains.ts'
import type { Context } from '../../context.ts'
import { createTokenBucket, type TokenBucket } from '../../runtime/token-bucket.ts'

/** Measurements that requests may cause, all callers together. */
export type OnDemandMeasures = TokenBucket

export function createOnDemandMeasures({ clock }: Pick<Context, 'clock'>): OnDemandMeasures {
  const nowMs = () => clock.monotonicMs()
  return createTokenBucket({ perMinute: CHAIN_TIERS.onDemandPerMinute, reservedShare: 0, nowMs })
}
