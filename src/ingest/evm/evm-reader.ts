import { mayHold, mayHoldAll } from '../../chain/evm/bloom.ts'
import type { EvmLog } from '../../chain/evm/log.ts'
import type { EvmHeader, EvmRpc } from '../../chain/evm/rpc.ts'
import { SWAP_TOPICS } from '../../chain/evm/topics.ts'
import type { ChainReader, Fetched, Fetching, Missing } from '../../chain/port.ts'
import { EVM_LIMITS } from '../../config/evm-limits.ts'
import { INGEST } from '../../config/ingest.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { Clock } from '../../runtime/clock.ts'
import { NodeFailure, orThrow } from '../node-failure.ts'
import { createLogRanges } from './log-ranges.ts'
import type { EvmBlock } from './read-evm-facts.ts'

export type EvmReaderParts = {
  readonly rpc: EvmRpc
  /** What the node has to call itself. */
  readonly chainId: number
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly signal: AbortSignal
}

type Got = Fetched<EvmBlock> | Missing

/** Asks nodes for blocks. Rejects with `NodeFailure` when the node itself is the trouble, and when it is stopped. The
 *  logs of a block are asked for by its hash, or with those of its neighbours by numbers, and compared with its head:
 *  each names the block and one of its transactions, the bloom may hold it, and where the head speaks of swaps and no
 *  log came, the receipts are read, whose root the head has. */
export function createEvmReader(parts: EvmReaderParts): ChainReader<EvmBlock> {
  const { rpc, signal } = parts
  const { finalSlot, finalHeader } = finality(parts)
  const ranges = createLogRanges(rpc, signal)

  async function fetch(slot: number): Promise<Got> {
    const header = await rpc.block(slot, { signal })
    signal.throwIfAborted()
    if (!header.ok) return missing(slot, header.message)
    if (header.value === null) return missing(slot, 'the node does not know the block yet')
    return fetchLogs(header.value)
  }
  async function fetchLogs(header: EvmHeader): Promise<Got> {
    const block = await readLogsOf(rpc, header, signal)
    signal.throwIfAborted()
    return block.ok ? fetched(block.value) : missing(header.slot, block.message)
  }

  return {
    async genesisHash() {
      const chainId = orThrow(await rpc.chainId({ signal }))
      if (chainId !== parts.chainId) throw new NodeFailure(`the node is of chain ${chainId}, not ${parts.chainId}`)
      const genesis = orThrow(await rpc.header(0, { signal }))
      if (genesis === null) throw new NodeFailure('the node does not know the first block')
      return genesis.blockHash
    },
    async head(commitment) {
      return commitment === 'finalized' ? finalSlot() : orThrow(await rpc.blockNumber({ signal }))
    },
    // Nodes that have thrown old blocks away refuse them; none says where they begin.
    firstAvailable: async () => null,
    mayHaveSeveral: async () => false,
    list: async (from, to) => Array.from({ length: to - from + 1 }, (_, at) => from + at),
    async fetchMany(slots) {
      if (slots.length < RANGE_FROM) return inOrder(await inLanes(slots, fetch))
      const headers = await inLanes(slots, (slot) => rpc.block(slot, { signal }))
      signal.throwIfAborted()
      const heads = headers.flatMap((one) => (one?.ok && one.value !== null ? [one.value] : []))
      const logs = await ranges.of(heads)
      const got = await inLanes(headers, async (header, at): Promise<Got> => {
        if (!header?.ok) return missing(slots[at]!, header?.message ?? 'not asked for')
        if (header.value === null) return missing(slots[at]!, 'the node does not know the block yet')
        const block = joined(header.value, logs.get(header.value.blockHash) ?? null)
        return block === null ? fetchLogs(header.value) : fetched(block)
      })
      return inOrder(got)
    },
    fetch,
    async servesOneOf(slots) {
      for (const slot of slots.slice(-PROBES).toReversed()) {
        const header = await rpc.header(slot, { signal })
        signal.throwIfAborted()
        if (header.ok && header.value !== null) return true
      }
      return false
    },
    finalHeader,
  }
}

const PROBES = 4
/** From so many blocks on, their logs are asked for together. */
const RANGE_FROM = 4

function fetched(block: EvmBlock): Fetched<EvmBlock> {
  return { slot: block.slot, block, lost: null }
}

function missing(slot: number, reason: string): Missing {
  return { fromSlot: slot, slot, reason }
}

/** As far as it went without a missing block. */
function inOrder(got: readonly (Got | undefined)[]): Fetching<EvmBlock> {
  const before: Fetched<EvmBlock>[] = []
  for (const one of got) {
    if (one === undefined) break
    if ('fromSlot' in one) return { fetched: before, missing: one }
    before.push(one)
  }
  return { fetched: before, missing: null }
}

/** A few at once; aligned with the items. */
async function inLanes<T, R>(items: readonly T[], work: (item: T, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length)
  let next = 0
  const lane = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!, at)
  }
  await Promise.all(Array.from({ length: Math.min(INGEST.blocksAhead, items.length) }, lane))
  return results
}

/** The last final block, as the node names it; where it knows no such name, one that is deeper than any chain went
 *  back. */
function finality({ rpc, clock, signal }: EvmReaderParts): {
  finalSlot(): Promise<number>
  finalHeader: ChainReader<EvmBlock>['finalHeader']
} {
  let known: { readonly slot: number; readonly atMs: number } | null = null
  async function finalSlot(): Promise<number> {
    const final = await rpc.header('finalized', { signal })
    signal.throwIfAborted()
    // A node that has no such name refuses; one that is away, or has no final block yet, says nothing.
    if (!final.ok && final.rpcCode === undefined) throw new NodeFailure(final.message)
    const slot =
      final.ok && final.value !== null
        ? final.value.slot
        : final.ok
          ? 0
          : Math.max(0, orThrow(await rpc.blockNumber({ signal })) - EVM_LIMITS.finalDepth)
    known = { slot, atMs: clock.monotonicMs() }
    return slot
  }
  return {
    finalSlot,
    async finalHeader(slot) {
      const isFresh = known !== null && clock.monotonicMs() - known.atMs < EVM_LIMITS.finalMs
      const final = isFresh && known!.slot >= slot ? known!.slot : await finalSlot()
      if (slot > final) return null
      const header = await rpc.header(slot, { signal })
      signal.throwIfAborted()
      if (!header.ok || header.value === null) return null
      const { blockHash, parentSlot, parentHash } = header.value
      return { slot, blockHash, parentSlot, parentHash }
    },
  }
}

/** The block with its logs, from whichever call tells them. */
async function readLogsOf(rpc: EvmRpc, header: EvmHeader, signal: AbortSignal): Promise<Outcome<EvmBlock>> {
  if (header.transactionCount === 0) return ok(withLogs(header, []))
  const logs = await rpc.logsOf(header.blockHash, { signal })
  const block = logs.ok ? joined(header, logs.value) : null
  if (block !== null) return ok(block)
  const receipts = await rpc.receipts(header, { signal })
  if (!receipts.ok) {
    if (!logs.ok) return logs
    // A node without this call. The bloom may speak of swaps by chance: two empty answers are believed.
    const again = receipts.rpcCode === undefined ? receipts : await rpc.logsOf(header.blockHash, { signal })
    if (!again.ok) return again
    const isEmptyTwice = logs.value.length === 0 && again.value.length === 0
    const second = isEmptyTwice ? withLogs(header, []) : joined(header, again.value)
    return second === null
      ? fail('upstream_failed', `the logs of block ${header.slot} do not fit its head`)
      : ok(second)
  }
  const { count, logs: wanted, root } = receipts.value
  const isOther = header.isProven && root !== header.receiptsRoot
  if (isOther || count !== header.transactionCount || !fits(header, wanted))
    return fail('upstream_failed', `the receipts of block ${header.slot} do not fit its head`)
  return ok(withLogs(header, wanted))
}

/** Null where the logs do not fit the head, and where none came though it may hold swaps. */
function joined(header: EvmHeader, logs: readonly EvmLog[] | null): EvmBlock | null {
  if (logs === null || !fits(header, logs)) return null
  const speaksOfSwaps = logs.length === 0 && SWAP_TOPICS.some((topic) => mayHold(header.logsBloom, topic))
  return speaksOfSwaps ? null : withLogs(header, logs)
}

/** Whether these can be logs of this block, in its order. */
function fits(header: EvmHeader, logs: readonly EvmLog[]): boolean {
  let before: EvmLog | undefined
  for (const log of logs) {
    if (log.blockHash !== header.blockHash || header.transactions?.[log.txIndex]?.hash !== log.txHash) return false
    if (before !== undefined && (log.logIndex <= before.logIndex || log.txIndex < before.txIndex)) return false
    before = log
  }
  return mayHoldAll(header.logsBloom, logs)
}

function withLogs(header: EvmHeader, logs: readonly EvmLog[]): EvmBlock {
  const { slot, blockHash, parentSlot, parentHash, blockTimeSec, transactionCount, transactions } = header
  const senders = new Map(logs.map(({ txIndex }) => [txIndex, transactions![txIndex]!.from]))
  return { slot, blockHash, parentSlot, parentHash, blockTimeSec, transactionCount, logs, senders }
}
