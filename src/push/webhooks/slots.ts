/** Bounds how many attempts run at once: of one target, of one key, and in all. */
export type Slots<W extends SlotUser> = {
  /** Whether one more may run; a user for whom there is no room is told when there may be. */
  hasRoom(user: W): boolean
  take(user: W): void
  /** Gives a place back; answers who waited for what it was part of. */
  release(user: W): readonly W[]
  readonly running: number
}
export type SlotUser = { readonly targetKey: string; readonly keyId: number }

type Count = { running: number }

export function createSlots<W extends SlotUser>(bounds: {
  readonly perTarget: number
  readonly perKey: number
  readonly all: number
}): Slots<W> {
  const targets = new Map<string, Count>()
  const keys = new Map<number, Count>()
  let running = 0
  /** Who found no room. Whoever still finds none notes itself again. */
  const waiters = new Set<W>()

  return {
    hasRoom(user) {
      const isFull =
        running >= bounds.all ||
        (targets.get(user.targetKey)?.running ?? 0) >= bounds.perTarget ||
        (keys.get(user.keyId)?.running ?? 0) >= bounds.perKey
      if (isFull) waiters.add(user)
      return !isFull
    },
    take(user) {
      running++
      raise(targets, user.targetKey)
      raise(keys, user.keyId)
    },
    release(user) {
      const wasFull = running >= bounds.all
      running--
      lower(targets, user.targetKey)
      lower(keys, user.keyId)
      if (waiters.size === 0) return []
      const free = [...waiters].filter((one) => wasFull || one.keyId === user.keyId || one.targetKey === user.targetKey)
      for (const one of free) waiters.delete(one)
      return free
    },
    get running() {
      return running
    },
  }
}

function raise<K>(counts: Map<K, Count>, key: K): void {
  const count = counts.get(key)
  if (count === undefined) counts.set(key, { running: 1 })
  else count.running++
}

function lower<K>(counts: Map<K, Count>, key: K): void {
  const count = counts.get(key)
  if (count === undefined) return
  count.running--
  if (count.running === 0) counts.delete(key)
}
