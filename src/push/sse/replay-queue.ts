import { REPLAYS } from '../../config/event-stream.ts'

/** An open replay as those see it who share the work. */
export type ReplayWork = {
  /** Whose it is: a key, or the address of a caller without one of its own. */
  readonly party: string
  readonly isFree: boolean
  /** Does a bounded piece of work; true when there is more that can be done now. */
  step(): boolean
}

export type ReplayQueue = {
  readonly isEmpty: boolean
  /** Has it step when its turn comes. */
  add(replay: ReplayWork): void
  /** The next one to step, taken out. */
  take(): ReplayWork | undefined
}

/** Replays that want to step. Keys come in turn, however many replays each has open, and the replays of a key in turn
 *  among themselves. Paid keys go first: free ones get every `paidStepsPerFree + 1`th step while both wait. */
export function createReplayQueue(): ReplayQueue {
  const paid = createParties()
  const free = createParties()
  let paidSteps = 0
  return {
    get isEmpty() {
      return paid.isEmpty && free.isEmpty
    },
    add(replay) {
      ;(replay.isFree ? free : paid).add(replay)
    },
    take() {
      if (paid.isEmpty || (!free.isEmpty && paidSteps >= REPLAYS.paidStepsPerFree)) {
        paidSteps = 0
        return free.take()
      }
      paidSteps++
      return paid.take()
    },
  }
}

/** The parties of one class, the one whose turn is next first, each with its replays that want to step. */
function createParties(): ReplayQueue {
  const waiting = new Map<string, Set<ReplayWork>>()
  return {
    get isEmpty() {
      return waiting.size === 0
    },
    add(replay) {
      const own = waiting.get(replay.party)
      if (own === undefined) waiting.set(replay.party, new Set([replay]))
      else own.add(replay)
    },
    take() {
      const [next] = waiting
      if (next === undefined) return undefined
      const [party, own] = next
      const [replay] = own
      waiting.delete(party)
      if (replay === undefined) return undefined
      own.delete(replay)
      if (own.size > 0) waiting.set(party, own)
      return replay
    },
  }
}
