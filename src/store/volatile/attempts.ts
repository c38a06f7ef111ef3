import { ACCOUNT_BOUNDS } from '../../config/accounts.ts'
import type { AttemptsTable } from '../account-rows.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import { type Environment, rowsIn, type Table } from '../environment.ts'

export const ATTEMPT_TABLES = ['attempts.v1', 'attemptEnds.v1']

type Window = { readonly endsAtMs: number; readonly count: number }

export function createAttempts(env: Environment, maxWindows: number = ACCOUNT_BOUNDS.attemptWindows): AttemptsTable {
  const windows: Table<[string, string]> = env.table('attempts.v1')
  const ends: Table<[number, string, string]> = env.table('attemptEnds.v1')

  /** Undefined when none is open. A clock that was set back must not block attempts until it has caught up. */
  const readOpen = (kind: string, who: string, windowMs: number, nowMs: number): Window | undefined => {
    const row = windows.get([kind, who])
    const window = row === undefined ? undefined : decodeDurable<Window>(row)
    return window !== undefined && nowMs < window.endsAtMs && window.endsAtMs <= nowMs + windowMs ? window : undefined
  }

  function makeRoom(nowMs: number): void {
    const isFull = rowsIn(ends) >= maxWindows
    const oldest = Array.from(ends.getKeys({ limit: ACCOUNT_BOUNDS.prunedPerWrite }))
    for (const [at, [endsAtMs, kind, who]] of oldest.entries()) {
      if (endsAtMs > nowMs && !(isFull && at === 0)) continue
      ends.remove([endsAtMs, kind, who])
      const row = windows.get([kind, who])
      if (row !== undefined && decodeDurable<Window>(row).endsAtMs === endsAtMs) windows.remove([kind, who])
    }
  }

  return {
    take: (kind, who, { limit, windowMs }, nowMs) =>
      env.writeNow(() => {
        const open = readOpen(kind, who, windowMs, nowMs)
        if (open !== undefined && open.count >= limit) return open.endsAtMs - nowMs
        const window: Window = { endsAtMs: open?.endsAtMs ?? nowMs + windowMs, count: (open?.count ?? 0) + 1 }
        if (open === undefined) {
          makeRoom(nowMs)
          ends.put([window.endsAtMs, kind, who], PRESENT)
        }
        windows.put([kind, who], encodeDurable(window))
        return 0
      }),
    peek(kind, who, { limit, windowMs }, nowMs) {
      env.refresh()
      const open = readOpen(kind, who, windowMs, nowMs)
      return open !== undefined && open.count >= limit ? open.endsAtMs - nowMs : 0
    },
  }
}

const PRESENT = Buffer.alloc(1)
