import { createRandom } from '../../test/support/seeded-random.ts'
import type { Draw } from './kind.ts'

/** Everything that is left to chance follows from the seed. */
export function makeDraw(seed: number): Draw {
  const random = createRandom(seed)
  const below = (bound: number): number => Math.floor(random() * bound)
  return {
    random,
    below,
    pick: (values) => values[below(values.length)]!,
    oneIn: (count) => below(count) === 0,
  }
}

/** Another run of numbers for each name. */
export function seedOf(seed: number, name: string): number {
  let hash = seed >>> 0
  for (const char of name) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0
  return hash
}
