/** What a transaction is about, in the words that vendors of parsed transactions use where they have one. */
export const ACTION_TYPES = [
  'SWAP',
  'CREATE',
  'CREATE_POOL',
  'MIGRATE',
  'ADD_LIQUIDITY',
  'WITHDRAW_LIQUIDITY',
  'NFT_SALE',
  'TRANSFER',
  'TOKEN_MINT',
  'BURN',
  'STAKE_SOL',
  'DEACTIVATE_STAKE',
  'UNSTAKE_SOL',
  'SPLIT_STAKE',
  'MERGE_STAKE',
  'CLOSE_ACCOUNT',
  'INITIALIZE_ACCOUNT',
  'VOTE',
  'UNKNOWN',
] as const
export type ActionType = (typeof ACTION_TYPES)[number]
