import { TOKEN_METADATA_PROGRAM } from '../../program-ids.ts'
import { type ActionFamily, byByte } from './family.ts'

/** Metaplex Token Metadata. A master edition is what makes a token a single thing; metadata alone belong to coins as
 *  well. Source: the program's published interface. */
export const tokenMetadata: ActionFamily = {
  sources: { [TOKEN_METADATA_PROGRAM]: 'METAPLEX' },
  typeOf: byByte({
    /** Master editions, and prints of them. */
    NFT_MINT: [10, 11, 13, 17, 55],
    BURN_NFT: [29, 37, 41],
    TRANSFER: [49],
    TOKEN_MINT: [43],
    CREATE_METADATA: [0, 16, 33, 42],
    UPDATE_METADATA: [1, 4, 7, 15, 18, 22, 25, 28, 30, 31, 32, 34, 50, 52, 53],
    APPROVE: [20, 23, 44],
    REVOKE: [21, 24, 45],
    FREEZE: [26, 46],
    THAW: [27, 47],
  }),
}
