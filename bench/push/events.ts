import { createHash } from 'node:crypto'
import type { TapeEvent, TradeEvent } from '../../src/contract/tape-event.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { Tape } from '../../src/store/tape/types.ts'

export const BENCH_KEY = 'rt_bench_push'
const addressOf = (word: string): string => encodeBase58(createHash('sha256').update(word).digest())
const POOL = addressOf('pool')
const MAKER = addressOf('maker')
const WSOL = 'So11111111111111111111111111111111111111112'

/** Mint of the k-th topic. */
export function mintOf(topic: number): string {
  mints[topic] ??= addressOf(`topic ${topic}`)
  return mints[topic]
}
const mints: string[] = []

export function tradeOf(seq: number, mint: string, signature: string): TradeEvent {
  return {
    type: 'trade',
    eventId: seq.toString(16).padStart(32, '0'),
    chain: 'solana',
    seq,
    slot: 300_000_000 + seq,
    blockTimeSec: 1_795_132_800,
    txIndex: seq % 1_000,
    path: [4, 7],
    signature,
    dex: 'pumpswap',
    pool: POOL,
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

/** What the gateway reads of a tape, in memory: what is measured is delivery, and the tape has a bench of its own. Only
 *  the newest `kept` are held, as a tape does it: a heap of all that were ever published would be the gateway's bill. */
export function memoryTape(kept = 32_768): {
  readonly tape: Tape
  append(events: readonly TapeEvent[]): void
  nextSeq(): number
} {
  const events: TapeEvent[] = new Array(kept)
  let count = 0
  const listeners = new Set<(head: number) => void>()
  const formatCursor = (seq: number): string => `00000000-${seq.toString(36).padStart(11, '0')}`
  const head = () => ({ epoch: '00000000', seq: count })
  const tape = {
    epoch: '00000000',
    window: () => ({ head: head(), tail: { epoch: '00000000', seq: 0 }, headTimeSec: null, tailTimeSec: null }),
    formatCursor,
    checkCursor: (text: string) => ({ status: 'ok', seq: Number.parseInt(text.slice(9), 36) }),
    read: (afterSeq: number, limit: number) => {
      if (count - afterSeq > kept) throw new Error('the bench read behind what it keeps')
      const length = Math.min(limit, count - afterSeq)
      return Array.from({ length }, (_, at) => events[(afterSeq + at) % kept]!)
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
    nextSeq: () => count + 1,
    append(added) {
      for (const event of added) events[count++ % kept] = event
      for (const listener of listeners) listener(count)
    },
  }
}
