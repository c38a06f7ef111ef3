/* Keccak-256 with the padding of Ethereum (0x01), which is not that of SHA3-256; Node's OpenSSL offers the latter
 * only. Lanes are pairs of 32-bit words. */

const ROUNDS = 24
const RATE_BYTES = 136
const LANES = 25
const DIGEST_BYTES = 32

const ROTATIONS = rotations()
const ROUND_CONSTANTS = roundConstants()

/** The 32-byte digest. O(bytes); some tens of microseconds for a short text. */
export function keccak256(input: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor(input.length / RATE_BYTES) + 1) * RATE_BYTES)
  padded.set(input)
  padded[input.length] = 1
  padded[padded.length - 1]! |= 0x80
  const words = new DataView(padded.buffer)
  const state = new Uint32Array(2 * LANES)
  for (let offset = 0; offset < padded.length; offset += RATE_BYTES) {
    for (let at = 0; at < RATE_BYTES / 4; at++) state[at]! ^= words.getUint32(offset + 4 * at, true)
    permute(state)
  }
  return new Uint8Array(new Uint8Array(state.buffer.slice(0, DIGEST_BYTES)))
}

const scratch = new Uint32Array(2 * LANES)
const parity = new Uint32Array(10)

function permute(state: Uint32Array): void {
  for (let round = 0; round < ROUNDS; round++) {
    theta(state)
    rotateAndMove(state)
    for (let row = 0; row < 2 * LANES; row += 10)
      for (let at = 0; at < 10; at++)
        state[row + at] = scratch[row + at]! ^ (~scratch[row + ((at + 2) % 10)]! & scratch[row + ((at + 4) % 10)]!)
    state[0]! ^= ROUND_CONSTANTS[2 * round]!
    state[1]! ^= ROUND_CONSTANTS[2 * round + 1]!
  }
}

function theta(state: Uint32Array): void {
  for (let at = 0; at < 10; at++)
    parity[at] = state[at]! ^ state[at + 10]! ^ state[at + 20]! ^ state[at + 30]! ^ state[at + 40]!
  for (let column = 0; column < 10; column += 2) {
    const left = (column + 8) % 10
    const right = (column + 2) % 10
    const low = parity[right]!
    const high = parity[right + 1]!
    const changeLow = parity[left]! ^ ((low << 1) | (high >>> 31))
    const changeHigh = parity[left + 1]! ^ ((high << 1) | (low >>> 31))
    for (let row = column; row < 2 * LANES; row += 10) {
      state[row]! ^= changeLow
      state[row + 1]! ^= changeHigh
    }
  }
}

/** Rho and pi: each lane is rotated and moves to its new place, in `scratch`. */
function rotateAndMove(state: Uint32Array): void {
  for (let y = 0; y < 5; y++)
    for (let x = 0; x < 5; x++) {
      const from = 2 * (x + 5 * y)
      const to = 2 * (y + 5 * ((2 * x + 3 * y) % 5))
      const by = ROTATIONS[x + 5 * y]!
      const swapped = by >= 32
      const low = state[swapped ? from + 1 : from]!
      const high = state[swapped ? from : from + 1]!
      const bits = by % 32
      scratch[to] = bits === 0 ? low : (low << bits) | (high >>> (32 - bits))
      scratch[to + 1] = bits === 0 ? high : (high << bits) | (low >>> (32 - bits))
    }
}

function rotations(): Uint8Array {
  const found = new Uint8Array(LANES)
  let [x, y] = [1, 0]
  for (let t = 0; t < 24; t++) {
    found[x + 5 * y] = (((t + 1) * (t + 2)) / 2) % 64
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
  }
  return found
}

/** Of the degree-8 LFSR of the standard: low and high word of each round. */
function roundConstants(): Uint32Array {
  const found = new Uint32Array(2 * ROUNDS)
  let register = 1
  for (let round = 0; round < ROUNDS; round++)
    for (let power = 0; power <= 6; power++) {
      const bit = 2 ** power - 1
      if ((register & 1) === 1) found[2 * round + (bit >= 32 ? 1 : 0)]! |= 1 << (bit % 32)
      register = (register << 1) ^ ((register >> 7) * 0x171)
    }
  return found
}
