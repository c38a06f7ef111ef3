import { createRandom } from '../../test/support/seeded-random.ts'

/** Choices that are the same at every run with the same seed. */
export type Draw = {
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number
  /** True once in `times`. */
  oneIn(times: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the entries, the first number of each being how often it comes. */
  weighted<T>(entries: readonly (readonly [number, T])[]): T
  bytes(count: number): Buffer
}

export function createDraw(seed: number): Draw {
  const random = createRandom(seed)
  const below = (end: number): number => Math.floor(random() * end)
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (list) => list[below(list.length)]!,
    weighted(entries) {
      let left = below(entries.reduce((sum, [weight]) => sum + weight, 0))
      for (const [weight, value] of entries) {
        if (left < weight) return value
        left -= weight
      }
      return entries[0]![1]
    },
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  }
}
