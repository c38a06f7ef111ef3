import { HOUR_MS, MINUTE_MS } from './durations.ts'

const MIB = 1024 * 1024

/** Names of wallets: the operator's packs, and what is shown of known wallets (spec 4.4). */
export const LABELS = {
  wallets: 100,
  /** Files of the folder that are read, in the order of their names. */
  packs: 16,
  packBytes: 1_024 * MIB,
  packRows: 5_000_000,
  /** Of a file, handed to a compute thread at once: about 10,000 rows, some 20 ms of it. */
  pieceBytes: MIB,
  lineChars: 8_192,
  fieldChars: 128,
  urlChars: 512,
  flags: 8,
  flagChars: 32,
  /** Different records (a row without its address and expiry) that are kept decoded. */
  decodedRecords: 20_000,
  /** Rows of one pack that ask to be featured. */
  featuredOfPack: 500,
  /** Refused rows that the log names. */
  namedRefusals: 5,
  /** How often the folder is looked at. */
  lookEveryMs: 5_000,
} as const

export const WHALES = {
  /** Token accounts that `discover` looks at: the most that nodes list. */
  largestAccounts: 20,
  /** Validators of the chain that are featured, those of most stake. */
  validators: 20,
  topAssets: 3,
  /** Leaders have more than this (spec 4.4). */
  leaderFromUsd: 10,
  /** Wallets valued in one run of the job, and its period: some 6 calls a wallet. */
  valuedPerRun: 4,
  valueEveryMs: 30_000,
  /** After the first requests to a server that has just started. */
  valueFirstAfterMs: 5_000,
  valueEveryLiveMs: MINUTE_MS,
  /** A value is renewed this long before it is forgotten. */
  renewBeforeMs: 2 * HOUR_MS,
  /** Assets of a wallet that are priced: all sources, and where only pools of the chain can say (a search for each). */
  pricedAssets: 60,
  pricedFromChain: 8,
  /** A price from less liquidity than this says nothing about what a large balance is worth. */
  leastLiquidityUsd: 10_000,
  valueTimeoutMs: 30_000,
} as const
