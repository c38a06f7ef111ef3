import type { StreamCaps } from '../../config/env.ts'
import type { ApiKeyRecord } from '../../contract/api-key.ts'
import type { KeySlot } from './connection.ts'

/** Who is connected, by key: caps count for all connections of a key together. */
export type KeySlots = {
  /** The slot of a key; `release` it when it is not used. */
  of(key: ApiKeyRecord): KeySlot
  release(slot: KeySlot): void
  capsOf(key: ApiKeyRecord): StreamCaps
  all(): Iterable<KeySlot>
}

export function createKeySlots(capsOf: (key: ApiKeyRecord) => StreamCaps): KeySlots {
  const slots = new Map<number, KeySlot>()
  return {
    of(key) {
      const known = slots.get(key.id)
      if (known !== undefined) {
        known.key = key
        return known
      }
      const made: KeySlot = { key, connections: new Set(), topics: new Map() }
      slots.set(key.id, made)
      return made
    },
    release(slot) {
      if (slot.connections.size === 0) slots.delete(slot.key.id)
    },
    capsOf,
    all: () => slots.values(),
  }
}

/** Counts a topic of one more connection of the key. */
export function takeTopic({ topics }: KeySlot, name: string): void {
  topics.set(name, (topics.get(name) ?? 0) + 1)
}

export function releaseTopic({ topics }: KeySlot, name: string): void {
  const left = (topics.get(name) ?? 0) - 1
  if (left > 0) topics.set(name, left)
  else topics.delete(name)
}
