/** Several nodes of one chain (`SOLANA_RPC_MORE_URLS`): how they are compared and when the next one is asked. */
export const NODE_SET = {
  /** While someone asks, the heads are compared so often. */
  headsEveryMs: 5_000,
  probeMs: 3_000,
  /** The first questions wait so long for the first look at the nodes. */
  firstLookMs: 1_000,
  /** A head that was seen longer ago than this says nothing any more. */
  headAgeMs: 20_000,
  /** A node that is so many slots behind the newest head is left out of reads that need the newest state. */
  lagSlots: 25,
  /** Nodes whose first block is nearer than this have the same past. */
  depthSlots: 10_000,
  /** No answer for so long: the next node is asked as well, and the first answer counts. */
  slowMs: 2_000,
  /** The same for what takes every node long. */
  slowScanMs: 8_000,
  /** A node that another one overtook stands behind it for so long. */
  slowRestMs: 30_000,
  /** All nodes are asked again so often, where each failed for the moment. */
  rounds: 3,
} as const

/** What has been shown of an account: nothing older is shown after it. */
export const SHOWN_SLOTS = {
  /** Accounts that are remembered; about 4 MB. */
  accounts: 20_000,
  /** A node that says less for so long has gone back, with its chain. */
  keptMs: 60_000,
  /** Times that an answer from an older slot is asked again: another replica of the same address may be ahead. */
  attempts: 8,
  retryMs: 120,
  /** No replica lags by so many slots; an answer this far below what was shown, so many times in a row, says that what
   *  was shown came of an absurd slot. */
  absurdSlots: 5_000,
  doubtsToDrop: 3,
} as const

/** What a node may be asked for. `sends`: transactions; `scans`: programs, largest accounts, all accounts of a wallet;
 *  `history`: signatures, transactions and blocks; `reads`: the rest. */
export const NODE_ROLES = ['reads', 'scans', 'history', 'sends'] as const
export type NodeRole = (typeof NODE_ROLES)[number]
