/** A transaction of version 0 or before as it is sent: its signatures, then the message that they sign. Version 1, whose
 *  signatures come after the message, is left to the wallets that know it. */
export type Wire = {
  readonly signatures: readonly Uint8Array[]
  readonly message: Uint8Array<ArrayBuffer>
  /** Addresses that must sign, in the order of the signatures. */
  readonly signers: readonly Uint8Array[]
}

const SIGNATURE_BYTES = 64
const KEY_BYTES = 32

/** Null where it is of a version that this page does not sign. */
export function readWire(bytes: Uint8Array<ArrayBuffer>): Wire | null {
  const first = bytes[0]
  if (first === undefined || first > 127) return null
  const [count, start] = readCount(bytes, 0)
  const messageAt = start + count * SIGNATURE_BYTES
  const signatures = Array.from({ length: count }, (_, index) =>
    bytes.slice(start + index * SIGNATURE_BYTES, start + (index + 1) * SIGNATURE_BYTES),
  )
  const message = bytes.slice(messageAt)
  const isVersioned = (message[0] ?? 0) > 127
  if (isVersioned && message[0] !== 0x80) return null
  const headerAt = isVersioned ? 1 : 0
  const required = message[headerAt] ?? 0
  const [, keysAt] = readCount(message, headerAt + 3)
  const signers = Array.from({ length: required }, (_, index) =>
    message.slice(keysAt + index * KEY_BYTES, keysAt + (index + 1) * KEY_BYTES),
  )
  return required === count ? { signatures, message, signers } : null
}

/** The same transaction with one signature put in its place; null where this address does not have to sign. */
export function withSignature(wire: Wire, signer: Uint8Array, signature: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const place = wire.signers.findIndex((key) => key.every((byte, at) => byte === signer[at]))
  if (place < 0) return null
  const head = wire.signatures.length
  const bytes = new Uint8Array(1 + head * SIGNATURE_BYTES + wire.message.length)
  bytes[0] = head
  for (const [index, known] of wire.signatures.entries())
    bytes.set(index === place ? signature : known, 1 + index * SIGNATURE_BYTES)
  bytes.set(wire.message, 1 + head * SIGNATURE_BYTES)
  return bytes
}

/** Solana's short count: seven bits a byte. */
function readCount(bytes: Uint8Array, at: number): readonly [number, number] {
  let count = 0
  let shift = 0
  let place = at
  for (;;) {
    const byte = bytes[place] ?? 0
    place += 1
    count |= (byte & 127) << shift
    if (byte < 128) return [count, place]
    shift += 7
  }
}
