import { addressBytes, findProgramAddress, type ProgramAddress } from '../../pda.ts'

/** Meteora's DLMM (pools of price bins) and its first dynamic AMM, whose tokens lie in shared vaults. */
export const DLMM_PROGRAM = 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo'
export const DAMM_V1_PROGRAM = 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB'
export const DYNAMIC_VAULT_PROGRAM = '24Uqj9JCLxUeoC3hGfh5W3s9FM9uCHDS2SG3LYwBpyTi'

/** Account of DLMM's calls to itself; a test derives it. */
export const DLMM_EVENT_AUTHORITY = 'D1ZN9Wj1fRSUQfCjhvnu1hqDMT7hzjzBBpi12nVniYD6'

/** Base key of the one pool per pair of mints that anyone can make with parameters of their own. */
const DLMM_CUSTOMIZABLE_BASE = 'MFGQxwAmB91SwuYX36okv2Qmdc9aMuHTwWGUrp4AtB1'

export function customizableDlmmPda(oneMint: string, otherMint: string): ProgramAddress {
  const [lower, higher] = sortedKeys(oneMint, otherMint)
  return findProgramAddress([addressBytes(DLMM_CUSTOMIZABLE_BASE), lower, higher], DLMM_PROGRAM)
}

export function customizableDammV1Pda(oneMint: string, otherMint: string): ProgramAddress {
  const [lower, higher] = sortedKeys(oneMint, otherMint)
  return findProgramAddress([Buffer.from('pool'), higher, lower], DAMM_V1_PROGRAM)
}

/** Where a pool keeps the bins from 70 x index on. */
export function binArrayPda(pair: string, index: number): ProgramAddress {
  const seed = Buffer.alloc(8)
  seed.writeBigInt64LE(BigInt(index))
  return findProgramAddress([Buffer.from('bin_array'), addressBytes(pair), seed], DLMM_PROGRAM)
}

/** Where a pool's bitmap goes on; most pools have no such account. */
export function bitmapExtensionPda(pair: string): ProgramAddress {
  return findProgramAddress([Buffer.from('bitmap'), addressBytes(pair)], DLMM_PROGRAM)
}

function sortedKeys(one: string, other: string): readonly [Uint8Array, Uint8Array] {
  const [a, b] = [addressBytes(one), addressBytes(other)]
  return Buffer.compare(a, b) <= 0 ? [a, b] : [b, a]
}
