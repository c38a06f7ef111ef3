/** Numbers from 0 to 1 that are the same at every run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Some of `values`, each at most once, in the order drawn; all of them in another order when `count` is that large. */
export function drawFrom<T>(values: readonly T[], count: number, random: () => number): T[] {
  const left = [...values]
  const drawn = Math.min(count, left.length)
  return Array.from({ length: drawn }, () => left.splice(Math.floor(random() * left.length), 1)[0]!)
}
