/** A circuit breaker on consecutive failures.
 *
 *      closed --n failures--> open --rest over, one probe let through--> half open --success--> closed
 *                              ^------------------- failure, rest doubled -----'
 */
export type CircuitBreaker = {
  /** Leave to send one request now, or null while the breaker is open (half open: while the probe is out). */
  enter(): CircuitPass | null
  readonly state: 'closed' | 'open' | 'halfOpen'
  /** Until the next probe may go; 0 unless open. */
  restLeftMs(): number
}

/** Exactly one of the three is called, once, when the request has ended. */
export type CircuitPass = {
  succeeded(): void
  failed(): void
  /** The request ended without telling anything about the other side (the caller went away). */
  abandoned(): void
}

export type CircuitBreakerOptions = {
  readonly failures: number
  readonly restMs: number
  readonly restCapMs: number
  readonly nowMs: () => number
}

export function createCircuitBreaker({ failures, restMs, restCapMs, nowMs }: CircuitBreakerOptions): CircuitBreaker {
  let state: CircuitBreaker['state'] = 'closed'
  let consecutive = 0
  let openUntilMs = 0
  let nextRestMs = restMs
  let probing = false
  // Counts the changes of state, so that a straggler from before a change says nothing about now.
  let era = 0

  function moveTo(next: CircuitBreaker['state']): void {
    state = next
    era += 1
    consecutive = 0
    probing = false
  }

  function rest(): void {
    openUntilMs = nowMs() + nextRestMs
    nextRestMs = Math.min(restCapMs, nextRestMs * 2)
    moveTo('open')
  }

  return {
    enter() {
      if (state === 'open' && nowMs() >= openUntilMs) moveTo('halfOpen')
      if (state === 'open' || (state === 'halfOpen' && probing)) return null
      probing = state === 'halfOpen'
      const own = era
      return {
        succeeded() {
          if (own !== era) return
          consecutive = 0
          nextRestMs = restMs
          if (state === 'halfOpen') moveTo('closed')
        },
        failed() {
          if (own !== era) return
          consecutive += 1
          if (state === 'halfOpen' || consecutive >= failures) rest()
        },
        abandoned() {
          if (own === era) probing = false
        },
      }
    },
    get state() {
      return state
    },
    restLeftMs: () => (state === 'open' ? Math.max(0, openUntilMs - nowMs()) : 0),
  }
}
