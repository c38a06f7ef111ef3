/** What a transaction is about, in the words that vendors of parsed transactions use where they have one. In order: of
 *  several things that a transaction did, the first in this list names it. */
export const ACTION_TYPES = [
  'CREATE',
  'MIGRATE',
  'CREATE_POOL',
  'NFT_SALE',
  'FILL_ORDER',
  'SWAP',
  'CREATE_ORDER',
  'UPDATE_ORDER',
  'CANCEL_ORDER',
  'CLOSE_ORDER',
  'COMPRESSED_NFT_MINT',
  'NFT_MINT',
  'COMPRESS_NFT',
  'DECOMPRESS_NFT',
  'COMPRESSED_NFT_REDEEM',
  'COMPRESSED_NFT_CANCEL_REDEEM',
  'COMPRESSED_NFT_BURN',
  'BURN_NFT',
  'NFT_LISTING',
  'NFT_CANCEL_LISTING',
  'NFT_BID',
  'NFT_BID_CANCELLED',
  'COMPRESSED_NFT_TRANSFER',
  'ADD_LIQUIDITY',
  'WITHDRAW_LIQUIDITY',
  'STAKE_SOL',
  'UNSTAKE_SOL',
  'MERGE_STAKE',
  'SPLIT_STAKE',
  'DEACTIVATE_STAKE',
  'COMPRESSED_NFT_DELEGATE',
  'COMPRESSED_NFT_UPDATE_METADATA',
  'COMPRESSED_NFT_VERIFY_COLLECTION',
  'COMPRESSED_NFT_UNVERIFY_COLLECTION',
  'COMPRESSED_NFT_VERIFY_CREATOR',
  'COMPRESSED_NFT_UNVERIFY_CREATOR',
  'CREATE_MERKLE_TREE',
  'DELEGATE_MERKLE_TREE',
  'CREATE_COLLECTION',
  'TOKEN_MINT',
  'BURN',
  'DEPOSIT',
  'WITHDRAW',
  'TRANSFER',
  'CREATE_METADATA',
  'UPDATE_METADATA',
  'SET_AUTHORITY',
  'APPROVE',
  'REVOKE',
  'FREEZE',
  'THAW',
  'CLOSE_ACCOUNT',
  'INITIALIZE_ACCOUNT',
  'CREATE_LOOKUP_TABLE',
  'EXTEND_LOOKUP_TABLE',
  'CLOSE_LOOKUP_TABLE',
  'VOTE',
  'UNKNOWN',
] as const
export type ActionType = (typeof ACTION_TYPES)[number]

const RANK: ReadonlyMap<ActionType, number> = new Map(ACTION_TYPES.map((type, rank) => [type, rank]))
/** From here on, what programs do on the way to something else: inside of a call of a program that is not known, it does
 *  not show what that call was for. */
const FIRST_MINOR = RANK.get('COMPRESSED_NFT_DELEGATE')!

/** Place in the list: lower is more telling. */
export function rankOf(type: ActionType): number {
  return RANK.get(type)!
}

export function isMinor(type: ActionType): boolean {
  return rankOf(type) >= FIRST_MINOR
}
