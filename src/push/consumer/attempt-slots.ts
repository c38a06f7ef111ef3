/** Bounds how many attempts run at once: of one target, of one owner, and in all. */
export type AttemptSlots<W extends SlotUser> = {
  /** Whether one more may run; a user without room is handed back by the `release` that may make some. */
  hasRoom(user: W): boolean
  take(user: W): void
  /** Gives a place back; the users that waited for what it was part of. */
  release(user: W): readonly W[]
  readonly running: number
}
export type SlotUser = { readonly targetKey: string; readonly ownerId: number }

type Count = { running: number }

export function createAttemptSlots<W extends SlotUser>(bounds: {
  readonly perTarget: number
  readonly perOwner: number
  readonly all: number
}): AttemptSlots<W> {
  const targets = new Map<string, Count>()
  const owners = new Map<number, Count>()
  let running = 0
  /** Users that found no room. One that still finds none is added again. */
  const waiters = new Set<W>()

  return {
    hasRoom(user) {
      const isFull =
        running >= bounds.all ||
        (targets.get(user.targetKey)?.running ?? 0) >= bounds.perTarget ||
        (owners.get(user.ownerId)?.running ?? 0) >= bounds.perOwner
      if (isFull) waiters.add(user)
      return !isFull
    },
    take(user) {
      running++
      raise(targets, user.targetKey)
      raise(owners, user.ownerId)
    },
    release(user) {
      const wasFull = running >= bounds.all
      running--
      lower(targets, user.targetKey)
      lower(owners, user.ownerId)
      if (waiters.size === 0) return []
      const free = [...waiters].filter(
        (one) => wasFull || one.ownerId === user.ownerId || one.targetKey === user.targetKey,
      )
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
