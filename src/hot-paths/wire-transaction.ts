/* Strict codec of signed transactions: legacy, 0 and 1. Views into the given bytes, nothing is copied. Strictness is a
 * matter of life: the local runtime aborts the process on malformed bytes (see docs of the sandbox).
 *
 *   legacy, 0   count of signatures | signatures | [0x80] header 3 | count of keys | keys | blockhash |
 *               count of instructions | (program u8 | accounts | data)... | [0: count of lookups | lookups...]
 *   1           0x81 | header 3 | config mask u32 | blockhash | instructions u8 | keys u8 | keys | config values |
 *               (program u8 | accounts u8 | data u16)... | (accounts | data)... | signatures
 *
 * Counts of legacy and 0 are compact u16 (7 bits a byte, shortest form only). */

export type MessageVersion = 'legacy' | 0 | 1
export type MessageLimits = {
  readonly wireBytes: number
  /** Those from lookup tables included. */
  readonly keys: number
  readonly signatures: number
  readonly instructions: number
}

/** An index of an account has one byte, as has the count of signatures. */
const MAX_KEYS = 256
const MAX_COUNT = 255
const BEFORE_1 = { wireBytes: 1_232, keys: MAX_KEYS, signatures: MAX_COUNT, instructions: 65_535 } as const
/** What the chain takes, by version. The only place: SIMD-0596 will raise the keys of version 1 to 96. */
export const MESSAGE_LIMITS: Readonly<Record<MessageVersion, MessageLimits>> = {
  legacy: BEFORE_1,
  0: BEFORE_1,
  1: { wireBytes: 4_096, keys: 64, signatures: 12, instructions: 64 },
}
/** What the format of version 1 can say, for readers and relays: the chain may take more than it does now. */
export const FORMAT_LIMITS: MessageLimits = {
  ...MESSAGE_LIMITS[1],
  keys: MAX_COUNT,
  signatures: MAX_COUNT,
  instructions: MAX_COUNT,
}
/** The longest of any version. */
export const MAX_WIRE_V1_BYTES = MESSAGE_LIMITS[1].wireBytes
export const MAX_WIRE_BYTES = MESSAGE_LIMITS[0].wireBytes

export type WireInstruction = {
  readonly programIndex: number
  readonly accountIndexes: Uint8Array
  readonly data: Uint8Array
  /** First byte of the header (version 1) or of the instruction, and of its data length. */
  readonly start: number
  readonly dataLengthOffset: number
  /** Version 1: start of the payload (accounts, then data); else `start`. */
  readonly payloadStart: number
  readonly dataOffset: number
  readonly end: number
}
export type WireLookup = { readonly table: Uint8Array; readonly writable: Uint8Array; readonly readonly: Uint8Array }
/** Version 1 carries these in the message; null where the mask leaves one out. */
export type WireConfig = {
  readonly priorityFeeLamports: bigint | null
  readonly computeUnitLimit: number | null
  readonly loadedAccountsDataSizeLimit: number | null
  readonly heapSizeBytes: number | null
}
export type WireTransaction = {
  readonly version: MessageVersion
  readonly signatures: readonly Uint8Array[]
  readonly signaturesOffset: number
  /** The signed bytes are `messageStart` to `messageEnd`. */
  readonly messageStart: number
  readonly messageEnd: number
  readonly requiredSignatures: number
  readonly readonlySigned: number
  readonly readonlyUnsigned: number
  readonly keys: readonly Uint8Array[]
  readonly blockhash: Uint8Array
  readonly blockhashOffset: number
  readonly instructionCountOffset: number
  readonly instructions: readonly WireInstruction[]
  readonly lookups: readonly WireLookup[]
  readonly config: WireConfig | null
}
export type WireParse =
  | { readonly ok: true; readonly transaction: WireTransaction }
  | { readonly ok: false; readonly reason: string }

/** Where an instruction's parts lie. */
export type InstructionPlace = {
  readonly programIndex: number
  readonly accountsOffset: number
  readonly accountCount: number
  readonly dataOffset: number
  readonly dataLength: number
  readonly start: number
  readonly dataLengthOffset: number
  readonly payloadStart: number
}
type LookupPlace = {
  readonly tableOffset: number
  readonly writableOffset: number
  readonly writableCount: number
  readonly readonlyOffset: number
  readonly readonlyCount: number
}
/** A transaction by its offsets. A view into the bytes costs as much as looking up a key's text, and who reads millions of
 *  transactions needs few of them. */
export type WirePlaces = Pick<
  WireTransaction,
  | 'version'
  | 'signaturesOffset'
  | 'messageStart'
  | 'messageEnd'
  | 'requiredSignatures'
  | 'readonlySigned'
  | 'readonlyUnsigned'
  | 'blockhashOffset'
  | 'instructionCountOffset'
  | 'config'
> & {
  readonly signatureCount: number
  readonly keysOffset: number
  readonly keyCount: number
  readonly instructions: readonly InstructionPlace[]
  readonly lookups: readonly LookupPlace[]
}
type WireLocated = { readonly ok: true; readonly places: WirePlaces } | { readonly ok: false; readonly reason: string }

type Cursor = { readonly bytes: Uint8Array; at: number; fault: string | null }
const SIGNATURE_BYTES = 64
const KEY_BYTES = 32
const HEADER_BYTES = 3

/** Reads a signed transaction; every byte must be accounted for. Refuses with a reason what is cut short, padded,
 *  trailing or unknown. Sizes and the meaning of indexes are `findSanitizeFault`'s and the caller's to judge. */
export function parseWireTransaction(bytes: Uint8Array): WireParse {
  const located = locateWireTransaction(bytes)
  return located.ok ? { ok: true, transaction: viewsOf(bytes, located.places) } : located
}

/** The same by offsets, without any view. */
export function locateWireTransaction(bytes: Uint8Array): WireLocated {
  const cursor: Cursor = { bytes, at: 0, fault: null }
  const places = bytes[0] === 0x81 ? readV1(cursor) : readLegacyOrV0(cursor)
  if (cursor.fault !== null) return { ok: false, reason: cursor.fault }
  if (cursor.at !== bytes.length) return { ok: false, reason: `trailing bytes: ${bytes.length - cursor.at}` }
  return { ok: true, places }
}

function viewsOf(bytes: Uint8Array, places: WirePlaces): WireTransaction {
  const { signatureCount, keysOffset, keyCount, instructions, lookups, ...rest } = places
  const { blockhashOffset } = places
  return {
    ...rest,
    signatures: viewsOfSize(bytes, places.signaturesOffset, signatureCount, SIGNATURE_BYTES),
    keys: viewsOfSize(bytes, keysOffset, keyCount, KEY_BYTES),
    blockhash: bytes.subarray(blockhashOffset, blockhashOffset + KEY_BYTES),
    instructions: instructions.map((place) => ({
      programIndex: place.programIndex,
      accountIndexes: bytes.subarray(place.accountsOffset, place.accountsOffset + place.accountCount),
      data: bytes.subarray(place.dataOffset, place.dataOffset + place.dataLength),
      start: place.start,
      dataLengthOffset: place.dataLengthOffset,
      payloadStart: place.payloadStart,
      dataOffset: place.dataOffset,
      end: place.dataOffset + place.dataLength,
    })),
    lookups: lookups.map(({ tableOffset, writableOffset, writableCount, readonlyOffset, readonlyCount }) => ({
      table: bytes.subarray(tableOffset, tableOffset + KEY_BYTES),
      writable: bytes.subarray(writableOffset, writableOffset + writableCount),
      readonly: bytes.subarray(readonlyOffset, readonlyOffset + readonlyCount),
    })),
  }
}

function viewsOfSize(bytes: Uint8Array, offset: number, count: number, size: number): Uint8Array[] {
  const views: Uint8Array[] = []
  for (let at = offset; views.length < count; at += size) views.push(bytes.subarray(at, at + size))
  return views
}

function readLegacyOrV0(cursor: Cursor): WirePlaces {
  const { bytes } = cursor
  const signatureCount = readCount(cursor)
  const signaturesOffset = cursor.at
  skipMany(cursor, signatureCount, SIGNATURE_BYTES)
  const messageStart = cursor.at
  let version: 'legacy' | 0 = 'legacy'
  const prefix = bytes[cursor.at] ?? 0
  if (prefix & 0x80) {
    cursor.at++
    if (prefix !== 0x80) cursor.fault ??= `unknown message version ${prefix & 0x7f}`
    version = 0
  }
  const header = skip(cursor, HEADER_BYTES)
  const keyCount = readCount(cursor)
  const keysOffset = cursor.at
  skipMany(cursor, keyCount, KEY_BYTES)
  const blockhashOffset = skip(cursor, KEY_BYTES)
  const instructionCountOffset = cursor.at
  const instructions = readInstructions(cursor)
  const lookups = version === 0 ? readLookups(cursor) : []
  return {
    version,
    signatureCount,
    signaturesOffset,
    messageStart,
    messageEnd: cursor.at,
    requiredSignatures: bytes[header] ?? 0,
    readonlySigned: bytes[header + 1] ?? 0,
    readonlyUnsigned: bytes[header + 2] ?? 0,
    keysOffset,
    keyCount,
    blockhashOffset,
    instructionCountOffset,
    instructions,
    lookups,
    config: null,
  }
}

function readInstructions(cursor: Cursor): InstructionPlace[] {
  const instructions: InstructionPlace[] = []
  for (let left = readCount(cursor); left > 0 && cursor.fault === null; left--) {
    const start = cursor.at
    const programIndex = takeByte(cursor)
    const accountCount = readCount(cursor)
    const accountsOffset = skip(cursor, accountCount)
    const dataLengthOffset = cursor.at
    const dataLength = readCount(cursor)
    const dataOffset = skip(cursor, dataLength)
    instructions.push({
      programIndex,
      accountsOffset,
      accountCount,
      dataOffset,
      dataLength,
      start,
      dataLengthOffset,
      payloadStart: start,
    })
  }
  return instructions
}

function readLookups(cursor: Cursor): LookupPlace[] {
  const lookups: LookupPlace[] = []
  for (let left = readCount(cursor); left > 0 && cursor.fault === null; left--) {
    const tableOffset = skip(cursor, KEY_BYTES)
    const writableCount = readCount(cursor)
    const writableOffset = skip(cursor, writableCount)
    const readonlyCount = readCount(cursor)
    const readonlyOffset = skip(cursor, readonlyCount)
    lookups.push({ tableOffset, writableOffset, writableCount, readonlyOffset, readonlyCount })
  }
  return lookups
}

function readV1(cursor: Cursor): WirePlaces {
  const { bytes } = cursor
  cursor.at = 1
  const header = skip(cursor, HEADER_BYTES)
  const mask = takeU32(cursor)
  const feeBits = mask & 3
  if (mask > 31 || feeBits === 1 || feeBits === 2) cursor.fault ??= `invalid config mask ${mask}`
  const blockhashOffset = skip(cursor, KEY_BYTES)
  const instructionCountOffset = cursor.at
  const instructionCount = takeByte(cursor)
  const keyCount = takeByte(cursor)
  const keysOffset = cursor.at
  skipMany(cursor, keyCount, KEY_BYTES)
  const config: WireConfig = {
    priorityFeeLamports: feeBits === 3 ? takeU64(cursor) : null,
    computeUnitLimit: mask & 4 ? takeU32(cursor) : null,
    loadedAccountsDataSizeLimit: mask & 8 ? takeU32(cursor) : null,
    heapSizeBytes: mask & 16 ? takeU32(cursor) : null,
  }
  const instructions = readInstructionsV1(cursor, instructionCount)
  const messageEnd = cursor.at
  const requiredSignatures = bytes[header] ?? 0
  skipMany(cursor, requiredSignatures, SIGNATURE_BYTES)
  return {
    version: 1,
    signatureCount: requiredSignatures,
    signaturesOffset: messageEnd,
    messageStart: 0,
    messageEnd,
    requiredSignatures,
    readonlySigned: bytes[header + 1] ?? 0,
    readonlyUnsigned: bytes[header + 2] ?? 0,
    keysOffset,
    keyCount,
    blockhashOffset,
    instructionCountOffset,
    instructions,
    lookups: [],
    config,
  }
}

function readInstructionsV1(cursor: Cursor, instructionCount: number): InstructionPlace[] {
  const { bytes } = cursor
  const headersStart = skip(cursor, instructionCount * 4)
  const instructions: InstructionPlace[] = []
  for (let i = 0; i < instructionCount && cursor.fault === null; i++) {
    const start = headersStart + i * 4
    const accountCount = bytes[start + 1]!
    const dataLength = bytes[start + 2]! | (bytes[start + 3]! << 8)
    const payloadStart = skip(cursor, accountCount)
    instructions.push({
      programIndex: bytes[start]!,
      accountsOffset: payloadStart,
      accountCount,
      dataOffset: skip(cursor, dataLength),
      dataLength,
      start,
      dataLengthOffset: start + 2,
      payloadStart,
    })
  }
  return instructions
}

/** The first rule of the runtime's sanitising that a transaction breaks, or null. Indexes are within range after it. */
export function findSanitizeFault(
  transaction: WireTransaction,
  limits: MessageLimits = MESSAGE_LIMITS[transaction.version],
): string | null {
  const { keys, signatures, requiredSignatures, instructions, lookups } = transaction
  if (signatures.length !== requiredSignatures) return 'number of signatures differs from the header'
  if (requiredSignatures + transaction.readonlyUnsigned > keys.length) return 'header names more keys than there are'
  if (transaction.readonlySigned >= requiredSignatures) return 'no writable signer to pay the fee'
  if (requiredSignatures > limits.signatures) return `more than ${limits.signatures} signatures`
  if (instructions.length > limits.instructions) return `more than ${limits.instructions} instructions`
  let keyCount = keys.length
  for (const lookup of lookups) {
    const loaded = lookup.writable.length + lookup.readonly.length
    if (loaded === 0) return 'a lookup without indexes'
    keyCount += loaded
  }
  if (keyCount > limits.keys) return `more than ${limits.keys} keys`
  for (const { programIndex, accountIndexes } of instructions) {
    if (programIndex === 0 || programIndex >= keys.length) return 'program index out of range'
    for (const index of accountIndexes) if (index >= keyCount) return 'account index out of range'
  }
  return null
}

/** Whether a static key is writable by the header alone (the runtime may demote programs and sysvars). */
export function isStaticKeyWritable(transaction: WireTransaction, index: number): boolean {
  return isWritableOf(transaction, transaction.keys.length, index)
}

/** The same of a message with so many static keys. */
export function isWritableOf(
  { requiredSignatures, readonlySigned, readonlyUnsigned }: MessageHeader,
  keyCount: number,
  index: number,
): boolean {
  return index < requiredSignatures ? index < requiredSignatures - readonlySigned : index < keyCount - readonlyUnsigned
}
type MessageHeader = Pick<WireTransaction, 'requiredSignatures' | 'readonlySigned' | 'readonlyUnsigned'>

/** Wire bytes with some instructions left out (`keep` ascending; all when absent) and others given new data. Keys,
 *  lookups and signatures stay as they are, so the signatures no longer fit. Data must be at most 65,535 bytes. */
export function rewriteInstructions(
  wire: Uint8Array,
  transaction: WireTransaction,
  { keep, data }: { keep?: readonly number[]; data?: ReadonlyMap<number, Uint8Array> },
): Uint8Array {
  const kept = keep ?? transaction.instructions.map((_, index) => index)
  const lastEnd = transaction.instructions.at(-1)?.end
  const parts: Uint8Array[] = []
  if (transaction.version === 1) {
    const firstHeader = transaction.instructions[0]?.start ?? transaction.messageEnd
    const head = wire.slice(0, firstHeader)
    head[transaction.instructionCountOffset] = kept.length
    parts.push(head)
    for (const index of kept) {
      const { programIndex, accountIndexes, data: old } = transaction.instructions[index]!
      const length = (data?.get(index) ?? old).length
      parts.push(Uint8Array.of(programIndex, accountIndexes.length, length & 255, length >> 8))
    }
    for (const index of kept) {
      const instruction = transaction.instructions[index]!
      parts.push(instruction.accountIndexes, data?.get(index) ?? instruction.data)
    }
    parts.push(wire.subarray(transaction.messageEnd))
    return Buffer.concat(parts)
  }
  parts.push(wire.subarray(0, transaction.instructionCountOffset), encodeCount(kept.length))
  for (const index of kept) {
    const instruction = transaction.instructions[index]!
    const replacement = data?.get(index)
    if (replacement === undefined) parts.push(wire.subarray(instruction.start, instruction.end))
    else
      parts.push(
        wire.subarray(instruction.start, instruction.dataLengthOffset),
        encodeCount(replacement.length),
        replacement,
      )
  }
  const tail = lastEnd ?? transaction.instructionCountOffset + encodeCount(transaction.instructions.length).length
  parts.push(wire.subarray(tail))
  return Buffer.concat(parts)
}

/** Compact u16: 7 bits a byte, low bits first. */
export function encodeCount(count: number): Uint8Array {
  if (count < 0x80) return Uint8Array.of(count)
  if (count < 0x4000) return Uint8Array.of((count & 127) | 128, count >> 7)
  return Uint8Array.of((count & 127) | 128, ((count >> 7) & 127) | 128, count >> 14)
}

function readCount(cursor: Cursor): number {
  let value = 0
  for (let i = 0; i < 3; i++) {
    const byte = takeByte(cursor)
    value |= (byte & 127) << (7 * i)
    if (byte & 128) continue
    if (i > 0 && byte === 0) cursor.fault ??= 'a count in more bytes than it needs'
    else if (value > 65_535) cursor.fault ??= 'a count over 65,535'
    return cursor.fault === null ? value : 0
  }
  cursor.fault ??= 'a count in more than three bytes'
  return 0
}

/** Goes on by so many bytes; where they began. */
function skip(cursor: Cursor, length: number): number {
  const start = cursor.at
  if (cursor.fault !== null) return start
  const end = start + length
  if (end > cursor.bytes.length) cursor.fault = `missing bytes: ${end - cursor.bytes.length}`
  else cursor.at = end
  return start
}

function skipMany(cursor: Cursor, count: number, size: number): void {
  if (cursor.fault !== null) return
  const whole = Math.floor((cursor.bytes.length - cursor.at) / size)
  if (whole >= count) cursor.at += count * size
  // The first that is not there says how many bytes are missing.
  else cursor.fault = `missing bytes: ${cursor.at + (whole + 1) * size - cursor.bytes.length}`
}

function takeByte(cursor: Cursor): number {
  if (cursor.fault === null && cursor.at < cursor.bytes.length) return cursor.bytes[cursor.at++]!
  cursor.fault ??= 'missing bytes: 1'
  return 0
}

function takeU32(cursor: Cursor): number {
  const at = skip(cursor, 4)
  if (cursor.fault !== null) return 0
  const { bytes } = cursor
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
}

function takeU64(cursor: Cursor): bigint {
  const low = takeU32(cursor)
  return (BigInt(takeU32(cursor)) << 32n) | BigInt(low)
}
