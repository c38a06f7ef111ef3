import { HOUR_MS } from './durations.ts'

/** What `Idempotency-Key` promises. How long answers are kept is a setting (`TRADE_IDEMPOTENCY_HOURS`). */
export const IDEMPOTENCY = {
  keyChars: { min: 1, max: 255 },
  defaultHours: 24,
  maxHours: 30 * 24,
  /** What was sent and never settled is kept this long, for it may still move money (a durable nonce lives on). */
  unsettledMs: 30 * 24 * HOUR_MS,
  /** Deadline of the work under a key, from its start; it does not end with the request that began it. */
  workMs: 180_000,
  /** How long a caller waits for the answer, its own or that of another one's work, and how often the work of another
   *  process is looked at. */
  joinMs: 90_000,
  joinEveryMs: 50,
  /** A request whose transaction equals that of another one is rebuilt at this interval, which helps once the blockhash
   *  has changed, and for at most the second time. */
  sameEveryMs: 400,
  sameMs: 30_000,
  prunedPerWrite: 500,
  pruneWritesAtOnce: 200,
} as const
