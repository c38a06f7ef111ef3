/** Work that goes on beside requests, one piece for each key, and that ends with its owner. */
export type WorkSet<K> = {
  readonly size: number
  has(key: K): boolean
  /** Begins a piece; none while one of this key is under way, or once it is closed. What it throws goes to
   *  `onError`. */
  begin(key: K, work: (signal: AbortSignal) => Promise<unknown>, onError: (error: unknown) => void): void
  /** Aborts what is under way and waits for its end. */
  close(): Promise<void>
}

export function createWorkSet<K>(): WorkSet<K> {
  const underWay = new Map<K, Promise<void>>()
  const closing = new AbortController()
  return {
    get size() {
      return underWay.size
    },
    has: (key) => underWay.has(key),
    begin(key, work, onError) {
      if (underWay.has(key) || closing.signal.aborted) return
      const ended = work(closing.signal)
        .then(() => undefined, onError)
        .finally(() => underWay.delete(key))
      underWay.set(key, ended)
    },
    async close() {
      closing.abort()
      await Promise.all(underWay.values())
    },
  }
}
