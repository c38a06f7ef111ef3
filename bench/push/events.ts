import { createHash } from 'node:crypto'
import type { TradeEvent } from '../../src/contract/tape-event.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { Tape } from '../../src/store/tape/types.ts'

export const BENCH_KEY = 'rt_bench_push'
const addressOf = (word: string): string => encodeBase58(createHash('sha256').update(word).digest())
const MAKER = addressOf('maker')
const WSOL = 'So11111111111111111111111111111111111111112'

const FIRST_SLOT = 300_000_000
const TRADES_A_SLOT = 256

/** Mint of the k-th topic. */
export function mintOf(topic: number): string {
  mints[topic] ??= addressOf(`topic ${topic}`)
  return mints[topic]
}
const mints: string[] = []

/** A token is traded in one pool. */
function poolOf(mint: string): string {
  let pool = pools.get(mint)
  if (pool === undefined) {
    pool = addressOf(`pool of ${mint}`)
    pools.set(mint, pool)
  }
  return pool
}
const pools = new Map<string, string>()

export function tradeOf(seq: number, mint: string, signature: string): TradeEvent {
  return {
    type: 'trade',
    eventId: seq.toString(16).padStart(32, '0'),
    chain: 'solana',
    seq,
    slot: FIRST_SLOT + Math.floor(seq / TRADES_A_SLOT),
    blockTimeSec: 1_795_132_800,
    txIndex: seq % 1_000,
    path: [4, 7],
    signature,
    dex: 'pumpswap',
    pool: poolOf(mint),
    mint,
    quoteMint: WSOL,
    side: 'buy',
    maker: MAKER,
    amountRaw: 1_234_567_890n,
    quoteAmountRaw: 987_654_321n,
    decimals: 6,
    quoteDecimals: 9,
    priceUsd: 0.000_123_456,
    amountUsd: 152.42,
    reserveRaw: null,
    quoteReserveRaw: null,
  }
}

type Turn = { readonly afterSeq: number; readonly topics: readonly number[]; readonly signature: string }

/** What the gateway reads of a tape, in memory: what is measured is delivery, and the tape has a bench of its own. As a
 *  tape does, it makes an event when it is read and keeps none: a heap of events would be the gateway's bill. */
export function memoryTape(): {
  readonly tape: Tape
  /** A trade of each of the topics, in their order. */
  append(topics: readonly number[], signature: string): void
} {
  const turns: Turn[] = []
  let count = 0
  const listeners = new Set<(head: number) => void>()
  const formatCursor = (seq: number): string => `00000000-${seq.toString(36).padStart(11, '0')}`
  const head = () => ({ epoch: '00000000', seq: count })
  /** The turn that made the event behind a place. */
  const turnBehind = (afterSeq: number): number => {
    let low = 0
    let high = turns.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (turns[middle]!.afterSeq > afterSeq) high = middle - 1
      else low = middle
    }
    return low
  }
  const tape = {
    epoch: '00000000',
    window: () => ({ head: head(), tail: { epoch: '00000000', seq: 0 }, headTimeSec: null, tailTimeSec: null }),
    formatCursor,
    checkCursor: (text: string) => ({ status: 'ok', seq: Number.parseInt(text.slice(9), 36) }),
    read: (place: number, limit: number) => {
      const events: TradeEvent[] = []
      const last = Math.min(place + limit, count)
      let seq = place
      for (let at = turnBehind(place); seq < last; at++) {
        const { afterSeq, topics, signature } = turns[at]!
        const end = Math.min(last, afterSeq + topics.length)
        while (seq < end) events.push(tradeOf(++seq, mintOf(topics[seq - afterSeq - 1]!), signature))
      }
      return events
    },
    trades: () => ({ trades: [], nextBeforeSeq: null }),
    launches: () => ({ launches: [], nextBeforeSeq: null }),
    isFinalized: () => false,
    subscribe(listener: (headSeq: number) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    tape: tape as unknown as Tape,
    append(topics, signature) {
      turns.push({ afterSeq: count, topics, signature })
      count += topics.length
      for (const listener of listeners) listener(count)
    },
  }
}
