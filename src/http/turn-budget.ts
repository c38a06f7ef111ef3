import type { LoopTurns } from '../runtime/loop-turns.ts'

/** How much may be answered in one turn of the loop. */
export type TurnBudget = {
  /** Counts one request; true when this turn has had its share. */
  isSpent(nowMs: number): boolean
  /** Counts one answer that no window of a key or an address bounds; true when this turn has had its share of those. */
  isWindowlessSpent(): boolean
}

export type TurnShare = {
  readonly requests: number
  readonly windowless: number
  readonly atLeast: number
  readonly ms: number
}

/** The parser hands over all requests that one read brought, and those of every readable socket, in one turn: a burst
 *  of half a megabyte is ten thousand of them. What is over the budget is answered in the next turn instead
 *  (`request.isDeferred`), and a connection that brings another request while that answer is due is dropped by the
 *  parser with all that it still had. So each connection costs one request more, and those that wait for their answers,
 *  as nearly all clients do, notice nothing. One count and one comparison for a request. */
export function createTurnBudget(
  { totals }: Pick<LoopTurns, 'totals'>,
  { requests, windowless, atLeast, ms }: TurnShare,
): TurnBudget {
  let turn = -1
  let beganMs = 0
  let count = 0
  let windowlessTurn = -1
  let windowlessCount = 0
  return {
    isSpent(nowMs) {
      if (totals.turns !== turn) {
        turn = totals.turns
        beganMs = nowMs
        count = 0
      }
      count++
      return count > requests || (count > atLeast && nowMs - beganMs >= ms)
    },
    isWindowlessSpent() {
      if (totals.turns !== windowlessTurn) {
        windowlessTurn = totals.turns
        windowlessCount = 0
      }
      windowlessCount++
      return windowlessCount > windowless
    },
  }
}
