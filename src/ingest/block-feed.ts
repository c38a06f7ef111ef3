import type { SolanaChain } from '../chain/solana/chain.ts'
import type { RawBlock } from '../chain/solana/rpc.ts'
import { INGEST, type IngestTiming } from '../config/ingest.ts'
import { guarded, inBackground } from '../runtime/background.ts'
import { backoffMs } from '../runtime/backoff.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import { isChildOf } from './linked-runs.ts'

/** News of the chain by subscription, and whatever blocks came with it. */
export type BlockFeed = {
  /** The block that stands on this one, if it has come; what is not newer is dropped. */
  childOf(parent: { readonly slot: number; readonly blockHash: string }): RawBlock | undefined
  /** Resolves at the first notification since `childOf` was asked, or after `ms`. */
  waitForNotification(ms: number, signal: AbortSignal): Promise<void>
  /** Newest slot heard of; -1 before any. */
  headSlot(): number
  /** How many blocks wait for one before them. */
  waiting(): number
  readonly isConnected: boolean
  forget(): void
  close(): void
}

/** Keeps a subscription open, connecting again after a pause of its own for each failure and when it falls silent. */
export function openBlockFeed(
  parts: {
    readonly chain: Pick<SolanaChain, 'listen'>
    readonly clock: Clock
    readonly log: Logger
    readonly timing: IngestTiming
  },
  wants: (transactionText: string) => boolean,
): BlockFeed {
  const { chain, clock, log, timing } = parts
  const waiting = new Map<number, { readonly block: RawBlock; readonly bytes: number }>()
  const stopping = new AbortController()
  let waitingBytes = 0
  let headSlot = -1
  let isConnected = false
  let servesBlocks = false
  let hasNotifications = false
  let failures = 0
  let heardMs = clock.monotonicMs()
  let wake = (): void => {}
  let current: { close(): void } | null = null

  function heard(slot: number): void {
    failures = 0
    isConnected = true
    heardMs = clock.monotonicMs()
    headSlot = Math.max(headSlot, slot)
  }

  function tell(): void {
    hasNotifications = true
    wake()
  }

  function drop(slot: number): void {
    waitingBytes -= waiting.get(slot)?.bytes ?? 0
    waiting.delete(slot)
  }

  function connect(): void {
    if (chain.listen === undefined || stopping.signal.aborted) return
    heardMs = clock.monotonicMs()
    current = chain.listen(wants, {
      onBlock(block, bytes) {
        heard(block.slot)
        drop(block.slot)
        waiting.set(block.slot, { block, bytes })
        waitingBytes += bytes
        // Whoever is that far behind asks for blocks anyway.
        while (waiting.size > INGEST.blocksWaiting || (waitingBytes > INGEST.bytesWaiting && waiting.size > 1))
          drop(waiting.keys().next().value!)
        tell()
      },
      onSlot(slot) {
        heard(slot)
        // The block itself is on its way.
        if (!servesBlocks) tell()
      },
      onBlocksServed(isServed) {
        heard(-1)
        if (!isServed) log.info('the node sends no blocks: they are asked for slot by slot')
        servesBlocks = isServed
      },
      onClosed: ended,
    })
  }

  function ended(reason: string): void {
    current = null
    isConnected = false
    servesBlocks = false
    failures++
    if (failures <= 2 || failures % INGEST.tellEvery === 0)
      log.warn({ reason, failures }, 'the subscription to the node ended')
    inBackground('feed reconnect', reconnectSoon())
    tell()
  }

  async function reconnectSoon(): Promise<void> {
    try {
      await clock.sleep(backoffMs(failures, timing.reconnectMs), stopping.signal)
    } catch {
      return
    }
    connect()
  }

  /** A connection whose other end has gone without a word looks like one on which nothing happens. */
  const watchSilence = (): void => {
    if (current === null || clock.monotonicMs() - heardMs < timing.silenceMs) return
    current.close()
    ended('silent')
  }
  const watching = setInterval(guarded('feed silence', watchSilence), timing.silenceMs / 4)
  watching.unref()

  connect()
  return {
    childOf(parent) {
      hasNotifications = false
      let child: RawBlock | undefined
      for (const [slot, { block }] of waiting) {
        if (slot <= parent.slot) drop(slot)
        else if (isChildOf(block, parent)) child = block
      }
      if (child !== undefined) drop(child.slot)
      return child
    },
    waitForNotification(ms, signal) {
      if (hasNotifications) return Promise.resolve()
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
    waiting: () => waiting.size,
    get isConnected() {
      return isConnected
    },
    forget() {
      waiting.clear()
      waitingBytes = 0
      headSlot = -1
    },
    close() {
      stopping.abort()
      clearInterval(watching)
      current?.close()
    },
  }
}
