import { MINUTE_MS } from './durations.ts'

/** Analysis of a set of wallets (spec 3, 4.2 and 8). */
export const COHORT = {
  minWallets: 2,
  /** Of one analysis, by default and at most (COHORT_MAX_WALLETS). */
  maxWallets: 100,
  mostWallets: 500,
  /** Entries of a request that are looked at; more are refused. */
  entries: 5_000,
  entryChars: 64,
  /** Bad entries that the answer names. */
  namedEntries: 20,
  reusedForMs: 10 * MINUTE_MS,
  livesForMs: 20 * MINUTE_MS,
  /** A job that takes longer fails. */
  timeoutMs: 8 * MINUTE_MS,
  /** How often a job is begun, when the process that works on it ends. */
  begunAtMost: 3,
  /** Between two writes of the progress within a stage. */
  progressEveryMs: 1_000,
  /** Between two looks for jobs that no process works on. */
  resumeEveryMs: 2_000,
  /** Jobs at work and waiting, of all and of one key; and results held, running ones among them. */
  running: 2,
  waiting: 24,
  runningOfOne: 1,
  waitingOfOne: 6,
  held: 200,
  retryAfterSec: 15,
  /** Newest transactions of each wallet that are read, beside its first. */
  newestTransactions: 8,
  /** Tokens of several members whose whole evidence is gathered, and how many members make one common. */
  tokens: 2,
  tokenMembers: 2,
  /** Common tokens that the answer names. */
  namedTokens: 20,
  /** The strongest edges that are shown. */
  edges: 2_000,
  tokenMs: 3 * MINUTE_MS,
} as const
