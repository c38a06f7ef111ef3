import { COHORT } from '../../config/cohort.ts'
import { createGate } from '../../runtime/gate.ts'

export type Turn = {
  /** Whether it came before the signal fired. */
  come(signal: AbortSignal): Promise<boolean>
  /** Gives the place back, or stops waiting for it. */
  leave(): void
}
/** Places for analyses, and room to wait for one. */
export type Turns = {
  /** Known at once, so that the caller can be refused: null when the party, or all together, wait for too many. */
  take(party: string): Turn | null
}

export function createTurns(): Turns {
  const { running, waiting, runningOfOne, waitingOfOne } = COHORT
  const gate = createGate({
    maxRunning: running,
    maxWaiting: waiting,
    maxRunningOfOne: runningOfOne,
    maxWaitingOfOne: waitingOfOne,
  })
  const waitingFor = new Map<string, number>()
  let waitingNow = 0
  const countWaiting = (party: string, change: 1 | -1): void => {
    waitingNow += change
    const left = (waitingFor.get(party) ?? 0) + change
    if (left === 0) waitingFor.delete(party)
    else waitingFor.set(party, left)
  }
  return {
    take(party) {
      let isIn = gate.enterNow(party)
      let isWaiting = !isIn
      if (isWaiting) {
        if (waitingNow >= waiting || (waitingFor.get(party) ?? 0) >= waitingOfOne) return null
        countWaiting(party, 1)
      }
      return {
        async come(signal) {
          if (!isWaiting) return isIn
          isIn = (await gate.enter(signal, party)) === 'entered'
          isWaiting = false
          countWaiting(party, -1)
          return isIn
        },
        leave() {
          if (isIn) gate.leave(party)
          isIn = false
          if (isWaiting) countWaiting(party, -1)
          isWaiting = false
        },
      }
    },
  }
}
