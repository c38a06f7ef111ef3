import { TRADING } from '../../config/trading.ts'
import type { Failure, Outcome } from '../../contract/outcome.ts'
import type { Clock } from '../../runtime/clock.ts'

/** Finds out with few calls whether a node scans programs at all. */
export type ScanProbe = {
  /** Runs a scan. Until one was answered they run one at a time; once the node has refused enough programs, no more of
   *  them are sent for a while, and each fails as the last one did. */
  run<T>(program: string, scan: () => Promise<Outcome<T>>): Promise<Outcome<T>>
}

/** Some nodes refuse single programs only. */
const PROGRAMS_REFUSED = 2

export function createScanProbe(clock: Pick<Clock, 'monotonicMs'>): ScanProbe {
  const refused = new Set<string>()
  let closed: { readonly untilMs: number; readonly failure: Failure } | null = null
  let isOpen = false
  let last: Promise<unknown> = Promise.resolve()

  const closedNow = (): Failure | null =>
    closed !== null && clock.monotonicMs() < closed.untilMs ? closed.failure : null

  async function runOne<T>(program: string, scan: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const failure = closedNow()
    if (failure !== null) return failure
    const scanned = await scan()
    if (scanned.ok) {
      isOpen = true
      refused.clear()
    } else if (scanned.code === 'upstream_refused') {
      isOpen = false
      refused.add(program)
      if (refused.size >= PROGRAMS_REFUSED)
        closed = { untilMs: clock.monotonicMs() + TRADING.refusedScanMs, failure: scanned }
    }
    return scanned
  }

  return {
    run(program, scan) {
      const failure = closedNow()
      if (failure !== null) return Promise.resolve(failure)
      if (isOpen) return runOne(program, scan)
      const mine = last.then(() => runOne(program, scan))
      last = Promise.allSettled([mine])
      return mine
    },
  }
}
