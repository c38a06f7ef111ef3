/* The Legendre symbol over the field of ed25519, which says whether a number is a square there. Divsteps that only add
 * (Bernstein and Yang's, as libsecp256k1 bends them for Jacobi symbols): 26 of them are gathered from the low 32 bits
 * alone, then applied to all limbs at once. Limbs of 26 bits, so that sums of products stay under 2^53. */

const LIMB_BITS = 26
const LIMB = 2 ** LIMB_BITS
const LIMB_INVERSE = 1 / LIMB
const LIMBS = 10
const CHUNK_BITS = 52n
const CHUNK_MASK = (1n << CHUNK_BITS) - 1n
/** Some 30 batches do; no proof bounds the additive steps, so there is a way out. */
const MAX_BATCHES = 60

const P = 2n ** 255n - 19n
const P_LIMBS = new Float64Array(LIMBS)
toLimbs(P, P_LIMBS)

const f = new Float64Array(LIMBS)
const g = new Float64Array(LIMBS)
/** Two rows of the matrix of a batch, then eta and the sign's bit. */
const batch = { u: 0, v: 0, q: 0, r: 0, eta: 0, sign: 0 }

/** 1 for a square, -1 for none, 0 for zero; of a value from 0 to 2^255 - 20. About 6 µs. */
export function legendre(value: bigint): number {
  if (value === 0n) return 0
  f.set(P_LIMBS)
  toLimbs(value, g)
  batch.eta = -1
  batch.sign = 0
  let length = LIMBS
  for (let i = 0; i < MAX_BATCHES; i++) {
    gatherSteps(lowBits(f), lowBits(g))
    applySteps(length)
    while (length > 1 && f[length - 1] === 0 && g[length - 1] === 0) length--
    if (isOne(length)) return batch.sign & 1 ? -1 : 1
  }
  return legendreByPower(value)
}

function toLimbs(value: bigint, limbs: Float64Array): void {
  let rest = value
  for (let at = 0; at < LIMBS; at += 2, rest >>= CHUNK_BITS) {
    const chunk = Number(rest & CHUNK_MASK)
    const high = Math.floor(chunk / LIMB)
    limbs[at] = chunk - high * LIMB
    limbs[at + 1] = high
  }
}

/** The lowest 32 bits, as a signed number. */
function lowBits(limbs: Float64Array): number {
  return limbs[0]! | (limbs[1]! << LIMB_BITS)
}

function isOne(length: number): boolean {
  if (f[0] !== 1) return false
  for (let at = 1; at < length; at++) if (f[at] !== 0) return false
  return true
}

/** 26 divsteps on the low bits: f and g become (u f + v g) and (q f + r g), over 2^26. */
function gatherSteps(fLow: number, gLow: number): void {
  let u = 1
  let v = 0
  let q = 0
  let r = 1
  let eta = batch.eta
  let sign = batch.sign
  let a = fLow
  let b = gLow
  let other = 0
  for (let left = LIMB_BITS; ; ) {
    const bits = b | (-1 << left)
    const zeros = 31 - Math.clz32(bits & -bits)
    b >>>= zeros
    u <<= zeros
    v <<= zeros
    eta -= zeros
    left -= zeros
    // (2 / f) is -1 when f is 3 or 5 modulo 8.
    sign ^= zeros & ((a >> 1) ^ (a >> 2))
    if (left === 0) break
    if (eta < 0) {
      eta = -eta
      // (f / g) = -(g / f) when both are 3 modulo 4.
      sign ^= (a & b) >> 1
      other = a
      a = b
      b = other
      other = u
      u = q
      q = other
      other = v
      v = r
      r = other
    }
    // As many of g's low bits as may be cleared by adding f: w = -g / f, whose inverse is good for 6 bits.
    const mask = (-1 >>> (32 - Math.min(eta + 1, left))) & 63
    const w = Math.imul(Math.imul(a, b), Math.imul(a, a) - 2) & mask
    b = (b + Math.imul(a, w)) | 0
    q += Math.imul(u, w)
    r += Math.imul(v, w)
  }
  batch.u = u
  batch.v = v
  batch.q = q
  batch.r = r
  batch.eta = eta
  batch.sign = sign
}

function applySteps(length: number): void {
  const { u, v, q, r } = batch
  // The lowest limb comes out zero.
  let fCarry = (u * f[0]! + v * g[0]!) * LIMB_INVERSE
  let gCarry = (q * f[0]! + r * g[0]!) * LIMB_INVERSE
  for (let at = 1; at < length; at++) {
    const fSum = u * f[at]! + v * g[at]! + fCarry
    const gSum = q * f[at]! + r * g[at]! + gCarry
    fCarry = Math.floor(fSum * LIMB_INVERSE)
    gCarry = Math.floor(gSum * LIMB_INVERSE)
    f[at - 1] = fSum - fCarry * LIMB
    g[at - 1] = gSum - gCarry * LIMB
  }
  f[length - 1] = fCarry
  g[length - 1] = gCarry
}

/** The same by Euler's criterion: a hundred times slower, and sure to end. */
export function legendreByPower(value: bigint): number {
  let result = 1n
  let base = value % P
  for (let exponent = (P - 1n) / 2n; exponent > 0n; exponent >>= 1n, base = (base * base) % P)
    if (exponent & 1n) result = (result * base) % P
  return result === 1n ? 1 : result === 0n ? 0 : -1
}
