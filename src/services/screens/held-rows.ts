import { SCREENS } from '../../config/screens.ts'
import type { ScreenChange } from '../../contract/tape-event.ts'
import type { ScreenMember } from '../../store/screen-rows.ts'

/** What a filter says of a row. `unknown`: it asks for a figure that is not known. `gone`: there is no such pair now. */
export type Verdict = 'match' | 'noMatch' | 'unknown' | 'gone'

type Wanted = { readonly change: ScreenChange; readonly sinceMs: number }

/** The rows of a screen, and those that are about to enter or leave. A row that differs from its membership has to do so
 *  without a break for the hold time of the screen, so that one at the edge of a filter makes no flood of events. */
export type HeldRows = {
  /** By row of the index. */
  readonly members: Map<number, ScreenMember>
  /** Rows that wait for the end of their hold time. */
  readonly waiting: ReadonlyMap<number, Wanted>
  /** What the filter says of a row now. */
  note(row: number, verdict: Verdict, nowMs: number): void
  /** Changes whose hold time is over, oldest first. */
  due(nowMs: number, limit: number): readonly { readonly row: number; readonly change: ScreenChange }[]
  /** The change of one row, where its hold time is over. */
  dueOf(row: number, nowMs: number): ScreenChange | null
  /** A change was written down. */
  took(row: number, member: ScreenMember | null): void
  /** Whether rows were passed over because the screen holds as many as it may. */
  readonly isFull: boolean
  /** Room came free since rows were passed over: all rows must be looked at again. Said once. */
  takeRoom(): boolean
}

export function createHeldRows(holdMs: number, bounds: { readonly members: number } = SCREENS): HeldRows {
  const members = new Map<number, ScreenMember>()
  const waiting = new Map<number, Wanted>()
  let entering = 0
  let hasPassedOver = false

  function drop(row: number): void {
    if (waiting.get(row)?.change === 'enter') entering--
    waiting.delete(row)
  }

  function want(row: number, change: ScreenChange, nowMs: number): void {
    if (waiting.get(row)?.change === change) return
    drop(row)
    if (change === 'enter') {
      if (members.size + entering >= bounds.members) {
        hasPassedOver = true
        return
      }
      entering++
    }
    waiting.set(row, { change, sinceMs: nowMs })
  }

  return {
    members,
    waiting,
    note(row, verdict, nowMs) {
      const change = changeOf(verdict, members.has(row))
      if (change === null) drop(row)
      else want(row, change, nowMs)
    },
    due(nowMs, limit) {
      const found: { row: number; change: ScreenChange; sinceMs: number }[] = []
      for (const [row, { change, sinceMs }] of waiting)
        if (nowMs - sinceMs >= holdOf(change, holdMs)) found.push({ row, change, sinceMs })
      return found.sort((a, b) => a.sinceMs - b.sinceMs || a.row - b.row).slice(0, limit)
    },
    dueOf(row, nowMs) {
      const wanted = waiting.get(row)
      const isOver = wanted !== undefined && nowMs - wanted.sinceMs >= holdOf(wanted.change, holdMs)
      return isOver ? wanted.change : null
    },
    took(row, member) {
      drop(row)
      if (member === null) members.delete(row)
      else members.set(row, member)
    },
    get isFull() {
      return hasPassedOver
    },
    takeRoom() {
      if (!hasPassedOver || members.size + entering >= bounds.members) return false
      hasPassedOver = false
      return true
    },
  }
}

function changeOf(verdict: Verdict, isMember: boolean): ScreenChange | null {
  if (!isMember) return verdict === 'match' ? 'enter' : null
  if (verdict === 'match') return null
  return verdict === 'noMatch' ? 'leave' : verdict === 'unknown' ? 'leaveUnknown' : 'leaveGone'
}

function holdOf(change: ScreenChange, holdMs: number): number {
  if (change === 'leaveGone') return 0
  return change === 'leaveUnknown' ? Math.max(holdMs, SCREENS.unknownMs) : holdMs
}
