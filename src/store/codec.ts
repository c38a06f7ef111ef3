import { Packr } from 'msgpackr'

/** Durable values: plain MessagePack maps without shared structures, readable by any MessagePack reader. */
const durable = new Packr({ useRecords: false, variableMapSize: true })

export function encodeDurable(value: unknown): Buffer {
  return durable.pack(value)
}

export function decodeDurable<T>(bytes: Buffer): T {
  return durable.unpack(bytes) as T
}

/** Cached values: what the structured clone algorithm knows of plain data comes back as it was: bigint of any size,
 *  Map, Set, Date, typed arrays, undefined, NaN, numbers beyond 2^32. Functions and class instances do not. Typed
 *  arrays are copied out of LMDB's shared read buffer, so a decoded value may be kept. */
const cached = new Packr({
  structuredClone: true,
  moreTypes: true,
  useBigIntExtension: true,
  copyBuffers: true,
} as ConstructorParameters<typeof Packr>[0])

export function encodeCached(value: unknown): Buffer {
  return cached.pack(value)
}

export function decodeCached<T>(bytes: Buffer): T {
  return cached.unpack(bytes) as T
}
