import type { TestContext } from 'node:test'
import type { ChainFact, LaunchFacts, TradeFacts } from '../../src/contract/tape-event.ts'
import { type Clock, systemClock } from '../../src/runtime/clock.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { GENESIS, SILENT, storeConfig, tempDir } from '../store/temp-store.ts'

export const MINT = 'So1anaMintAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1'
export const OTHER_MINT = 'So1anaMintBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB1'
export const POOL = 'Poo1AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1'
export const WALLET = 'Wa11etAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1'
export const OTHER_WALLET = 'Wa11etBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB1'
const QUOTE = 'So11111111111111111111111111111111111111112'

/** A store whose tape the test itself writes. */
export type TapeLab = {
  readonly store: Store
  readonly dir: string
  /** Appends a block at the next slot; answers its slot. */
  block(events: readonly Partial<Omit<TradeFacts, 'type'>>[] | readonly ChainFact[], timeSec?: number): Promise<number>
  retract(slot: number): Promise<void>
  lose(fromSlot: number, toSlot: number): Promise<void>
  /** For whoever uses it, when nothing reads it any more. */
  close(): Promise<void>
}

export const LAB_TIME_SEC = 1_790_000_040

export async function openTapeLab(
  t: TestContext,
  options: { dir?: string; clock?: Clock; firstSlot?: number } = {},
): Promise<TapeLab> {
  const { dir = tempDir(t), clock = systemClock() } = options
  const store = await openStore({
    config: storeConfig(dir),
    clock,
    log: SILENT,
    metrics: createMetrics(),
    genesisHash: GENESIS,
    writesTape: true,
  })
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await store.close()
  }
  let slot = store.tape.position('solana')?.slot ?? options.firstSlot ?? 1_000
  let timeSec = store.tape.window().headTimeSec ?? LAB_TIME_SEC
  const { writer } = store.tape
  if (writer === null) throw new Error('the lab writes its tape')
  return {
    store,
    dir,
    close,
    async block(events, atSec) {
      slot++
      timeSec = atSec ?? timeSec
      const facts = events.map((event, txIndex) =>
        'type' in event && event.type !== undefined
          ? (event as ChainFact)
          : tradeOf({ slot, txIndex, blockTimeSec: timeSec, ...event }),
      )
      const blockHash = `hash${slot}`
      await writer.appendSlot(
        {
          chain: 'solana',
          slot,
          blockHash,
          parentSlot: slot - 1,
          parentHash: `hash${slot - 1}`,
          blockTimeSec: timeSec,
          events: facts,
        },
        clock.nowMs(),
      )
      return slot
    },
    async retract(gone) {
      await writer.retract('solana', [{ slot: gone }])
    },
    async lose(fromSlot, toSlot) {
      await writer.recordLost('solana', { fromSlot, toSlot, reason: 'no node has them' })
    },
  }
}

let facts = 0

function factOf(slot: number, blockTimeSec: number | null) {
  facts++
  return {
    eventId: facts.toString(16).padStart(32, '0'),
    chain: 'solana' as const,
    slot,
    blockTimeSec,
    signature: `Signature${facts}`.padEnd(64, 'x'),
    dex: 'pumpswap' as const,
    pool: POOL,
    mint: MINT,
    quoteMint: QUOTE,
    txIndex: 0,
    path: [0, -1] as const,
  }
}

export function tradeOf(given: Partial<Omit<TradeFacts, 'type'>>): TradeFacts {
  return {
    ...factOf(given.slot ?? 1, given.blockTimeSec ?? LAB_TIME_SEC),
    type: 'trade',
    side: 'buy',
    maker: WALLET,
    amountRaw: 1_000_000n,
    quoteAmountRaw: 2_000_000_000n,
    decimals: 6,
    quoteDecimals: 9,
    priceUsd: 2,
    amountUsd: 2,
    reserveRaw: null,
    quoteReserveRaw: null,
    ...given,
  }
}

export function launchOf(given: Partial<Omit<LaunchFacts, 'type'>>): LaunchFacts {
  return {
    ...factOf(given.slot ?? 1, given.blockTimeSec ?? LAB_TIME_SEC),
    type: 'launch',
    kind: 'launch',
    creator: WALLET,
    name: 'Coin',
    symbol: 'COIN',
    uri: null,
    ...given,
  }
}
