import { keypairFromSeed } from '../../chain/solana/keypair.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'

/** Address of the key that belongs to a 32-byte seed. */
export function addressOfKeySeed(keySeed: Uint8Array): string {
  return keypairFromSeed(keySeed).address
}

/** 32 bytes as an address nobody needs a key for. */
export function addressOfBytes(bytes: Uint8Array): string {
  return encodeBase58(bytes)
}
