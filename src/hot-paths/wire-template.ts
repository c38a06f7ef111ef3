import assert from 'node:assert/strict'
import { parseWireTransaction } from './wire-transaction.ts'

/* A compiled transaction of which only the blockhash and the data of its instructions change.
 *
 *   count of signatures | signatures | message: ... | blockhash | ... (program | accounts | length | data) ... */

export type WireTemplate = {
  /** The whole transaction, with whatever data it was compiled with and zeros for signatures. */
  readonly wire: Uint8Array
  readonly messageStart: number
  readonly blockhashOffset: number
  /** Of each instruction. */
  readonly dataOffsets: Int32Array
  readonly dataLengths: Int32Array
}

/** The places of a compiled transaction (legacy or 0). Throws for bytes that are none: their compiler is broken. */
export function templateOf(wire: Uint8Array): WireTemplate {
  const parsed = parseWireTransaction(wire)
  if (!parsed.ok) throw new Error(`compiled a message that does not parse: ${parsed.reason}`)
  const { messageStart, blockhashOffset, instructions } = parsed.transaction
  return {
    wire,
    messageStart,
    blockhashOffset,
    dataOffsets: Int32Array.from(instructions, ({ dataOffset }) => dataOffset),
    dataLengths: Int32Array.from(instructions, ({ data }) => data.length),
  }
}

const BLOCKHASH_BYTES = 32
export const SIGNATURE_BYTES = 64

/** A copy of the template with another blockhash and other data. Each data has the length it had. O(bytes), one
 *  allocation; under a microsecond. */
export function patchWire(template: WireTemplate, blockhash: Uint8Array, data: readonly Uint8Array[]): Uint8Array {
  const { dataOffsets, dataLengths, blockhashOffset } = template
  assert(blockhash.length === BLOCKHASH_BYTES, 'a blockhash has 32 bytes')
  assert(data.length === dataOffsets.length, 'data of each instruction')
  // Not `slice`: that of a Buffer is no copy.
  const wire = new Uint8Array(template.wire)
  wire.set(blockhash, blockhashOffset)
  for (let i = 0; i < data.length; i++) {
    assert(data[i]!.length === dataLengths[i], 'data of the length it had')
    wire.set(data[i]!, dataOffsets[i])
  }
  return wire
}

/** Puts a signature into a transaction, in place. */
export function placeSignature(wire: Uint8Array, signature: Uint8Array, offset: number): void {
  assert(signature.length === SIGNATURE_BYTES, 'a signature has 64 bytes')
  wire.set(signature, offset)
}
