import type { ConsumerLimits } from './types.ts'

/** A subscription whose last attempt failed: the circuit is open until `probeAtMs`, then one event may be tried. */
export type Circuit = {
  /** Failed attempts since the last success. */
  failures: number
  probeAtMs: number
}

export function noteOutcome(
  circuit: Circuit,
  failures: number,
  { atMs, probeMs }: { readonly atMs: number; readonly probeMs: ConsumerLimits['probeMs'] },
): void {
  circuit.failures = failures
  circuit.probeAtMs = atMs + pauseAfterMs(failures, probeMs)
}

/** Whether a new event may be tried; retries have times of their own. */
export function mayTryNew({ failures, probeAtMs }: Circuit, nowMs: number, isOneUnderWay: boolean): boolean {
  return failures === 0 || (probeAtMs <= nowMs && !isOneUnderWay)
}

function pauseAfterMs(failures: number, { first, longest }: ConsumerLimits['probeMs']): number {
  return failures === 0 ? 0 : Math.min(longest, first * 2 ** (failures - 1))
}
