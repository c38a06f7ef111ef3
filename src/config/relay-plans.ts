import type { Tier } from '../contract/api-key.ts'

const MIB = 1024 ** 2

/** What `POST /api/v2/rpc` hands on for one key, or for one address where the key has no record. */
export type RelayPlan = {
  /** Calls in one window, those of a batch one by one; a key whose own request limit is higher may make as many. */
  readonly callsPerWindow: number
  /** Bytes of answers that come back in one window; an answer may go beyond, and the key waits until that has
   *  passed. */
  readonly bytesPerWindow: number
  /** A longer answer is cut (never more than `RPC_RELAY_MAX_MIB`). */
  readonly answerBytes: number
  /** Long answers on their way at once, so that others find room. */
  readonly longAtOnce: number
  /** `getProgramAccounts` needs a filter or a short slice of the data. */
  readonly needsFilter: boolean
}

const SMALL: RelayPlan = {
  callsPerWindow: 100,
  bytesPerWindow: 16 * MIB,
  answerBytes: 8 * MIB,
  longAtOnce: 1,
  needsFilter: true,
}

export const RELAY_PLANS: Readonly<Record<Tier, RelayPlan>> = {
  free: SMALL,
  preview: SMALL,
  data: { callsPerWindow: 250, bytesPerWindow: 64 * MIB, answerBytes: 64 * MIB, longAtOnce: 2, needsFilter: true },
  builder: { callsPerWindow: 250, bytesPerWindow: 64 * MIB, answerBytes: 64 * MIB, longAtOnce: 2, needsFilter: false },
  scale: {
    callsPerWindow: 1_000,
    bytesPerWindow: 256 * MIB,
    answerBytes: 256 * MIB,
    longAtOnce: 4,
    needsFilter: false,
  },
  enterprise: {
    callsPerWindow: 25_000,
    bytesPerWindow: 1_024 * MIB,
    answerBytes: 1_024 * MIB,
    longAtOnce: 4,
    needsFilter: false,
  },
}

/** Bytes of answers to one address without a key, of all public proxies together, that come back in one window. */
export const OPEN_RELAY_BYTES_PER_WINDOW = 32 * MIB

/** Keys and addresses whose use is remembered. A forgotten one starts with a full budget. */
export const RELAY_PARTIES = 20_000
