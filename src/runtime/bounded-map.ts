import assert from 'node:assert/strict'

/** A map that forgets its least recently used entry when it is full. */
export type BoundedMap<K, V> = {
  /** The value, which counts as used now. */
  get(key: K): V | undefined
  /** The value without counting as a use: cheaper, for maps whose order of arrival will do. */
  peek(key: K): V | undefined
  set(key: K, value: V): void
  delete(key: K): boolean
  clear(): void
  /** Looks at the next `looks` entries, from where the last sweep stopped, and forgets those that are over. */
  sweep(looks: number, isOver: (value: V) => boolean): void
  readonly size: number
}

/** Between two sweeps of one round; after more of them the round begins again. */
const MAX_CHANGES = 1_024

export function createBoundedMap<K, V>(maxEntries: number): BoundedMap<K, V> {
  assert(maxEntries >= 1, 'maxEntries must be at least 1')
  // A Map iterates in order of insertion, so the first key is the one used longest ago.
  const entries = new Map<K, V>()
  // An iterator of a Map sees what is added and skips what is removed while it stands still. Entries that are used move
  // to the end, so a busy map has none: a round ends after as many looks as there were entries when it began.
  // V8 keeps for an iterator that stands still all that the map held since: there is one only within a round, and it is
  // given up when much changes between two sweeps.
  let swept: MapIterator<[K, V]> | null = null
  let leftInRound = 0
  let changes = 0
  const change = (): void => {
    if (swept === null || ++changes <= MAX_CHANGES) return
    swept = null
  }
  return {
    get(key) {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      change()
      return value
    },
    peek: (key) => entries.get(key),
    set(key, value) {
      if (!entries.delete(key) && entries.size >= maxEntries) {
        entries.delete(entries.keys().next().value as K)
      }
      entries.set(key, value)
      change()
    },
    delete: (key) => entries.delete(key),
    clear() {
      swept = null
      entries.clear()
    },
    sweep(looks, isOver) {
      changes = 0
      if (swept === null) {
        swept = entries.entries()
        leftInRound = entries.size
      }
      for (let left = Math.min(looks, leftInRound); left > 0; left--) {
        const next = swept.next()
        leftInRound = next.done ? 0 : leftInRound - 1
        if (next.done) break
        const [key, value] = next.value
        if (isOver(value)) entries.delete(key)
      }
      if (leftInRound === 0) swept = null
    },
    get size() {
      return entries.size
    },
  }
}
