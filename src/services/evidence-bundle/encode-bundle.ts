import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A part of at most so many values is written at once: about 0.1 ms. */
const VALUES_AT_ONCE = 200
/** Values written between turns of the loop: about half a millisecond. */
const VALUES_PER_TURN = 800
/** Text joined and hashed at once. */
const CHUNK_CHARS = 32_768

const NO_WORD = 'recorded inputs hold nothing that JSON has no word for'

type Frame = {
  readonly values: readonly unknown[]
  /** Null for an array. */
  readonly names: readonly string[] | null
  at: number
}

/** Canonical JSON of recorded inputs and its SHA-256 (hex): keys in the order in which the value was built, no blanks,
 *  numbers as JavaScript writes them. The same value gives the same bytes on any machine. Written in turns, so that a
 *  bundle of megabytes never holds up the loop. Asserts on what JSON has no word for: undefined, NaN, bigint,
 *  functions. */
export async function encodeBundle(value: unknown): Promise<{ readonly bytes: Buffer; readonly sha256: string }> {
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  let text = ''
  const flush = (): void => {
    const chunk = Buffer.from(text, 'utf8')
    hash.update(chunk)
    chunks.push(chunk)
    text = ''
  }
  const stack: Frame[] = []
  let written = 0
  const open = (one: unknown): void => {
    const size = sizeOf(one, VALUES_AT_ONCE)
    if (size <= VALUES_AT_ONCE) {
      text += JSON.stringify(one)
      written += size
      return
    }
    const isList = Array.isArray(one)
    const values = isList ? one : Object.values(one as object)
    text += isList ? '[' : '{'
    stack.push({ values, names: isList ? null : Object.keys(one as object), at: 0 })
  }
  open(value)
  while (stack.length > 0) {
    if (written >= VALUES_PER_TURN) {
      written = 0
      await nextTurn()
    }
    if (text.length >= CHUNK_CHARS) flush()
    const frame = stack.at(-1)!
    const { values, names, at } = frame
    if (at === values.length) {
      text += names === null ? ']' : '}'
      stack.pop()
      continue
    }
    frame.at++
    if (at > 0) text += ','
    if (names !== null) text += `${JSON.stringify(names[at]!)}:`
    open(values[at])
  }
  flush()
  return { bytes: Buffer.concat(chunks), sha256: hash.digest('hex') }
}

/** How many values there are in it, counted no further than just past `max`; asserts that JSON has a word for each. */
function sizeOf(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'number') assert(Number.isFinite(value), 'recorded inputs hold finite numbers')
    else assert(value === null || typeof value === 'string' || typeof value === 'boolean', NO_WORD)
    return 1
  }
  let size = 1
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && size <= max; i++) size += sizeOf(value[i], max - size)
    return size
  }
  const prototype = Object.getPrototypeOf(value)
  assert(prototype === Object.prototype || prototype === null, 'recorded inputs are plain objects')
  for (const name in value) {
    if (size > max) break
    size += sizeOf((value as Record<string, unknown>)[name], max - size)
  }
  return size
}
