import { guarded } from '../runtime/background.ts'

export type DeadlineQueue<T> = { add(item: T): void; remove(item: T): void; close(): void }

/** Calls `expire` for items that stay longer than `lifeMs`, the same for all: so the oldest is always the next to go,
 *  and one timer serves them all. A timer per task would be a twentieth of its whole trip. */
export function createDeadlineQueue<T>(lifeMs: number, expire: (item: T) => void): DeadlineQueue<T> {
  const addedMs = new Map<T, number>()
  let timer: NodeJS.Timeout | null = null

  function arm(delayMs: number): void {
    timer = setTimeout(guarded('task deadline', sweep), delayMs)
    timer.unref()
  }
  function sweep(): void {
    timer = null
    const nowMs = performance.now()
    for (const [item, startMs] of addedMs) {
      const leftMs = startMs + lifeMs - nowMs
      if (leftMs > 0) {
        arm(Math.ceil(leftMs))
        return
      }
      addedMs.delete(item)
      expire(item)
    }
  }
  return {
    add(item) {
      addedMs.set(item, performance.now())
      if (timer === null) arm(lifeMs)
    },
    remove: (item) => void addedMs.delete(item),
    close() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      addedMs.clear()
    },
  }
}
