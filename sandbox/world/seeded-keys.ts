import { type Keypair, keypairFromOpenSeed } from '../../src/chain/solana/keypair.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'

/** By the seed's own array: the plan derives an address, and the key ring needs the same key a moment later. */
const keypairs = new WeakMap<Uint8Array, Keypair>()

/** The key pair of a 32-byte seed; derived once for each array. */
export function keypairOfSeed(keySeed: Uint8Array): Keypair {
  const known = keypairs.get(keySeed)
  if (known !== undefined) return known
  const keypair = keypairFromOpenSeed(keySeed)
  keypairs.set(keySeed, keypair)
  return keypair
}

/** Address of the key that belongs to a 32-byte seed. */
export function addressOfKeySeed(keySeed: Uint8Array): string {
  return keypairOfSeed(keySeed).address
}

/** 32 bytes as an address no one needs a key for. */
export function addressOfBytes(bytes: Uint8Array): string {
  return encodeBase58(bytes)
}
