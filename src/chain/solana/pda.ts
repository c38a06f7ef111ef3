import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { decodeBase58Fixed, encodeBase58 } from '../../hot-paths/base58.ts'
import { legendre } from './legendre.ts'
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from './program-ids.ts'

const MARKER = Buffer.from('ProgramDerivedAddress')
const MAX_SEEDS = 16
const MAX_SEED_BYTES = 32
/** Derivations remembered; the oldest are forgotten first. */
const MAX_CACHED = 50_000

/** Field of ed25519 and its curve constant d = -121665/121666. */
const P = 2n ** 255n - 19n
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

const cache = new Map<string, ProgramAddress>()
/** The same for token accounts, by the texts of owner, mint and program: no bytes are made to look one up. */
const tokenAccounts = new Map<string, string>()

export type ProgramAddress = { readonly address: string; readonly bump: number }

/** 32 bytes of an address that is known to be one; asserts otherwise. */
export function addressBytes(address: string): Uint8Array {
  const bytes = decodeBase58Fixed(address, 32)
  assert(bytes !== null, `not an address: ${address}`)
  return bytes
}

/** The program-derived address of the highest bump whose hash is off the curve. About 15 µs a bump, cached. */
export function findProgramAddress(seeds: readonly Uint8Array[], program: string): ProgramAddress {
  const key = seeds.reduce(
    (text, seed) => `${text}.${Buffer.from(seed).toString('latin1')}`,
    `${program}${seeds.map((seed) => seed.length)}`,
  )
  const known = cache.get(key)
  if (known !== undefined) return known
  for (let bump = 255; bump >= 0; bump--) {
    const address = createProgramAddress([...seeds, Uint8Array.of(bump)], program)
    if (address === null) continue
    const found = { address, bump }
    remember(cache, key, found)
    return found
  }
  throw new Error(`no program address for ${program}`)
}

function remember<V>(known: Map<string, V>, key: string, value: V): void {
  if (known.size >= MAX_CACHED)
    for (const oldest of known.keys()) {
      known.delete(oldest)
      break
    }
  known.set(key, value)
}

/** The address of exactly these seeds (bump included), or null when it lies on the curve. */
export function createProgramAddress(seeds: readonly Uint8Array[], program: string): string | null {
  assert(seeds.length <= MAX_SEEDS, `at most ${MAX_SEEDS} seeds, got ${seeds.length}`)
  const hash = createHash('sha256')
  for (const seed of seeds) {
    assert(seed.length <= MAX_SEED_BYTES, `a seed has at most ${MAX_SEED_BYTES} bytes, got ${seed.length}`)
    hash.update(seed)
  }
  const digest = hash.update(addressBytes(program)).update(MARKER).digest()
  return isOnCurve(digest) ? null : encodeBase58(digest)
}

/** The associated token account of a wallet. The token program is part of the address: pass the mint's owner. */
export function associatedTokenAddress(owner: string, mint: string, tokenProgram: string = TOKEN_PROGRAM): string {
  const key = `${owner}.${mint}.${tokenProgram}`
  const known = tokenAccounts.get(key)
  if (known !== undefined) return known
  const seeds = [addressBytes(owner), addressBytes(tokenProgram), addressBytes(mint)]
  const { address } = findProgramAddress(seeds, ASSOCIATED_TOKEN_PROGRAM)
  remember(tokenAccounts, key, address)
  return address
}

/** Address derived by System's `WithSeed` instructions: SHA-256 of base, seed text and owner. */
export function addressWithSeed(base: string, seed: string, owner: string): string {
  assert(Buffer.byteLength(seed) <= MAX_SEED_BYTES, `a seed has at most ${MAX_SEED_BYTES} bytes`)
  return encodeBase58(createHash('sha256').update(addressBytes(base)).update(seed).update(addressBytes(owner)).digest())
}

/** Whether 32 bytes decompress to a point of ed25519, as the runtime decides it: the y coordinate is taken modulo the
 *  field, the sign bit ignored, and x^2 = (y^2-1)/(d*y^2+1) must be a square, which its Legendre symbol shows. */
export function isOnCurve(bytes: Uint8Array): boolean {
  let y = 0n
  for (let at = 24; at >= 0; at -= 8) y = (y << 64n) | readU64(bytes, at)
  y = (y & ((1n << 255n) - 1n)) % P
  const ySquared = (y * y) % P
  const numerator = ySquared - 1n
  const denominator = D * ySquared + 1n
  const product = (numerator * denominator) % P
  return legendre(product < 0n ? product + P : product) >= 0
}

function readU64(bytes: Uint8Array, at: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(at, true)
}
