import { addressBytes, findProgramAddress, type ProgramAddress } from '../../pda.ts'

export const DAMM_V2_PROGRAM = 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG'
/** Owner of every pool's vaults; a test derives it. */
export const DAMM_V2_POOL_AUTHORITY = 'HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC'
/** Account of the program's calls to itself; a test derives it. */
export const DAMM_V2_EVENT_AUTHORITY = '3rmHSu74h1ZcmAisVcWerTCiRDQbUrBKmcwptYGjHfet'

/** The one pool per pair of mints that anyone can make with parameters of their own. */
export function customizableDammV2Pda(oneMint: string, otherMint: string): ProgramAddress {
  const [a, b] = [addressBytes(oneMint), addressBytes(otherMint)]
  const sorted = Buffer.compare(a, b) > 0 ? [a, b] : [b, a]
  return findProgramAddress([Buffer.from('cpool'), ...sorted], DAMM_V2_PROGRAM)
}
