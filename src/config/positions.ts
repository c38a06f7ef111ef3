import { HOUR_SECS } from './durations.ts'

/** Bounds of reading what a wallet has in protocols: a hundred accounts are one call of the node. */
export const POSITIONS = {
  /** Token accounts whose mints are looked at. */
  tokens: 2_000,
  /** Positions that are read, and tokens that may be one. */
  most: 200,
  /** NFTs of positions that take a scan each. */
  named: 10,
  /** Tokens of pools whose pool is looked for: up to two calls each, the first time. */
  shares: 40,
  /** Accounts that all positions together read in a round, and rounds. */
  accountsPerRound: 1_500,
  rounds: 6,
  /** Accounts that are looked at for the pool of a mint. */
  poolsOfMint: 40,
  rememberedPools: 10_000,
  /** Where a node does not scan: newest transactions of a pool's token that are read for the pool. */
  namingTransactions: 3,
  /** How long the list of all stake pools serves. */
  stakePoolsSecs: HOUR_SECS,
} as const
