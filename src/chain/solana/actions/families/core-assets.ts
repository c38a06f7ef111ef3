import { type ActionFamily, byByte } from './family.ts'

/** Metaplex Core: an asset is one account of the program, which names its owner. Source: the program's published
 *  interface. */
export const coreAssets: ActionFamily = {
  sources: { CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d: 'MPL_CORE' },
  typeOf: byByte({
    NFT_MINT: [0, 20],
    CREATE_COLLECTION: [1, 21],
    BURN_NFT: [12],
    TRANSFER: [14],
    UPDATE_METADATA: [15, 16, 30],
    COMPRESS_NFT: [17],
    DECOMPRESS_NFT: [18],
    // Plugins' authorities, of assets and of collections.
    APPROVE: [8, 9],
    REVOKE: [10, 11],
  }),
}
