import { createHmac } from 'node:crypto'

/** Bytes in the place of chance: the same for the same program, thread, question, kind of draw, and count of such draws
 *  since the question began. What a program draws in one question changes nothing in the next. */
export type FrozenChance = (kind: string, size: number) => Buffer

const BLOCK_BYTES = 32

export function createFrozenChance(who: string, currentLabel: () => string): FrozenChance {
  let label = ''
  let counts = new Map<string, number>()
  return (kind, size) => {
    const now = currentLabel()
    if (now !== label) counts = new Map()
    label = now
    const stream = `${kind} ${size}`
    const count = counts.get(stream) ?? 0
    counts.set(stream, count + 1)
    const bytes = Buffer.alloc(size)
    for (let at = 0; at < size; at += BLOCK_BYTES) {
      const block = createHmac('sha256', who).update(`${label} ${stream} ${count} ${at}`).digest()
      block.copy(bytes, at, 0, Math.min(BLOCK_BYTES, size - at))
    }
    return bytes
  }
}
