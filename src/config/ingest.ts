import { HOUR_MS } from './durations.ts'

/** How chains are followed. Times in ms. */
export const INGEST = {
  /** Blocks fetched ahead of the one that is appended. */
  blocksAhead: 6,
  /** Blocks of one commit while catching up, how many events they may hold together, and how much text of
   *  transactions is held before it is appended. */
  blocksPerCommit: 32,
  eventsPerCommit: 4_096,
  bytesPerCommit: 64 * 1024 ** 2,
  /** Slots listed by one call. */
  slotsPerList: 500_000,
  /** Blocks of a subscription that wait for the ones before them, and their text. */
  blocksWaiting: 128,
  bytesWaiting: 128 * 1024 ** 2,
  /** A notified block further than this above its parent is fetched instead. */
  maxSlotsSkipped: 256,
  /** How far the way back to a common ancestor goes. A fork of confirmed blocks this long ends the follower's trust. */
  forkDepth: 512,
  /** A final block that proves false is taken back only so many final blocks deep, and when the node has said so this
   *  often (see `finalDoubtMs`). */
  finalDepth: 64,
  finalDoubtTimes: 5,
  /** A block of a slot with several that the node does not serve by request is fetched again this often before it is
   *  recorded as lost: it may still come by subscription. */
  oneOfSeveralTries: 5,
  /** How long a node's word that no slot has several blocks is believed. */
  severalAskMs: 60_000,
  blockTimeoutMs: 20_000,
  /** A block with unreadable transactions is fetched again this often. When that did not help, the next
   *  `blocksWithoutRetry` such blocks are not. */
  unreadableTries: 3,
  blocksWithoutRetry: 64,
  /** A block whose time is missing, before its parent's, or this far ahead of this machine is fetched again at most
   *  `oddTimeTries` times. It is believed when `oddTimeAnswers` answers in a row, its own among them, agree. */
  blockAheadSec: 300,
  oddTimeTries: 12,
  oddTimeAnswers: 4,
  pruneEveryMs: 10 * 60_000,
  /** A dollar price of SOL serves trades this long. */
  solPriceMaxAgeSec: 600,
  /** A trade of SOL against dollars below this says nothing of the price. */
  solPriceMinUsd: 5,
  /** Prices of the past are asked for in windows of this length, in points of this step; a point serves trades this
   *  far from it. A source that fails is asked again after a while. */
  solHistoryWindowMs: 6 * HOUR_MS,
  solHistoryStepMs: 5 * 60_000,
  solHistoryMaxAgeSec: 2 * 3_600,
  solHistoryWindows: 64,
  solHistoryRetryMs: 30_000,
  /** Decimals of mints kept in memory. */
  knownMints: 50_000,
  /** A repeating problem is logged when it begins and then every this many times. */
  logEvery: 20,
} as const

/** What a test may want shorter. Times in ms. */
export type IngestTiming = {
  /** Without notifications the node is asked for its slot this often; they come by subscription. */
  readonly pollMs: number
  /** While there is no subscription. */
  readonly pollWithoutSubscriptionsMs: number
  /** A subscription that is silent this long is replaced. */
  readonly silenceMs: number
  /** A block that cannot be read is asked for again this often and, while the node serves others, this long before it
   *  is recorded as lost. */
  readonly blockRetryMs: number
  readonly blockPatienceMs: number
  readonly finalizeEveryMs: number
  /** How long a node has to contradict a final block of the tape, always in the same words, to be believed. */
  readonly finalDoubtMs: number
  readonly reconnectMs: { readonly baseMs: number; readonly capMs: number }
  readonly restartMs: { readonly baseMs: number; readonly capMs: number }
}

export const INGEST_TIMING: IngestTiming = {
  pollMs: 1_000,
  pollWithoutSubscriptionsMs: 250,
  silenceMs: 30_000,
  blockRetryMs: 400,
  blockPatienceMs: 60_000,
  finalizeEveryMs: 1_500,
  finalDoubtMs: 30_000,
  reconnectMs: { baseMs: 500, capMs: 15_000 },
  restartMs: { baseMs: 500, capMs: 10_000 },
}
