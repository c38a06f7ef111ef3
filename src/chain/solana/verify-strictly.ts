import { verifySignature } from './keypair.ts'

/** Field of ed25519 and the order of its group (RFC 8032, 5.1). */
const P = 2n ** 255n - 19n
const L = 2n ** 252n + 27742317777372353535851937790883648493n
const SIGN_BIT = 1n << 255n

/** Of two of the points of order 8; the other two have its negative. */
const ORDER_8_Y = 2707385501144840649318225287225658788936804267575313519463743609750303402022n
/** Second coordinates of the eight points whose order divides 8: as a key, such a point lets anyone make signatures of
 *  any text. */
const SMALL_ORDER_Y: ReadonlySet<bigint> = new Set([0n, 1n, P - 1n, ORDER_8_Y, P - ORDER_8_Y])

/** Whether a signature is the key's over the message, with one accepted form of everything: coordinates below the
 *  field's order, neither key nor commitment of small order, and the scalar below the group's order, so that no one can
 *  turn a signature into another one or make a key that signs everything. About 70 µs. */
export function verifyStrictly(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false
  if (!isPlainPoint(publicKey) || !isPlainPoint(signature.subarray(0, 32))) return false
  if (littleEndian(signature.subarray(32)) >= L) return false
  return verifySignature(publicKey, message, signature)
}

function isPlainPoint(bytes: Uint8Array): boolean {
  const y = littleEndian(bytes) & (SIGN_BIT - 1n)
  return y < P && !SMALL_ORDER_Y.has(y)
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
}
