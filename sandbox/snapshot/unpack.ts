import { programDataLine } from './pack.ts'
import { argOf, type Packed, Tag, tagOf } from './packed.ts'

/** The data that `pack` packed. Bytes are views into the column. Throws at what `pack` did not make. */
export function unpack(packed: Packed): unknown {
  const { words, numbers, bigints, strings, shapes } = packed
  const bytes = Buffer.from(packed.bytes.buffer, packed.bytes.byteOffset, packed.bytes.length)
  const named: unknown[] = []
  let word = 0
  let number = 0
  let bigint = 0
  let byte = 0

  const takeObject = (value: number, name: number): object => {
    const object: Record<string, unknown> = {}
    if (name >= 0) named[name] = object
    for (const key of shapes[value]!) object[key] = take()
    return object
  }
  const takeArray = (length: number, name: number): unknown[] => {
    const array: unknown[] = []
    if (name >= 0) named[name] = array
    for (let i = 0; i < length; i++) array.push(take())
    return array
  }
  const takeMap = (size: number, name: number): Map<unknown, unknown> => {
    const map = new Map<unknown, unknown>()
    if (name >= 0) named[name] = map
    for (let i = 0; i < size; i++) map.set(take(), take())
    return map
  }
  const takeSet = (size: number, name: number): Set<unknown> => {
    const set = new Set<unknown>()
    if (name >= 0) named[name] = set
    for (let i = 0; i < size; i++) set.add(take())
    return set
  }
  const takeBytes = (length: number, isBuffer: boolean, name: number): Uint8Array => {
    const at = bytes.byteOffset + byte
    byte += length
    const taken = isBuffer ? Buffer.from(bytes.buffer, at, length) : new Uint8Array(bytes.buffer, at, length)
    if (name >= 0) named[name] = taken
    return taken
  }
  function take(name = -1): unknown {
    const tag = tagOf(words[word]!)
    const value = argOf(words[word++]!)
    switch (tag) {
      case Tag.undefined:
        return undefined
      case Tag.null:
        return null
      case Tag.boolean:
        return value === 1
      case Tag.small:
        return value
      case Tag.number:
        return numbers[number++]
      case Tag.bigint:
        return bigints[bigint++]
      case Tag.wideBigint:
        return BigInt(strings[value]!)
      case Tag.text:
        return strings[value]
      case Tag.programData:
        byte += value
        return programDataLine(bytes.subarray(byte - value, byte))
      case Tag.bytes:
      case Tag.buffer:
        return takeBytes(value, tag === Tag.buffer, name)
      case Tag.array:
        return takeArray(value, name)
      case Tag.object:
        return takeObject(value, name)
      case Tag.map:
        return takeMap(value, name)
      case Tag.set:
        return takeSet(value, name)
      case Tag.named:
        return take(value)
      case Tag.reference:
        return named[value]
      default:
        throw new RangeError(`no tag: ${tag}`)
    }
  }
  return take()
}
