import { AsyncLocalStorage } from 'node:async_hooks'
import type { Outcome } from '../contract/outcome.ts'

/** Looks values up by key in batches that neighbouring callers share: keys asked for within `windowMs`, or until a batch
 *  is full, travel together, and a key that is under way is not asked for again. The work is charged to the request
 *  that opened the batch. */
export type Coalescer<V> = { get(key: string): Promise<Outcome<V>> }

export function createCoalescer<V>(options: {
  readonly maxKeys: number
  readonly windowMs: number
  /** A key without a value gets `none`. A throw is a bug and fails the keys of its batch. */
  readonly load: (keys: readonly string[]) => Promise<Outcome<ReadonlyMap<string, V>>>
  readonly none: V
}): Coalescer<V> {
  const { maxKeys, windowMs, load, none } = options
  type Batch = {
    readonly keys: string[]
    readonly send: () => void
    readonly answer: Promise<Outcome<ReadonlyMap<string, V>>>
  }
  const underWay = new Map<string, Promise<Outcome<V>>>()
  let open: Batch | null = null

  function openBatch(): Batch {
    const keys: string[] = []
    let send: () => void = () => {}
    const answer = new Promise<Outcome<ReadonlyMap<string, V>>>((resolve, reject) => {
      const timer = setTimeout(() => send(), windowMs)
      // Bound to the opener's request, also when a later caller fills the batch.
      send = AsyncLocalStorage.bind(() => {
        clearTimeout(timer)
        if (open?.keys === keys) open = null
        load(keys).then(resolve, reject)
      })
    })
    return { keys, send: () => send(), answer }
  }

  async function shareOf(key: string, answer: Batch['answer']): Promise<Outcome<V>> {
    try {
      const outcome = await answer
      return outcome.ok ? { ok: true, value: outcome.value.get(key) ?? none } : outcome
    } finally {
      underWay.delete(key)
    }
  }

  return {
    get(key) {
      const running = underWay.get(key)
      if (running !== undefined) return running
      open ??= openBatch()
      const batch = open
      batch.keys.push(key)
      const value = shareOf(key, batch.answer)
      underWay.set(key, value)
      if (batch.keys.length >= maxKeys) batch.send()
      return value
    },
  }
}

/** The values of all keys, or the first failure: a map with gaps would read as "there is none". */
export async function getAll<V>(
  coalescer: Coalescer<V>,
  keys: readonly string[],
): Promise<Outcome<ReadonlyMap<string, V>>> {
  const wanted = [...new Set(keys)]
  const outcomes = await Promise.all(wanted.map((key) => coalescer.get(key)))
  const values = new Map<string, V>()
  for (const [at, outcome] of outcomes.entries()) {
    if (!outcome.ok) return outcome
    values.set(wanted[at]!, outcome.value)
  }
  return { ok: true, value: values }
}
