import assert from 'node:assert/strict'
import { ARG_BITS, type Packed, Tag, wordOf } from './packed.ts'

/* Plain data as columns. What may differ between two worlds that differ in their time alone (numbers, bytes) stands in
 * columns of its own, so that the two are compared column by column. */

const PROGRAM_DATA = 'Program data: '
/** Smaller whole numbers stand in their word. Times and slots are larger. */
const MAX_SMALL = 2 ** ARG_BITS - 1

type Table = { of(text: string): number; readonly all: string[] }
type Columns = {
  readonly words: number[]
  readonly numbers: number[]
  readonly bigints: bigint[]
  readonly bytes: Uint8Array[]
  readonly strings: Table
  readonly shapes: Table
  /** Objects that are named more than once, and the number of each that has had its turn. */
  readonly shared: ReadonlySet<object>
  readonly named: Map<object, number>
}

/** Packs arrays, plain objects, Maps, Sets, texts, numbers, bigints and bytes. An object that is named twice is one
 *  again after unpacking. Throws at anything else. */
export function pack(root: unknown): Packed {
  const columns: Columns = {
    words: [],
    numbers: [],
    bigints: [],
    bytes: [],
    strings: createTable(),
    shapes: createTable(),
    shared: findShared(root),
    named: new Map(),
  }
  put(columns, root)
  return {
    words: Uint32Array.from(columns.words),
    numbers: Float64Array.from(columns.numbers),
    bigints: BigInt64Array.from(columns.bigints),
    bytes: Buffer.concat(columns.bytes),
    strings: columns.strings.all,
    shapes: columns.shapes.all.map((keys) => JSON.parse(keys) as string[]),
  }
}

function put(columns: Columns, value: unknown): void {
  if (typeof value !== 'object' || value === null) {
    columns.words.push(wordOfPlain(columns, value))
    return
  }
  const { words, shared, named } = columns
  const known = named.get(value)
  if (known !== undefined) {
    words.push(wordOf(Tag.reference, known))
    return
  }
  if (shared.has(value)) {
    words.push(wordOf(Tag.named, named.size))
    named.set(value, named.size)
  }
  putMembers(columns, value)
}

function wordOfPlain({ numbers, bigints, bytes, strings }: Columns, value: unknown): number {
  if (value === undefined) return wordOf(Tag.undefined, 0)
  if (value === null) return wordOf(Tag.null, 0)
  if (typeof value === 'boolean') return wordOf(Tag.boolean, value ? 1 : 0)
  if (typeof value === 'string') {
    const event = programData(value)
    if (event === null) return wordOf(Tag.text, strings.of(value))
    bytes.push(event)
    return wordOf(Tag.programData, event.length)
  }
  if (typeof value === 'number') {
    if (Number.isInteger(value) && value >= 0 && value <= MAX_SMALL && !Object.is(value, -0))
      return wordOf(Tag.small, value)
    numbers.push(value)
    return wordOf(Tag.number, 0)
  }
  assert(typeof value === 'bigint', `no plain data: ${typeof value}`)
  if (BigInt.asIntN(64, value) !== value) return wordOf(Tag.wideBigint, strings.of(String(value)))
  bigints.push(value)
  return wordOf(Tag.bigint, 0)
}

function putMembers(columns: Columns, value: object): void {
  const { words, bytes, shapes } = columns
  if (value instanceof Uint8Array) {
    words.push(wordOf(Buffer.isBuffer(value) ? Tag.buffer : Tag.bytes, value.length))
    bytes.push(value)
  } else if (Array.isArray(value)) {
    words.push(wordOf(Tag.array, value.length))
    for (const member of value) put(columns, member)
  } else if (value instanceof Map) {
    words.push(wordOf(Tag.map, value.size))
    for (const member of [...value].flat(1)) put(columns, member)
  } else if (value instanceof Set) {
    words.push(wordOf(Tag.set, value.size))
    for (const member of value) put(columns, member)
  } else {
    assert(Object.getPrototypeOf(value) === Object.prototype, `no plain data: ${value.constructor?.name}`)
    words.push(wordOf(Tag.object, shapes.of(JSON.stringify(Object.keys(value)))))
    for (const member of Object.values(value)) put(columns, member)
  }
}

function createTable(): Table {
  const known = new Map<string, number>()
  const all: string[] = []
  return {
    all,
    of(text) {
      const at = known.get(text)
      if (at !== undefined) return at
      known.set(text, all.length)
      return all.push(text) - 1
    },
  }
}

/** An event that a program logs, as bytes: its time is one of its fields. Null for other lines. */
function programData(line: string): Uint8Array | null {
  if (!line.startsWith(PROGRAM_DATA)) return null
  const bytes = Buffer.from(line.slice(PROGRAM_DATA.length), 'base64')
  return programDataLine(bytes) === line ? bytes : null
}

export function programDataLine(bytes: Buffer): string {
  return `${PROGRAM_DATA}${bytes.toString('base64')}`
}

/** Objects that are named more than once. */
function findShared(root: unknown): ReadonlySet<object> {
  const seen = new Set<object>()
  const shared = new Set<object>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (seen.has(value)) {
      shared.add(value)
      return
    }
    seen.add(value)
    if (value instanceof Uint8Array) return
    const members = value instanceof Map ? [...value].flat(1) : value instanceof Set ? value : Object.values(value)
    for (const member of members) look(member)
  }
  look(root)
  return shared
}
