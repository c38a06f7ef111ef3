import type { EvmTapeChain, TapeChain } from '../contract/tape-event.ts'
import { SECOND_MS } from './durations.ts'
import { INGEST_TIMING, type IngestTiming } from './ingest.ts'

/** Settings of a chain beside Solana. */
export type EvmChainConfig = {
  /** The preferred first; at least one. */
  readonly urls: readonly string[]
  readonly wsUrl: string | null
  /** An empty tape begins this many blocks before the newest one. */
  readonly backfillSlots: number
}

/** Blocks that must stand on the block of an event before webhooks post it: each chain's usual forks are shallower.
 *  Six blocks of Ethereum are 72 s, so that the first event may take 90 s (spec 6.3). A final block needs none. Solana's
 *  are confirmed by vote when they come. */
export const WEBHOOK_DEPTH: Readonly<Record<TapeChain, number>> = { solana: 0, ethereum: 6, base: 2 }

/** When no block comes, the wall clock closes a candle this long after its end: some block times of the chain. */
export const QUIET_CLOSE_MS: Readonly<Record<TapeChain, number>> = {
  solana: 10 * SECOND_MS,
  ethereum: 45 * SECOND_MS,
  base: 15 * SECOND_MS,
}

/** How far chains may be apart in time on the tape: blocks of each come when they are read. */
export const CHAINS_APART_MS = 300 * SECOND_MS

/** A follower that lags more blocks than this gives up those between: a day. */
export const EVM_MAX_GAP_BLOCKS: Readonly<Record<EvmTapeChain, number>> = { ethereum: 7_200, base: 43_200 }

/** How often the node of a chain is asked, by the time between its blocks. */
export const EVM_TIMING: Readonly<Record<EvmTapeChain, IngestTiming>> = {
  ethereum: {
    ...INGEST_TIMING,
    pollMs: 4 * SECOND_MS,
    pollWithoutSubscriptionsMs: 2 * SECOND_MS,
    silenceMs: 60 * SECOND_MS,
    finalizeEveryMs: 12 * SECOND_MS,
  },
  base: {
    ...INGEST_TIMING,
    pollMs: 2 * SECOND_MS,
    pollWithoutSubscriptionsMs: SECOND_MS,
    finalizeEveryMs: 4 * SECOND_MS,
  },
}
