import type { Tier } from '../contract/api-key.ts'
import { DAY_MS, DAY_SECS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts'

/** Bounds and periods of webhooks (spec 3 and 6.3 where they name one). */
export const WEBHOOKS = {
  urlChars: 2_048,
  descriptionChars: 200,
  filterAddresses: 100,
  filterScreens: 100,
  batchMax: 100,
  /** Without any of these a webhook would post to services that speak something else. */
  ports: [443, 8_443],
  /** A target must have answered by then. */
  attemptMs: 10 * SECOND_MS,
  connectMs: 5 * SECOND_MS,
  /** Names are looked up once more after half of this. */
  resolveMs: 4 * SECOND_MS,
  /** What is read of an answer for its first characters, and for how long after its head. */
  replyBytes: 4_096,
  replyMs: SECOND_MS,
  snippetChars: 256,
  /** Pauses before the second to the seventh attempt. */
  retryMs: [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS],
  /** Failed attempts in a row that switch a webhook off. */
  failuresInRow: 20,
  /** While its last attempt failed, a webhook tries one new event after a pause that doubles with every failure: a
   *  receiver that restarts under a busy feed would otherwise use up those failures within a second. */
  probeMs: { first: 250, longest: 5 * SECOND_MS },
  /** A block whose time is up to this much before its webhook was created is still delivered: chains' clocks lag. */
  startToleranceSec: 60,
  /** Both the old and the new secret sign for so long at most. */
  rotationGraceSecs: DAY_SECS,
  keptMs: 7 * DAY_MS,
  /** Attempts of one webhook that are kept; the oldest go first. */
  attemptsKept: 50_000,
  /** Deliveries of one webhook that wait for a retry; beyond it reading stops and the cursor waits. */
  outboxEntries: 200,
  /** Deliveries that one call may queue again, and what may wait at all. */
  replayDeliveries: 1_000,
  queuedEntries: 2_000,
  /** Events that one call of replay looks at. */
  replayEvents: 20_000,
  /** Attempts that one call of the deliveries route looks at. */
  attemptsPerRead: 5_000,
  /** At once, all targets together, and all targets of one key; `WEBHOOK_CONCURRENCY` is the bound of one target. */
  attemptsAtOnce: 1_024,
  attemptsPerKey: 64,
  /** Events read in one go, and in one turn for one webhook before others have theirs. */
  eventsPerRead: 512,
  eventsPerTurn: 2_048,
  /** Stretches of the tape, and encoded events, that webhooks at the same place share. */
  sharedReads: 16,
  encodedEvents: 4_096,
  /** Due retries, cursors that moved past events of no interest, idle connections: looked at this often. */
  tickMs: 500,
  pruneEveryMs: HOUR_MS,
  prunedPerWrite: 1_000,
  /** Cursors that are written in one tick although nothing was posted. */
  cursorsPerTick: 200,
  /** What other processes changed is seen after this long. */
  versionEveryMs: 100,
  /** How long a stop waits for what it has cut off. */
  stopMs: 2 * SECOND_MS,
  pools: 512,
  poolIdleMs: 30 * SECOND_MS,
  listed: { min: 1, max: 200, default: 50 },
} as const

/** Webhooks that one key may have; none means that the plan has no webhooks. `firehose`: may ask for every trade. */
export const WEBHOOK_PLANS: Readonly<Record<Tier, { readonly webhooks: number; readonly firehose: boolean }>> = {
  free: { webhooks: 0, firehose: false },
  preview: { webhooks: 0, firehose: false },
  builder: { webhooks: 5, firehose: false },
  scale: { webhooks: 25, firehose: false },
  enterprise: { webhooks: 100, firehose: true },
  data: { webhooks: 50, firehose: true },
}
