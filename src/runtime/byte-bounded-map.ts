import { heldBytes } from './held-bytes.ts'

/** A map that forgets its least recently used entries when they are too many, or together hold too much memory. */
export type ByteBoundedMap<V> = {
  /** The value, which counts as used now. */
  get(key: string): V | undefined
  /** The value without counting as a use. */
  peek(key: string): V | undefined
  /** A value that is larger than the whole bound is not kept. */
  set(key: string, value: V): void
  /** About how many bytes all entries hold. */
  readonly bytes: number
  readonly size: number
}

/** `maxBytes`: what the entries may hold together, as `heldBytes` counts it. */
export function createByteBoundedMap<V>(bounds: {
  readonly maxEntries: number
  readonly maxBytes: number
}): ByteBoundedMap<V> {
  // A Map iterates in order of insertion, so the first entry is the one used longest ago.
  const entries = new Map<string, { readonly value: V; readonly bytes: number }>()
  let bytes = 0
  const remove = (key: string): void => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    peek: (key) => entries.get(key)?.value,
    set(key, value) {
      remove(key)
      const entry = { value, bytes: heldBytes(key) + heldBytes(value) }
      if (entry.bytes > bounds.maxBytes) return
      entries.set(key, entry)
      bytes += entry.bytes
      while (entries.size > bounds.maxEntries || bytes > bounds.maxBytes) remove(entries.keys().next().value!)
    },
    get bytes() {
      return bytes
    },
    get size() {
      return entries.size
    },
  }
}
