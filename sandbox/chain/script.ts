import assert from 'node:assert/strict'
import type { ScriptOp } from './types.ts'

/* The bytes that the stand-in program reads; the layout is in sandbox/programs/stand-in.c. */

export const SCRIPT_HEADER_BYTES = 12
/** Custom error of an instruction that its emulator could not follow. */
export const EMULATOR_FAILED = 101
/** An Anchor event that a program logs by calling itself starts like this; the stand-in lets it pass. */
const EVENT_SELF_CALL = Buffer.from('e445a52e51cb9a1d', 'hex')
/** What a program returns for custom error 0; a plain 0 is success. */
const CUSTOM_ZERO = 1n << 32n
/** Room for the seeds and signers of one call in the stand-in's memory. */
const MAX_SEEDS = 128
const MAX_SIGNERS = 32

type Cpi = Extract<ScriptOp, { op: 'cpi' }>

/** Position of an address among an instruction's accounts; throws when it is not one of them. */
export type PositionOf = (address: string) => number

export function positionsOf(accounts: readonly { readonly address: string }[]): PositionOf {
  const positions = new Map<string, number>()
  for (const [at, { address }] of accounts.entries()) if (!positions.has(address)) positions.set(address, at)
  return (address) => {
    const at = positions.get(address)
    assert(at !== undefined, `${address} is not among the accounts of the instruction`)
    assert(at < 256, 'more than 256 accounts')
    return at
  }
}

export function scriptHeader(magic: Uint8Array, id: number): Uint8Array {
  const bytes = Buffer.alloc(SCRIPT_HEADER_BYTES)
  bytes.set(magic)
  bytes.writeUInt32LE(id, 8)
  return bytes
}

/** The id of a script, or null when the bytes are none of ours. */
export function scriptIdOf(magic: Uint8Array, data: Uint8Array): number | null {
  if (data.length < SCRIPT_HEADER_BYTES || Buffer.compare(data.subarray(0, 8), magic) !== 0) return null
  return new DataView(data.buffer, data.byteOffset).getUint32(8, true)
}

export function isEventSelfCall(data: Uint8Array): boolean {
  return data.length >= 8 && Buffer.compare(data.subarray(0, 8), EVENT_SELF_CALL) === 0
}

/** One operation as bytes. Throws when it names foreign accounts or does not fit its fields. */
export function encodeOp(op: ScriptOp, positionOf: PositionOf): Uint8Array {
  switch (op.op) {
    case 'log':
      return Buffer.concat([u8(1), sized(Buffer.from(op.text))])
    case 'logData':
      return Buffer.concat([u8(2), sized(op.bytes)])
    case 'cpi':
      return encodeCpi(op, positionOf)
    case 'write':
      return Buffer.concat([u8(4), u8(positionOf(op.address)), u32(op.offset), sized(op.bytes)])
    case 'moveLamports':
      return Buffer.concat([u8(5), u8(positionOf(op.from)), u8(positionOf(op.to)), u64(op.lamports)])
    case 'fail':
      return Buffer.concat([u8(6), u64(op.customCode === 0 ? CUSTOM_ZERO : BigInt(op.customCode))])
    case 'burnUnits':
      return Buffer.concat([u8(7), u32(op.turns)])
    case 'returnData':
      return Buffer.concat([u8(8), sized(op.bytes)])
  }
}

function encodeCpi(op: Cpi, positionOf: PositionOf): Uint8Array {
  const seeds = op.signerSeeds.reduce((count, signer) => count + signer.length, 0)
  assert(seeds <= MAX_SEEDS && op.signerSeeds.length <= MAX_SIGNERS, 'too many signer seeds')
  const accounts = op.accounts.flatMap(({ address, isSigner, isWritable }) => [
    positionOf(address),
    (isWritable ? 1 : 0) | (isSigner ? 2 : 0),
  ])
  return Buffer.concat([
    u8(3),
    u8(positionOf(op.program)),
    u8(op.accounts.length),
    Uint8Array.from(accounts),
    sized(op.data),
    u8(op.signerSeeds.length),
    ...op.signerSeeds.flatMap((signer) => [u8(signer.length), ...signer.flatMap((seed) => [u8(seed.length), seed])]),
  ])
}

function sized(bytes: Uint8Array): Uint8Array {
  assert(bytes.length <= 0xffff, `${bytes.length} bytes in one operation (max 65,535)`)
  return Buffer.concat([Uint8Array.of(bytes.length & 255, bytes.length >> 8), bytes])
}

function u8(value: number): Uint8Array {
  assert(Number.isInteger(value) && value >= 0 && value <= 255, `${value} does not fit one byte`)
  return Uint8Array.of(value)
}

function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
