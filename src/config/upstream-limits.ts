import type { Tier } from '../contract/api-key.ts'
import type { UpstreamLimits } from './providers.ts'

const MIB = 1024 * 1024

/** Bytes of a node's JSON reply by what was asked; a longer one is refused before it is parsed. What is read row by row
 *  (blocks, scans) has no such bound. */
export const NODE_REPLY_BYTES = {
  /** Of methods that are not named below. */
  call: MIB,
  byMethod: {
    getBlock: 16 * MIB,
    getVoteAccounts: 4 * MIB,
    getTokenAccountsByOwner: 32 * MIB,
    getTransaction: 2 * MIB,
    getSignaturesForAddress: 2 * MIB,
    simulateTransaction: 8 * MIB,
  } as Readonly<Record<string, number>>,
  /** Of several calls in one array, or the bound of the longest of them: a transaction takes 10 kB and a list of
   *  signatures 250 kB at most times. What parses the reply does so in one turn of the loop, 30 ms a megabyte. */
  calls: 4 * MIB,
  /** Of accounts: so much at any rate, and for each account its bytes in base64 with this much around them. */
  accounts: 2 * MIB,
  aroundAccount: 1024,
  /** Bytes that an account holds at most, where the reader does not expect more: lookup tables, pools and arrays of
   *  ticks hold about 10 KB. */
  account: 192 * 1024,
  /** What the runtime allows: the code of a program. */
  longAccount: 10 * MIB,
} as const

/** The dearest first: what moves money, the scans that a trade needs, reads, scans. Each has its own room, queue,
 *  pauses and breaker, so that no crowd in one keeps another waiting. */
export const NODE_LANES = ['trading', 'tradingScans', 'reads', 'scans', 'relay', 'open'] as const
export type NodeLane = (typeof NODE_LANES)[number]

/** What takes a node long: whole programs, all accounts of a wallet or a mint. */
export const SCAN_METHODS: ReadonlySet<string> = new Set([
  'getProgramAccounts',
  'getTokenAccountsByOwner',
  'getTokenAccountsByDelegate',
  'getTokenLargestAccounts',
  'getLargestAccounts',
  'getSupply',
])

/** How `doctor` measures what a node allows: so many of its cheapest calls at most, within a window of the limit. `least`
 *  is the least that the setting takes. */
export const RATE_PROBE = {
  calls: 120,
  atOnce: 8,
  withinMs: 8_000,
  callMs: 4_000,
  replyBytes: 4_096,
  least: 4,
} as const

/** How long a scan that the node refuses is not asked for again. */
export const REFUSED_METHOD_MS = 10 * 60_000
/** The same of several nodes, where one refused with no more than a status (401, 403, 410, 413). */
export const REFUSED_STATUS_MS = 60_000

/** Of the calls that a node allows in 10 s (`SOLANA_RPC_PER_10S`), the share that may be in use when each asks for one
 *  more: the rest is left for those above it. What follows the chain without a question has the last. */
export const NODE_SHARES: Readonly<Record<NodeLane | 'background', number>> = {
  trading: 1,
  tradingScans: 0.95,
  reads: 0.9,
  scans: 0.8,
  relay: 0.6,
  open: 0.5,
  background: 0.2,
}

export const TRADING_LIMITS: UpstreamLimits = { maxConcurrent: 16, maxQueued: 512 }
export const TRADING_SCAN_LIMITS: UpstreamLimits = {
  maxConcurrent: 8,
  maxQueued: 2_048,
  ofOne: { maxConcurrent: 6, maxQueued: 1_024 },
}
/** A wallet scan makes a dozen scans at once, the prices of its tokens some hundreds; a long queue of one key does not
 *  delay others. */
export const SCAN_LIMITS: UpstreamLimits = {
  maxConcurrent: 8,
  maxQueued: 8_192,
  ofOne: { maxConcurrent: 6, maxQueued: 2_048 },
}

/** Requests that scan wallets or programs on their caller's word (refund scan, recovery check and close, discover), of
 *  one key, or of one address without a key of its own, at a time; the next is refused with 429 and this hint. */
export const SCAN_REQUESTS: { readonly ofOne: Readonly<Record<Tier, number>>; readonly retryAfterSec: number } = {
  ofOne: { free: 2, preview: 2, data: 2, builder: 4, scale: 8, enterprise: 8 },
  retryAfterSec: 2,
}

/** What each lane does when the node refuses it for haste (429): how often it tries, how long a `Retry-After` it
 *  believes, its pause where none is named, and its rest when a dearer lane was refused. The cheap wait first and
 *  longest; what moves money goes on trying. */
export const LANE_HASTE: Readonly<
  Record<
    NodeLane,
    {
      readonly maxAttempts: number
      readonly maxPauseMs: number
      readonly unnamedPauseMs: number
      readonly restMs: number
    }
  >
> = {
  trading: { maxAttempts: 5, maxPauseMs: 400, unnamedPauseMs: 0, restMs: 0 },
  tradingScans: { maxAttempts: 3, maxPauseMs: 1_000, unnamedPauseMs: 250, restMs: 250 },
  reads: { maxAttempts: 3, maxPauseMs: 30_000, unnamedPauseMs: 250, restMs: 500 },
  scans: { maxAttempts: 3, maxPauseMs: 30_000, unnamedPauseMs: 2_000, restMs: 2_000 },
  relay: { maxAttempts: 3, maxPauseMs: 30_000, unnamedPauseMs: 2_000, restMs: 2_000 },
  open: { maxAttempts: 3, maxPauseMs: 30_000, unnamedPauseMs: 3_000, restMs: 3_000 },
}

/** Calls that callers wrote themselves and we hand on: a part of the provider's room, so that slow ones never take all
 *  of what our own routes need. */
export const RELAY_LIMITS: UpstreamLimits = {
  maxConcurrent: 8,
  maxQueued: 256,
  ofOne: { maxConcurrent: 6, maxQueued: 128 },
}

/** The same for calls of those without a key (spec 4.8): a lane of their own, so that no crowd there keeps keyed calls
 *  out. An address costs nothing: two of them leave room for a third. What waits beyond the queue is refused with
 *  429. */
export const OPEN_LIMITS: UpstreamLimits = {
  maxConcurrent: 8,
  maxQueued: 256,
  ofOne: { maxConcurrent: 3, maxQueued: 64 },
  isForFreeOnly: true,
  maxReplyBytes: 8 * 1024 * 1024,
}

/** Answers that are handed on while they arrive. */
export const RELAY = {
  /** A shorter answer is read whole before it is handed on. */
  firstBytes: 256 * 1024,
  /** Longer ones on their way at once, of one provider and lane, and of one key (or address without one); the next one
   *  is refused with 429. All who pay nothing have `UPSTREAM_TUNING.freePlaces` of them. */
  longAtOnce: 16,
  longAtOnceOfOne: 6,
  /** Nothing comes from the other side for so long: the answer is cut. */
  stallMs: 8_000,
  /** Its reader takes nothing for so long. (The socket layer itself gives up on one that stands still for about 10
   *  s.) */
  unreadMs: 20_000,
  totalMs: 10 * 60_000,
  /** Bytes of an answer to callers without a key. */
  openBytes: 8 * 1024 * 1024,
  /** Of a signature, or of 256 statuses. Less than `firstBytes`: it is read whole, so that one which breaks off is a
   *  502 and not a response that ends in the middle. */
  openCallBytes: 192 * 1024,
} as const

/** Calls per request that a provider takes. */
export const UPSTREAM_BATCHES = {
  dexscreenerMints: 30,
  /** Pairs in one answer; undocumented, seen as a full answer. An answer this long may have crowded mints out. */
  dexscreenerPairsPerAnswer: 30,
  jupiterPriceIds: 50,
  /** The provider takes 100; with more than 80 in an address the request no longer fits the 4 KB that many HTTP fronts
   *  have for its head, the sandbox's among them (seen 2026-11-20: 431). */
  jupiterTokenMints: 70,
  geckoterminalCandles: 1_000,
  geckoterminalTokens: 30,
  mobulaCandles: 2_000,
  mobulaLabels: 100,
  /** Of one question; a longer history ends here. */
  mobulaPages: 2,
  /** Providers take 1,000; fewer keep one reply under a megabyte. */
  dasAssets: 100,
  dasTokenAccounts: 1_000,
  rpcAccounts: 100,
  rpcCalls: 25,
  /** Of one status call, and transactions of one bundle. */
  jitoBundles: 5,
  bundleTransactions: 5,
  /** Chunks of one large call that are on the wire together. */
  chunksInParallel: 4,
} as const

export const UPSTREAM_TUNING = {
  /** Attempts of one idempotent call, the first included. */
  maxAttempts: 3,
  retryBaseMs: 100,
  retryCapMs: 2_000,
  /** A provider's own Retry-After is believed up to here. */
  maxPauseMs: 30_000,
  /** Consecutive failures that open the breaker of an origin; it doubles its rest from `breakerRestMs` to the cap. */
  breakerFailures: 8,
  breakerRestMs: 2_000,
  breakerRestCapMs: 30_000,
  /** Share of a rate class that background work (jobs) leaves to requests. */
  interactiveShare: 0.2,
  /** Shares of a rate class, and of the calls that wait for it: of all keys that pay nothing (and addresses without a
   *  key), and of one of them. Anyone registers free keys, and keyless providers allow as few as 10 calls a minute. */
  freeShare: 0.8,
  freeShareOfOne: 0.5,
  /** Shares of the requests on the wire at once: of all who pay nothing, and of one of them. Two of eight places are
   *  kept for those who pay, however many free keys ask for what takes a node long. */
  freePlaces: 0.75,
  freePlacesOfOne: 0.375,
  keepAliveMs: 30_000,
  connectMs: 5_000,
  /** Concurrent lookups of neighbouring callers travel together when they come within this time. */
  coalesceMs: 3,
  /** A reply that is read row by row is never held as a whole, so it may be larger than others. */
  streamedReplyBytes: 512 * 1024 * 1024,
  /** Bytes of a page that says nothing useful (an error page) that are read before the connection is dropped. */
  errorBodyBytes: 256 * 1024,
  /** Replies of one client that have arrived together are read for so long in one turn of the loop, then in the next. */
  parseTurnMs: 3,
  /** After a node refused a JSON-RPC array, single calls are made for this long. */
  batchRefusedMs: 10 * 60_000,
  /** Attempts of one JSON-RPC call whose node says "not yet" or "unhealthy". */
  rpcAttempts: 3,
  rpcRetryBaseMs: 150,
  rpcRetryCapMs: 1_500,
} as const

/** Rows of a list of pools, trades, DEXes or holders that are looked at. Providers send 300 at most; 2 MB of rows that
 *  hold next to nothing would take the loop 150 ms. */
export const LISTED_ROWS = 1_000
