import { randomBytes } from 'node:crypto'

/** Four sums that identify a presented credential, without keeping it. */
export type Fingerprint = { a: number; b: number; c: number; d: number }

/** The largest prime below 2^31. */
const PRIME = 2 ** 31 - 1
/** 63 pairs of characters and the length: the sums stay below 2^53, so that doubles hold them exactly. */
const MAX_CHARS = 126
const TERMS = 64

/** Multilinear hashing over a prime field (Carter and Wegman 1979): each sum is the text's character pairs times random
 *  numbers that only this process knows. Two different texts agree in all four sums with a probability of about 2^-124,
 *  whatever their sender chooses, because the sums are never shown. Made for the warm path, where SHA-256 cost 0.9 us
 *  of a request's 12 (measured November 2026; 0.3 in a tight loop) and this costs 0.15; everything that is stored or
 *  shown to others goes by SHA-256. False for texts it does not take: longer than 126 characters or beyond Latin-1. */
export function createFingerprinter(): (text: string, out: Fingerprint) => boolean {
  const factors = randomFactors()
  return (text, out) => {
    const { length } = text
    if (length > MAX_CHARS) return false
    let a = length * factors[0]!
    let b = length * factors[1]!
    let c = length * factors[2]!
    let d = length * factors[3]!
    let seen = 0
    for (let i = 0, k = 4; i < length; i += 2, k += 4) {
      const first = text.charCodeAt(i)
      const second = i + 1 < length ? text.charCodeAt(i + 1) : 0
      seen |= first | second
      const pair = first * 256 + second
      a += pair * factors[k]!
      b += pair * factors[k + 1]!
      c += pair * factors[k + 2]!
      d += pair * factors[k + 3]!
    }
    if (seen > 255) return false
    out.a = a % PRIME
    out.b = b % PRIME
    out.c = c % PRIME
    out.d = d % PRIME
    return true
  }
}

function randomFactors(): Float64Array {
  const words = new Uint32Array(new Uint8Array(randomBytes(TERMS * 4 * 4)).buffer)
  return Float64Array.from(words, (word) => (word >>> 1) % PRIME)
}
