import type { ChainPort } from '../chain/port.ts'
import { INGEST, type IngestTiming } from '../config/ingest.ts'
import type { BlockHead } from '../contract/tape-event.ts'
import { guarded, inBackground } from '../runtime/background.ts'
import { backoffMs } from '../runtime/backoff.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import type { BlockRef } from '../store/tape/types.ts'
import { isChildOf } from './linked-runs.ts'

/** News of the chain by subscription, and whatever blocks came with it. */
export type BlockFeed<B extends BlockHead> = {
  /** The child of this block, if it has come; what is older, and this one itself, is dropped. */
  childOf(parent: BlockRef): B | undefined
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
export function openBlockFeed<B extends BlockHead>(parts: {
  readonly follow: ChainPort<B>['follow']
  readonly clock: Clock
  readonly log: Logger
  readonly timing: IngestTiming
}): BlockFeed<B> {
  const { follow, clock, log, timing } = parts
  // By hash: a slot may have several blocks, of one chain or of two branches.
  const waiting = new Map<string, { readonly block: B; readonly bytes: number }>()
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

  function notify(): void {
    hasNotifications = true
    wake()
  }

  function drop(blockHash: string): void {
    waitingBytes -= waiting.get(blockHash)?.bytes ?? 0
    waiting.delete(blockHash)
  }

  function connect(): void {
    if (follow === undefined || stopping.signal.aborted) return
    heardMs = clock.monotonicMs()
    current = follow({
      onBlock(block, bytes) {
        heard(block.slot)
        drop(block.blockHash)
        waiting.set(block.blockHash, { block, bytes })
        waitingBytes += bytes
        // A follower that lags this much fetches blocks anyway.
        while (waiting.size > INGEST.blocksWaiting || (waitingBytes > INGEST.bytesWaiting && waiting.size > 1))
          drop(waiting.keys().next().value!)
        notify()
      },
      onSlot(slot) {
        heard(slot)
        // The block itself is on its way.
        if (!servesBlocks) notify()
      },
      onBlocksServed(isServed) {
        heard(-1)
        if (!isServed) log.info('the node sends no blocks: fetching them slot by slot')
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
    if (failures <= 2 || failures % INGEST.logEvery === 0)
      log.warn({ reason, failures }, 'the subscription to the node ended')
    inBackground('feed reconnect', reconnectSoon())
    notify()
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
      let child: B | undefined
      for (const [blockHash, { block }] of waiting) {
        if (block.slot < parent.slot || blockHash === parent.blockHash) drop(blockHash)
        else if (isChildOf(block, parent)) child = block
      }
      if (child !== undefined) drop(child.blockHash)
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
