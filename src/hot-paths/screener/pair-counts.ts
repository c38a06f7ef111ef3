/** How often each of many pairs of a row and a text was counted: what tells how many different texts a row has while
 *  they come and go. Keys are 53 bits of row and text; two that share them, one chance in billions, count as one. */
export type PairCounts = {
  /** Whether it was not counted before. */
  add(row: number, hash: number): boolean
  /** Whether that was the last of it. */
  remove(row: number, hash: number): boolean
  clear(): void
  readonly size: number
  readonly bytes: number
}

/** Of each shard. A table that grows moves what it holds in one go: with shards that is a small part of all. */
const FIRST_PLACES = 64
const SHARDS = 256

export function createPairCounts(): PairCounts {
  const shards = Array.from({ length: SHARDS }, () => new Counts())
  const shardOf = (row: number, hash: number): Counts => shards[(row ^ hash) & (SHARDS - 1)]!
  return {
    add: (row, hash) => shardOf(row, hash).add(row, hash),
    remove: (row, hash) => shardOf(row, hash).remove(row, hash),
    clear() {
      for (const shard of shards) shard.clear()
    },
    get size() {
      return shards.reduce((sum, { size }) => sum + size, 0)
    },
    get bytes() {
      return shards.reduce((sum, { bytes }) => sum + bytes, 0)
    },
  }
}

class Counts implements PairCounts {
  size = 0
  /** 0 is a free place. */
  private keys = new Float64Array(FIRST_PLACES)
  private counts = new Uint32Array(FIRST_PLACES)

  get bytes(): number {
    return this.keys.byteLength + this.counts.byteLength
  }

  add(row: number, hash: number): boolean {
    if (this.size * 2 >= this.keys.length) this.grow()
    const key = keyOf(row, hash)
    const place = this.placeOf(key)
    this.counts[place]!++
    if (this.keys[place] === key) return false
    this.keys[place] = key
    this.size++
    return true
  }

  remove(row: number, hash: number): boolean {
    const place = this.placeOf(keyOf(row, hash))
    if (this.keys[place] === 0 || --this.counts[place]! > 0) return false
    this.close(place)
    this.size--
    return true
  }

  clear(): void {
    this.keys = new Float64Array(FIRST_PLACES)
    this.counts = new Uint32Array(FIRST_PLACES)
    this.size = 0
  }

  private placeOf(key: number): number {
    const mask = this.keys.length - 1
    let place = homeOf(key) & mask
    while (this.keys[place] !== 0 && this.keys[place] !== key) place = (place + 1) & mask
    return place
  }

  private grow(): void {
    const { keys, counts } = this
    this.keys = new Float64Array(keys.length * 2)
    this.counts = new Uint32Array(keys.length * 2)
    for (let place = 0; place < keys.length; place++) {
      if (keys[place] === 0) continue
      const next = this.placeOf(keys[place]!)
      this.keys[next] = keys[place]!
      this.counts[next] = counts[place]!
    }
  }

  /** Moves up what had to step aside for the place that is now free. */
  private close(freed: number): void {
    const { keys, counts } = this
    const mask = keys.length - 1
    let free = freed
    for (let place = (free + 1) & mask; keys[place] !== 0; place = (place + 1) & mask) {
      const home = homeOf(keys[place]!) & mask
      if (((place - home) & mask) < ((place - free) & mask)) continue
      keys[free] = keys[place]!
      counts[free] = counts[place]!
      free = place
    }
    keys[free] = 0
    counts[free] = 0
  }
}

function homeOf(key: number): number {
  return (Math.imul(key % 0x1_0000_0000, 0x9e3779b1) ^ Math.floor(key / 0x1_0000_0000)) >>> 0
}

/** Never 0. `hash`: 53 bits. */
function keyOf(row: number, hash: number): number {
  const low = ((hash % 0x1_0000_0000) ^ Math.imul(row + 1, 0x85ebca6b)) >>> 0
  const high = (Math.floor(hash / 0x1_0000_0000) ^ Math.imul(row + 1, 0xc2b2ae35)) & 0x1f_ffff
  return high * 0x1_0000_0000 + low + 1
}
