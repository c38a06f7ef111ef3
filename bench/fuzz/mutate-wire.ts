import { type Keypair, signBytes } from '../../src/chain/solana/keypair.ts'
import { decodeBase58, encodeBase58 } from '../../src/hot-paths/base58.ts'
import { encodeCount, parseWireTransaction } from '../../src/hot-paths/wire-transaction.ts'

/** A whole number from 0 up to, not including, `below`. */
export type Random = (below: number) => number

/** The bytes of a transaction, changed in one place. */
export function mutateWire(wire: Uint8Array, random: Random): Uint8Array {
  const bytes = Uint8Array.from(wire)
  const at = random(bytes.length)
  // Most change one byte: what changes the length seldom gets past the codec.
  switch (random(24)) {
    case 1:
      bytes[at] = random(256)
      return bytes
    case 2:
      return bytes.subarray(0, at)
    case 3:
      return Buffer.concat([bytes, Buffer.alloc(random(70), random(256))])
    case 4:
      return Buffer.concat([bytes.subarray(0, at), encodeCount(random(65_536)), bytes.subarray(at + 1)])
    case 5:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random(40))])
    case 6:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(random(bytes.length))])
    case 7: {
      // Another version's prefix, where the message of each version starts.
      bytes[bytes[0] === 0x81 ? 0 : 65] = [0x80, 0x81, 0x82, 0xff, 0x01][random(5)]!
      return bytes
    }
    default:
      bytes[at]! ^= 1 << random(8)
      return bytes
  }
}

/** Mutated messages mostly die at the signature; signed again they reach the runtime. Signers whose key is not at hand
 *  keep what is there; bytes that are no transaction stay as they are. */
export function signAnew(wire: Uint8Array, keys: ReadonlyMap<string, Keypair>): Uint8Array {
  const parsed = parseWireTransaction(wire)
  if (!parsed.ok) return wire
  const { transaction } = parsed
  const bytes = Uint8Array.from(wire)
  const message = bytes.subarray(transaction.messageStart, transaction.messageEnd)
  const signers = Math.min(transaction.requiredSignatures, transaction.signatures.length, transaction.keys.length)
  for (let i = 0; i < signers; i++) {
    const key = keys.get(encodeBase58(transaction.keys[i]!))
    if (key !== undefined) bytes.set(signBytes(key, message), transaction.signaturesOffset + 64 * i)
  }
  return bytes
}

/** The same transaction under another blockhash. */
export function withBlockhash(wire: Uint8Array, blockhash: string): Uint8Array {
  const parsed = parseWireTransaction(wire)
  const hash = decodeBase58(blockhash)
  if (!parsed.ok || hash === null) return wire
  const bytes = Uint8Array.from(wire)
  bytes.set(hash, parsed.transaction.blockhashOffset)
  return bytes
}
