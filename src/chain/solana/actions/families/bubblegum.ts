import { type ActionFamily, byName } from './family.ts'

/** Compressed assets: leaves of trees, which no token account shows. Source: the program's published interface. */
export const bubblegum: ActionFamily = {
  sources: { BGUMAp9Gq7iTEuizy4pqaxsTyUCBK68MDfK752saRPUY: 'BUBBLEGUM' },
  typeOf: byName({
    COMPRESSED_NFT_MINT: ['mint_v1', 'mint_to_collection_v1', 'mint_v2'],
    COMPRESSED_NFT_TRANSFER: ['transfer', 'transfer_v2'],
    COMPRESSED_NFT_BURN: ['burn', 'burn_v2'],
    COMPRESSED_NFT_REDEEM: ['redeem'],
    COMPRESSED_NFT_CANCEL_REDEEM: ['cancel_redeem'],
    COMPRESS_NFT: ['compress'],
    DECOMPRESS_NFT: ['decompress_v1'],
    COMPRESSED_NFT_DELEGATE: ['delegate', 'delegate_v2', 'delegate_and_freeze_v2'],
    COMPRESSED_NFT_UPDATE_METADATA: ['update_metadata', 'update_metadata_v2', 'update_asset_data_v2'],
    COMPRESSED_NFT_VERIFY_COLLECTION: ['verify_collection', 'set_and_verify_collection', 'set_collection_v2'],
    COMPRESSED_NFT_UNVERIFY_COLLECTION: ['unverify_collection'],
    COMPRESSED_NFT_VERIFY_CREATOR: ['verify_creator', 'verify_creator_v2'],
    COMPRESSED_NFT_UNVERIFY_CREATOR: ['unverify_creator', 'unverify_creator_v2'],
    CREATE_MERKLE_TREE: ['create_tree', 'create_tree_v2'],
    DELEGATE_MERKLE_TREE: ['set_tree_delegate'],
    FREEZE: ['freeze_v2'],
    THAW: ['thaw_v2', 'thaw_and_revoke_v2'],
  }),
}
