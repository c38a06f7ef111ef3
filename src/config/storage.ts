import { HOUR_MS } from './durations.ts'

/** Sizes and periods of the store. The largest size of an environment is a setting (`MINTGLASS_MAP_SIZE_GIB`). */
export const STORAGE = {
  /** The cache environment is emptied when its tables hold more than this. */
  cacheBytes: 1024 ** 3,
  cacheEntryBytes: 4 * 1024 * 1024,
  /** Cache writes that wait for the disk; beyond it a value stays in memory only. */
  cacheWritesInFlight: 512,
  /** Cache reads share one snapshot this long. */
  cacheSnapshotMs: 10,
  /** One look for expired cache rows: how often, how many rows, how long at most. */
  cacheSweepEveryMs: 1_000,
  cacheSweepRows: 256,
  cacheSweepBudgetMs: 0.5,
  /** The same in memory: expired shared values hold megabytes that will not be used again. */
  memoSweepEntries: 2_000,
  /** And finished bodies: how often, and how many are looked at, which takes 0.1 ms. */
  bodySweepEveryMs: 1_000,
  bodySweepEntries: 2_000,
  /** Stored reports with their inputs: bytes in their tables, and how many may wait for the disk. */
  reportBytes: 2 * 1024 ** 3,
  reportWritesInFlight: 64,
  reportsDroppedAtOnce: 32,
  /** The volatile environment holds little: rate counts now, sessions and jobs later. */
  volatileMapBytes: 1024 ** 3,
  rolesMapBytes: 1024 ** 2,
  maxTables: 128,
  maxReaders: 512,
  /** Snapshots of killed processes keep pages from being reused until their reader slots are freed. */
  readerCheckEveryMs: 30_000,
  /** A node that shows another chain than the store's is asked so often in all before the store refuses it. */
  otherChainLooks: 3,
  otherChainLooksApartMs: 1_000,
  /** A key changed by another process counts from then on at the latest (half of the promised 250 ms). */
  keyVersionEveryMs: 100,
  /** What is remembered of keys is read again after this long at the latest, whatever the version says. */
  keyMemoryMs: 10_000,
  /** Rows of one usage transaction: keeps the main thread under 1 ms and the write lock under 5 ms. */
  usageRowsPerWrite: 128,
  /** Half of the second that a killed process may lose: a late timer and a slow disk must fit in too. */
  usageFlushEveryMs: 500,
  /** Counters that wait in memory while the disk refuses writes. */
  usageRowsPending: 50_000,
  /** Hourly usage rows serve the range of 24 hours. */
  usageHoursMs: 49 * HOUR_MS,
  prunedRowsPerWrite: 1_000,
  /** Valid keys whose records are kept in memory. */
  warmKeys: 50_000,
  /** Rows whose codes were found good, as bytes: some 500 each. */
  genuineRows: 20_000,
  /** Rows with a wrong code that are named. */
  rejectedRows: 100,
  /** Whether a sibling's process still lives is asked this often. */
  siblingCheckEveryMs: 250,
} as const
