import type { Keypair } from '../../src/chain/solana/keypair.ts'
import { keypairOfSeed } from './seeded-keys.ts'

/** Keys of the world's wallets and mints, made when first used. */
export type KeyRing = {
  add(address: string, keySeed: Uint8Array): void
  remove(address: string): void
  has(address: string): boolean
  /** Null where no one here holds the key. */
  get(address: string): Keypair | null
}

export function createKeyRing(): KeyRing {
  const seeds = new Map<string, Uint8Array>()
  const keypairs = new Map<string, Keypair>()
  return {
    add: (address, keySeed) => void seeds.set(address, keySeed),
    remove: (address) => {
      seeds.delete(address)
      keypairs.delete(address)
    },
    has: (address) => seeds.has(address),
    get(address) {
      const held = keypairs.get(address)
      if (held !== undefined) return held
      const seed = seeds.get(address)
      if (seed === undefined) return null
      const keypair = keypairOfSeed(seed)
      keypairs.set(address, keypair)
      return keypair
    },
  }
}
