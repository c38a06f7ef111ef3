import { addressBytes, findProgramAddress, type ProgramAddress } from '../../pda.ts'

/** Meteora's DLMM (pools of price bins) and its first dynamic AMM, whose tokens lie in shared vaults. */
export const DLMM_PROGRAM = 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo'
export const DAMM_V1_PROGRAM = 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB'
export const DYNAMIC_VAULT_PROGRAM = '24Uqj9JCLxUeoC3hGfh5W3s9FM9uCHDS2SG3LYwBpyTi'

/** Base key of the one pool per pair of mints that anybody can make with parameters of their own. */
const DLMM_CUSTOMIZABLE_BASE = 'MFGQxwAmB91SwuYX36okv2Qmdc9aMuHTwWGUrp4AtB1'

export function customizableDlmmPda(oneMint: string, otherMint: string): ProgramAddress {
  const [lower, higher] = sortedKeys(oneMint, otherMint)
  return findProgramAddress([addressBytes(DLMM_CUSTOMIZABLE_BASE), lower, higher], DLMM_PROGRAM)
}

export function customizableDammV1Pda(oneMint: string, otherMint: string): ProgramAddress {
  const [lower, higher] = sortedKeys(oneMint, otherMint)
  return findProgramAddress([Buffer.from('pool'), higher, lower], DAMM_V1_PROGRAM)
}

function sortedKeys(one: string, other: string): readonly [Uint8Array, Uint8Array] {
  const [a, b] = [addressBytes(one), addressBytes(other)]
  return Buffer.compare(a, b) <= 0 ? [a, b] : [b, a]
}
