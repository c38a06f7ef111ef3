import { createHash } from 'node:crypto'
import { addressOfKeySeed } from '../seeded-keys.ts'

/** Address of an account that signs for its own creation, from what it is for: the same in every world of a seed. */
export function extraSigner(purpose: string, pool: string): string {
  return addressOfKeySeed(createHash('sha256').update(`${purpose}/${pool}`).digest())
}
