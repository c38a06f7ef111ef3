import type { ChainReader, Fetched, FinalHeader, Missing } from '../../chain/port.ts'
import type { RawBlock, SolanaRpc } from '../../chain/solana/rpc.ts'
import { INGEST } from '../../config/ingest.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import type { Logger } from '../../runtime/log.ts'
import { NodeFailure, orThrow } from '../node-failure.ts'

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
}): ChainReader<RawBlock> {
  const { rpc, log, signal, wants } = parts
  let hasLoggedLists = false

  async function firstAvailable(): Promise<number | null> {
    const first = await rpc.call<unknown>('getFirstAvailableBlock', [], { signal })
    return first.ok && Number.isSafeInteger(first.value) ? (first.value as number) : null
  }

  async function fetchSized(
    slot: number,
  ): Promise<{ readonly got: Fetched<RawBlock> | Missing; readonly bytes: number }> {
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
      throw new NodeFailure('the node returned no genesis hash')
    },
    async head(commitment) {
      const slot = orThrow(await rpc.call<unknown>('getSlot', [{ commitment }], { signal }))
      if (Number.isSafeInteger(slot)) return slot as number
      throw new NodeFailure('the node returned no slot')
    },
    firstAvailable,
    mayHaveSeveral: () => isAlpenglow(rpc, signal),
    async list(fromSlot, toSlot) {
      const listed = await rpc.call<unknown>('getBlocks', [fromSlot, toSlot, { commitment: 'confirmed' }], { signal })
      signal.throwIfAborted()
      if (listed.ok && Array.isArray(listed.value))
        return listed.value
          .filter((slot) => Number.isSafeInteger(slot) && slot >= fromSlot && slot <= toSlot)
          .sort((a, b) => a - b)
      if (!hasLoggedLists) {
        const reason = listed.ok ? 'an answer of another shape' : listed.message
        log.warn({ reason }, 'the node lists no blocks: fetching every slot')
      }
      hasLoggedLists = true
      return Array.from({ length: toSlot - fromSlot + 1 }, (_, at) => fromSlot + at)
    },
    async fetchMany(slots) {
      const found: (Fetched<RawBlock> | Missing | undefined)[] = new Array(slots.length)
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
      const fetched: Fetched<RawBlock>[] = []
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
    finalHeader: (slot) => finalHeader(rpc, slot, signal),
  }
}

async function finalHeader(rpc: SolanaRpc, slot: number, signal: AbortSignal): Promise<FinalHeader | 'none' | null> {
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
}

/** Null before Alpenglow; nodes that know nothing of it refuse. */
async function isAlpenglow(rpc: SolanaRpc, signal: AbortSignal): Promise<boolean> {
  const certificate = await rpc.call<unknown>('getAgGenesisCert', [], { signal })
  signal.throwIfAborted()
  return certificate.ok && certificate.value !== null
}

function headerOf(value: unknown, slot: number): FinalHeader | null {
  if (typeof value !== 'object' || value === null) return null
  const { blockhash, previousBlockhash, parentSlot } = value as Record<string, unknown>
  if (typeof blockhash !== 'string' || !isBase58Of32(blockhash)) return null
  if (typeof previousBlockhash !== 'string' || !isBase58Of32(previousBlockhash)) return null
  if (!Number.isSafeInteger(parentSlot)) return null
  return { slot, blockHash: blockhash, parentSlot: parentSlot as number, parentHash: previousBlockhash }
}
