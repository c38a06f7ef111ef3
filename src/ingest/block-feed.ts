import type { SolanaChain } from '../chain/solana/chain.ts'
import type { RawBlock } from '../chain/solana/rpc.ts'
import { INGEST } from '../config/ingest.ts'
import { backoffMs } from '../runtime/backoff.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'

/** News of the chain by subscription, and whatever blocks came with it. */
export type BlockFeed = {
  /** The oldest block that waits, above a slot; older ones are dropped. */
  next(aboveSlot: number): RawBlock | undefined
  /** Resolves at the next news, or after `ms`. */
  news(ms: number, signal: AbortSignal): Promise<void>
  /** Newest slot heard of; -1 before any. */
  headSlot(): number
  readonly isConnected: boolean
  readonly servesBlocks: boolean
  forget(): void
  close(): void
}

/** Keeps a subscription open, connecting again after a pause of its own for each failure. */
export function openBlockFeed(
  parts: { readonly chain: SolanaChain; readonly clock: Clock; readonly log: Logger },
  wants: (transactionText: string) => boolean,
): BlockFeed {
  const { chain, clock, log } = parts
  const waiting = new Map<number, RawBlock>()
  const stopping = new AbortController()
  let headSlot = -1
  let isConnected = false
  let servesBlocks = false
  let failures = 0
  let wake = (): void => {}
  let current: { close(): void } | null = null

  function connect(): void {
    if (chain.listen === undefined || stopping.signal.aborted) return
    current = chain.listen(wants, {
      onBlock(block) {
        failures = 0
        isConnected = true
        headSlot = Math.max(headSlot, block.slot)
        waiting.set(block.slot, block)
        // Whoever is that far behind asks for blocks anyway.
        if (waiting.size > INGEST.blocksWaiting) waiting.delete(waiting.keys().next().value!)
        wake()
      },
      onSlot(slot) {
        failures = 0
        isConnected = true
        headSlot = Math.max(headSlot, slot)
        // The block itself is on its way.
        if (!servesBlocks) wake()
      },
      onBlocksServed(isServed) {
        isConnected = true
        if (!isServed) log.info('the node sends no blocks: they are asked for slot by slot')
        servesBlocks = isServed
      },
      onClosed(reason) {
        isConnected = false
        servesBlocks = false
        failures++
        if (failures <= 2 || failures % 20 === 0) log.warn({ reason, failures }, 'the subscription to the node ended')
        void reconnectSoon()
        wake()
      },
    })
  }

  async function reconnectSoon(): Promise<void> {
    try {
      await clock.sleep(backoffMs(failures, INGEST.reconnectMs), stopping.signal)
    } catch {
      return
    }
    connect()
  }

  connect()
  return {
    next(aboveSlot) {
      let oldest: RawBlock | undefined
      for (const [slot, block] of waiting) {
        if (slot <= aboveSlot) waiting.delete(slot)
        else if (oldest === undefined || slot < oldest.slot) oldest = block
      }
      if (oldest !== undefined) waiting.delete(oldest.slot)
      return oldest
    },
    news(ms, signal) {
      if (waiting.size > 0) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = setTimeout(done, ms)
        function done(): void {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          wake = () => {}
          resolve()
        }
        wake = done
        signal.addEventListener('abort', done, { once: true })
        if (signal.aborted) done()
      })
    },
    headSlot: () => headSlot,
    get isConnected() {
      return isConnected
    },
    get servesBlocks() {
      return servesBlocks
    },
    forget() {
      waiting.clear()
      headSlot = -1
    },
    close() {
      stopping.abort()
      current?.close()
    },
  }
}
