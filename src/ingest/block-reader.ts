import type { SolanaRpc } from '../chain/solana/rpc.ts'
import { INGEST } from '../config/ingest.ts'
import { isBase58Of32 } from '../hot-paths/base58.ts'
import type { Logger } from '../runtime/log.ts'
import type { Fetched } from './linked-runs.ts'
import { NodeFailure, orThrow } from './node-failure.ts'

/** A block that must be there and cannot be read now. `fromSlot`: the first slot that nothing is known of without it. */
export type Missing = { readonly fromSlot: number; readonly slot: number; readonly reason: string }
/** As far as it went, in order; `missing` is the slot behind it. */
export type Fetching = { readonly fetched: readonly Fetched[]; readonly missing: Missing | null }

export type BlockReader = {
  genesisHash(): Promise<string>
  /** Newest slot at a commitment. */
  head(commitment: 'confirmed' | 'finalized'): Promise<number>
  firstAvailable(): Promise<number | null>
  /** Slots with blocks, ascending; every slot where the node does not list them. */
  list(fromSlot: number, toSlot: number): Promise<readonly number[]>
  /** Several at once, in their order, as many as may be held together: at least one unless it is missing. */
  fetchMany(slots: readonly number[]): Promise<Fetching>
  fetch(slot: number): Promise<Fetched | Missing>
  /** Whether the node serves blocks at all: one of the newest of these can be read. */
  servesOneOf(slots: readonly number[]): Promise<boolean>
  /** Head of a final block; `none` when the node says that there is no block, null when it does not say. */
  finalHeader(slot: number): Promise<FinalHeader | 'none' | null>
}

/** A block that the node calls final, and the one it stands on. */
export type FinalHeader = {
  readonly slot: number
  readonly blockHash: string
  readonly parentSlot: number
  readonly parentHash: string
}

/** Slot skipped, or missing from long-term storage. */
const NO_BLOCK = new Set([-32007, -32009])

/** The node has thrown the block away. */
const CLEANED_UP = -32001
const PROBES = 4

/** Asks a node for blocks. Rejects with `NodeFailure` when the node itself is the trouble, and when it is stopped. */
export function createBlockReader(parts: {
  readonly rpc: SolanaRpc
  readonly log: Logger
  readonly signal: AbortSignal
  readonly wants: (transactionText: string) => boolean
}): BlockReader {
  const { rpc, log, signal, wants } = parts
  let hasToldOfLists = false

  async function firstAvailable(): Promise<number | null> {
    const first = await rpc.call<unknown>('getFirstAvailableBlock', [], { signal })
    return first.ok && Number.isSafeInteger(first.value) ? (first.value as number) : null
  }

  async function fetchSized(slot: number): Promise<{ readonly got: Fetched | Missing; readonly bytes: number }> {
    let bytes = 0
    const outcome = await rpc.block(slot, {
      wants(text) {
        const isWanted = wants(text)
        if (isWanted) bytes += text.length
        return isWanted
      },
      timeoutMs: INGEST.blockTimeoutMs,
      signal,
    })
    signal.throwIfAborted()
    if (outcome.ok) return { got: { slot, block: outcome.value, lost: null }, bytes }
    const first = outcome.rpcCode === CLEANED_UP ? await firstAvailable() : null
    // Another node behind the same address may still have it.
    const isGone = first !== null && slot < first
    if (isGone) return { got: { slot, block: null, lost: 'the node no longer has it' }, bytes }
    return { got: { fromSlot: slot, slot, reason: outcome.message }, bytes }
  }

  return {
    async genesisHash() {
      const genesis = orThrow(await rpc.call<unknown>('getGenesisHash', [], { signal }))
      if (typeof genesis === 'string') return genesis
      throw new NodeFailure('the node tells no genesis hash')
    },
    async head(commitment) {
      const slot = orThrow(await rpc.call<unknown>('getSlot', [{ commitment }], { signal }))
      if (Number.isSafeInteger(slot)) return slot as number
      throw new NodeFailure('the node tells no slot')
    },
    firstAvailable,
    async list(fromSlot, toSlot) {
      const listed = await rpc.call<unknown>('getBlocks', [fromSlot, toSlot, { commitment: 'confirmed' }], { signal })
      signal.throwIfAborted()
      if (listed.ok && Array.isArray(listed.value))
        return listed.value
          .filter((slot) => Number.isSafeInteger(slot) && slot >= fromSlot && slot <= toSlot)
          .sort((a, b) => a - b)
      if (!hasToldOfLists) {
        const reason = listed.ok ? 'an answer of another shape' : listed.message
        log.warn({ reason }, 'the node lists no blocks: every slot is asked for')
      }
      hasToldOfLists = true
      return Array.from({ length: toSlot - fromSlot + 1 }, (_, at) => fromSlot + at)
    },
    async fetchMany(slots) {
      const found: (Fetched | Missing | undefined)[] = new Array(slots.length)
      let next = 0
      let heldBytes = 0
      let isStopped = false
      const lane = async (): Promise<void> => {
        while (next < slots.length && !isStopped) {
          const at = next++
          const { got, bytes } = await fetchSized(slots[at]!)
          found[at] = got
          heldBytes += bytes
          isStopped ||= 'fromSlot' in got || heldBytes >= INGEST.bytesPerCommit
        }
      }
      await Promise.all(Array.from({ length: INGEST.blocksAhead }, lane))
      const fetched: Fetched[] = []
      for (const one of found) {
        if (one === undefined) break
        if ('fromSlot' in one) return { fetched, missing: one }
        fetched.push(one)
      }
      return { fetched, missing: null }
    },
    fetch: async (slot) => (await fetchSized(slot)).got,
    async servesOneOf(slots) {
      // The head has a block; others may be skipped slots where the node does not list them.
      for (const slot of slots.slice(-PROBES).toReversed()) {
        const outcome = await rpc.block(slot, { wants: () => false, timeoutMs: INGEST.blockTimeoutMs, signal })
        signal.throwIfAborted()
        if (outcome.ok && outcome.value !== null) return true
      }
      return false
    },
    async finalHeader(slot) {
      const config = {
        transactionDetails: 'none',
        rewards: false,
        commitment: 'finalized',
        maxSupportedTransactionVersion: 1,
      }
      const block = await rpc.call<unknown>('getBlock', [slot, config], { signal })
      signal.throwIfAborted()
      if (!block.ok) return block.rpcCode !== undefined && NO_BLOCK.has(block.rpcCode) ? 'none' : null
      return block.value === null ? 'none' : headerOf(block.value, slot)
    },
  }
}

function headerOf(value: unknown, slot: number): FinalHeader | null {
  if (typeof value !== 'object' || value === null) return null
  const { blockhash, previousBlockhash, parentSlot } = value as Record<string, unknown>
  if (typeof blockhash !== 'string' || !isBase58Of32(blockhash)) return null
  if (typeof previousBlockhash !== 'string' || !isBase58Of32(previousBlockhash)) return null
  if (!Number.isSafeInteger(parentSlot)) return null
  return { slot, blockHash: blockhash, parentSlot: parentSlot as number, parentHash: previousBlockhash }
}
