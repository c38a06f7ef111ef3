import { createHash } from 'node:crypto'

/** A stream of pseudo-random values that depends on nothing but its seed. */
export type SeededRandom = {
  /** In [0, 1). */
  next(): number
  /** Both ends included. */
  integer(min: number, max: number): number
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** `count` different entries (all of them when the list is shorter), in random order. */
  sample<T>(list: readonly T[], count: number): T[]
  /** Standard normal deviate (Box and Muller). */
  normal(): number
  bytes(count: number): Uint8Array
  /** A stream of its own: what is drawn from one fork never shifts another. */
  fork(label: string): SeededRandom
}

/** 32 bytes that belong to a seed and a label. */
export function seededBytes(seed: string, label: string): Uint8Array {
  return createHash('sha256').update(seed).update('\0').update(label).digest()
}

/** xoshiro128** (Blackman and Vigna), state from SHA-256 of the seed. */
export function createSeededRandom(seed: string): SeededRandom {
  const state = new Uint32Array(4)
  const digest = createHash('sha256').update(seed).digest()
  for (let i = 0; i < 4; i++) state[i] = digest.readUInt32LE(i * 4)
  state[0] = state[0]! | 1

  const nextUint32 = (): number => {
    const s1 = state[1]!
    const product = Math.imul(s1, 5)
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0
    state[2]! ^= state[0]!
    state[3]! ^= s1
    state[1]! ^= state[2]!
    state[0]! ^= state[3]!
    state[2]! ^= s1 << 9
    const s3 = state[3]!
    state[3] = (s3 << 11) | (s3 >>> 21)
    return result
  }
  const next = (): number => nextUint32() / 4_294_967_296

  const random: SeededRandom = {
    next,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    between: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)]!,
    sample: (list, count) => {
      const rest = [...list]
      const taken = Math.min(count, rest.length)
      for (let i = 0; i < taken; i++) {
        const j = i + Math.floor(next() * (rest.length - i))
        const swap = rest[i]!
        rest[i] = rest[j]!
        rest[j] = swap
      }
      return rest.slice(0, taken)
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    bytes: (count) => {
      const bytes = new Uint8Array(count)
      for (let i = 0; i < count; i++) bytes[i] = nextUint32() & 0xff
      return bytes
    },
    fork: (label) => createSeededRandom(`${seed}\0${label}`),
  }
  return random
}
