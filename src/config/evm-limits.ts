import { DAY_MS, MINUTE_MS } from './durations.ts'

const MIB = 1024 ** 2

/** Bounds of following an EVM chain. Bytes are those of JSON replies. */
export const EVM_LIMITS = {
  blockBytes: 32 * MIB,
  logsBytes: 64 * MIB,
  /** A busy block of Base has 5 MB of receipts; what executes in one block cannot write 60. */
  receiptsBytes: 64 * MIB,
  callBytes: 4 * MIB,
  replyMs: 20_000,
  callMs: 10_000,
  /** A block may hold no more transactions than that at any gas limit in use, and a reply no more logs. */
  maxTransactions: 50_000,
  maxLogs: 500_000,
  /** Calls asked for together, and how many are under way at one node. */
  maxConcurrent: 16,
  maxQueued: 512,
  /** Logs of so many blocks are asked for by one call at first and at most; nodes allow 10 to unlimited. */
  rangeBlocks: 32,
  /** After so many ranges without a refusal the next one is twice as long. */
  rangeGrowAfter: 8,
  /** Pools and tokens kept in memory, also those that proved false. */
  knownPools: 200_000,
  falsePools: 100_000,
  knownTokens: 100_000,
  /** A pool that is no pool of ours is asked about again after that: its factory may be listed by then. */
  falsePoolMs: DAY_MS,
  /** Names and symbols change behind proxies. */
  tokenMs: DAY_MS,
  /** The creation of a manager's pool is searched for by ranges of blocks, so many calls and so long for those of one
   *  block of the chain; the next search goes on where it ended. */
  creationCalls: 64,
  creationCallMs: 5_000,
  creationSearchMs: 30_000,
  /** Ids in one call, and how often in a row the node may fail before it counts as refusing. */
  creationIds: 100,
  creationFaults: 3,
  /** A search that found nothing goes on after that. */
  creationRetryMs: MINUTE_MS,
  /** Contracts asked about by one multicall. */
  contractsPerCall: 100,
  /** A name or symbol is cut here. */
  textChars: 64,
  /** A token with more has no price: no wallet shows such amounts. */
  maxDecimals: 36,
  /** Nodes without the tag `finalized`: no chain of ours ever went back this far. */
  finalDepth: 256,
  /** How long the final head is believed to be where it was. */
  finalMs: 2_000,
  /** Kinds of what cannot be checked that the log names: a node may make up any. */
  unprovenTold: 16,
  /** Topics and addresses whose place in a bloom is kept. */
  bloomPlaces: 50_000,
} as const

/** Dollar prices of the native coin. */
export const NATIVE_PRICE = {
  /** Pools that must have shown a price within `maxAgeSec`, fewer where fewer are known. */
  minPools: 3,
  maxAgeSec: 600,
  /** A trade smaller than that says nothing. */
  minUsd: 5,
  /** A stable is worth what its pools say when they say less than 98 % or more than 102 %. */
  maxStableShare: 0.02,
} as const
