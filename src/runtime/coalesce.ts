import { AsyncLocalStorage } from 'node:async_hooks'
import type { Outcome } from '../contract/outcome.ts'
import { isForFree } from './request-scope.ts'

/** Looks values up by key in batches that neighbouring callers share: keys asked for within `windowMs`, or until a
 *  batch is full, travel together, and a key that is under way is not asked for again. The work is charged to the
 *  request that opened the batch; those who pay nothing have batches of their own, which may wait for their share. */
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
  const open = new Map<'paid' | 'free', Batch>()

  function openBatch(plan: 'paid' | 'free'): Batch {
    const keys: string[] = []
    let send: () => void = () => {}
    const answer = new Promise<Outcome<ReadonlyMap<string, V>>>((resolve, reject) => {
      const timer = setTimeout(() => send(), windowMs)
      // Bound to the opener's request, also when a later caller fills the batch.
      send = AsyncLocalStorage.bind(() => {
        clearTimeout(timer)
        if (open.get(plan)?.keys === keys) open.delete(plan)
        load(keys).then(resolve, reject)
      })
    })
    const batch = { keys, send: () => send(), answer }
    open.set(plan, batch)
    return batch
  }

  async function shareOf(key: string, name: string, answer: Batch['answer']): Promise<Outcome<V>> {
    try {
      const outcome = await answer
      return outcome.ok ? { ok: true, value: outcome.value.get(key) ?? none } : outcome
    } finally {
      underWay.delete(name)
    }
  }

  return {
    get(key) {
      const plan = isForFree() ? 'free' : 'paid'
      const name = `${plan} ${key}`
      const running = underWay.get(name) ?? (plan === 'free' ? underWay.get(`paid ${key}`) : undefined)
      if (running !== undefined) return running
      const batch = open.get(plan) ?? openBatch(plan)
      batch.keys.push(key)
      const value = shareOf(key, name, batch.answer)
      underWay.set(name, value)
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
