import assert from 'node:assert/strict'
import type { RawBlock, SolanaRpc } from '../chain/solana/rpc.ts'
import { INGEST } from '../config/ingest.ts'
import type { Context } from '../context.ts'
import { fail, type Outcome } from '../contract/outcome.ts'
import { backoffMs } from '../runtime/backoff.ts'
import type { NewSlot, TapeWriter } from '../store/tape/types.ts'
import { type BlockFeed, openBlockFeed } from './block-feed.ts'
import { createIngestMetrics } from './ingest-metrics.ts'
import type { FactReader } from './read-facts.ts'

const CHAIN = 'solana'
/** The node has thrown the block away: it will never be read. */
const CLEANED_UP = -32001
const METHOD_NOT_FOUND = -32601

export type Follower = { stop(): Promise<void> }

export type FollowerParts = {
  readonly ctx: Context
  readonly rpc: SolanaRpc
  readonly writer: TapeWriter
  readonly facts: FactReader
}

/** Follows Solana from where the tape ends: what is missing first, then what comes. A block is appended when it stands
 *  on the one before it; a hole is filled by asking for parents, or told as lost; a block that stands on an older one
 *  takes back what it replaced. So the order of the tape is the order of the chain. Any failure ends in a new try from
 *  what is stored. */
export function followSolana(parts: FollowerParts): Follower {
  const { ctx, rpc, writer, facts } = parts
  const { clock, log, config } = ctx
  const { tape } = ctx.store
  const stopping = new AbortController()
  const { signal } = stopping
  const feed: BlockFeed = openBlockFeed({ chain: ctx.chain, clock, log }, facts.wants)
  const metrics = createIngestMetrics(ctx)
  let nextFinalizeMs = 0
  let nextPruneMs = 0
  let failures = 0

  const running = run()

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await follow()
      } catch (error) {
        if (signal.aborted) return
        failures++
        log.error({ err: error, failures }, 'following the chain failed and begins anew from the tape')
        await clock.sleep(backoffMs(failures, INGEST.restartMs), signal).catch(() => undefined)
      }
    }
  }

  async function follow(): Promise<void> {
    feed.forget()
    await checkWorld()
    let wasCaughtUp = false
    while (!signal.aborted) {
      const isCaughtUp = await advance()
      failures = 0
      // What was read of the past may be older than what is kept.
      if (isCaughtUp && !wasCaughtUp) nextPruneMs = 0
      wasCaughtUp = isCaughtUp
      const nowMs = clock.nowMs()
      if (nowMs >= nextFinalizeMs) {
        nextFinalizeMs = nowMs + INGEST.finalizeEveryMs
        await finalize()
      }
      if (nowMs >= nextPruneMs) {
        nextPruneMs = nowMs + INGEST.pruneEveryMs
        const { removedDays } = await writer.prune(nowMs)
        if (removedDays.length > 0) log.info({ removedDays }, 'days of the tape that are over were removed')
      }
      if (isCaughtUp) await feed.news(feed.isConnected ? INGEST.pollMs : INGEST.pollWithoutNewsMs, signal)
    }
  }

  /** The world of a sandbox may be another one; a node of another chain stops a live server's follower here. */
  async function checkWorld(): Promise<void> {
    const genesis = orThrow(await rpc.call<unknown>('getGenesisHash', [], { signal }))
    assert(typeof genesis === 'string', 'the node tells no genesis hash')
    await ctx.store.claimWorld(genesis)
  }

  /** One step; true when there was nothing left to do. */
  async function advance(): Promise<boolean> {
    const position = tape.position(CHAIN)
    if (position !== undefined) {
      const live = feed.next(position.slot)
      if (live !== undefined && isSuccessor(live, position)) {
        await append([live])
        return false
      }
    }
    const head = orThrow(await rpc.call<unknown>('getSlot', [{ commitment: 'confirmed' }], { signal }))
    assert(Number.isSafeInteger(head), 'the node tells no slot')
    return catchUp(head as number)
  }

  function isSuccessor(block: RawBlock, position: { readonly slot: number; readonly blockHash: string }): boolean {
    return block.parentSlot === position.slot && block.previousBlockhash === position.blockHash
  }

  /** Appends what lies between the tape and the head, a commit at a time. */
  async function catchUp(head: number): Promise<boolean> {
    const position = tape.position(CHAIN)
    const lost = tape.lost(CHAIN).at(-1)?.toSlot ?? -1
    const from = Math.max(position === undefined ? await firstSlot(head) : position.slot + 1, lost + 1)
    if (position !== undefined && head < position.slot) {
      // Either the node is behind another one that we asked before, or the chain is another.
      await checkWorld()
      return true
    }
    metrics.behind(Math.max(0, head - from + 1))
    if (head < from) return true
    // The sandbox's clock jumps through its history, and its slots with it.
    if (config.mode === 'live' && head - from > config.ingest.maxGapSlots) {
      await lose(from, head - INGEST.blocksPerCommit, 'too far behind')
      return false
    }
    const slots = await listSlots(from, Math.min(head, from + INGEST.slotsPerList))
    for (let at = 0; at < slots.length && !signal.aborted; at += INGEST.blocksPerCommit) {
      const blocks = await fetchBlocks(slots.slice(at, at + INGEST.blocksPerCommit))
      for (const run of linkedRuns(blocks)) await connect(run)
    }
    return slots.length === 0 || head <= (slots.at(-1) ?? 0)
  }

  async function firstSlot(head: number): Promise<number> {
    const { backfillSlots } = config.ingest
    if (backfillSlots > 0) return Math.max(0, head - backfillSlots)
    if (config.mode === 'live') return head
    const first = await rpc.call<unknown>('getFirstAvailableBlock', [], { signal })
    return first.ok && typeof first.value === 'number' ? first.value : head
  }

  /** Slots with blocks, ascending; every slot where the node does not list them. */
  async function listSlots(from: number, to: number): Promise<readonly number[]> {
    const listed = await rpc.call<unknown>('getBlocks', [from, to, { commitment: 'confirmed' }], { signal })
    if (listed.ok && Array.isArray(listed.value)) return listed.value.filter((slot) => Number.isSafeInteger(slot))
    if (!listed.ok && listed.rpcCode === METHOD_NOT_FOUND)
      return Array.from({ length: Math.min(to - from + 1, INGEST.blocksPerCommit) }, (_, at) => from + at)
    return orThrow(listed.ok ? fail('upstream_failed', 'the node lists no blocks') : listed) as never
  }

  /** Several at once, in their order. Null for a slot without a block, `lost` for one that cannot be read. */
  async function fetchBlocks(slots: readonly number[]): Promise<Fetched[]> {
    const fetched: Fetched[] = new Array(slots.length)
    let next = 0
    const lane = async (): Promise<void> => {
      while (next < slots.length && !signal.aborted) {
        const at = next++
        fetched[at] = await fetchBlock(slots[at]!)
      }
    }
    await Promise.all(Array.from({ length: INGEST.blocksAhead }, lane))
    signal.throwIfAborted()
    return fetched
  }

  async function fetchBlock(slot: number): Promise<Fetched> {
    const untilMs = clock.monotonicMs() + INGEST.blockPatienceMs
    for (;;) {
      const outcome = await rpc.block(slot, { wants: facts.wants, timeoutMs: INGEST.blockTimeoutMs, signal })
      if (outcome.ok) return { slot, block: outcome.value, lost: null }
      if (outcome.rpcCode === CLEANED_UP) return { slot, block: null, lost: 'the node no longer has it' }
      signal.throwIfAborted()
      if (clock.monotonicMs() > untilMs) return { slot, block: null, lost: outcome.message }
      await clock.sleep(INGEST.blockRetryMs, signal)
    }
  }

  /** Joins a run of blocks, each standing on the one before, to the tape. */
  async function connect(run: Run): Promise<void> {
    if (run.lost !== null) return lose(run.lost.fromSlot, run.lost.toSlot, run.lost.reason)
    const [first] = run.blocks
    if (first === undefined) return
    const position = tape.position(CHAIN)
    if (position === undefined || isSuccessor(first, position) || isBehindLost(first.parentSlot))
      return append(run.blocks)
    const missing = await findParents(first)
    if (missing.lost !== null) await lose(missing.lost.fromSlot, missing.lost.toSlot, missing.lost.reason)
    await append([...missing.blocks, ...run.blocks])
  }

  /** Whether what a block stands on was given up. */
  function isBehindLost(parentSlot: number): boolean {
    return tape.lost(CHAIN).some(({ fromSlot, toSlot }) => parentSlot >= fromSlot && parentSlot <= toSlot)
  }

  /** The blocks between the tape and a block, oldest first. Takes back what stands on another branch. */
  async function findParents(block: RawBlock): Promise<{ blocks: RawBlock[]; lost: Lost | null }> {
    const blocks: RawBlock[] = []
    let child = block
    for (let depth = 0; depth < INGEST.forkDepth; depth++) {
      const position = tape.position(CHAIN)
      const known = tape.slot(CHAIN, child.parentSlot)
      if (known !== undefined && known.status !== 'retracted' && known.blockHash === child.previousBlockhash) {
        if (position !== undefined && position.slot > known.slot) await retractAbove(known.slot)
        return { blocks, lost: null }
      }
      const first = tape.coverage(CHAIN)?.fromSlot ?? 0
      if (child.parentSlot < first) {
        // The branch begins before the tape does: nothing of the tape is part of it.
        await retractAbove(child.parentSlot)
        return { blocks, lost: null }
      }
      const parent = await fetchBlock(child.parentSlot)
      if (parent.block === null) {
        const reason = parent.lost ?? 'the node has no block where one must be'
        return {
          blocks,
          lost: { fromSlot: (position?.slot ?? child.parentSlot - 1) + 1, toSlot: child.parentSlot, reason },
        }
      }
      blocks.unshift(parent.block)
      child = parent.block
    }
    throw new Error(`no common ancestor within ${INGEST.forkDepth} blocks of slot ${block.slot}`)
  }

  async function retractAbove(slot: number): Promise<void> {
    const position = tape.position(CHAIN)
    if (position === undefined) return
    if (slot < position.finalizedSlot) {
      await checkWorld()
      throw new Error(`a fork below the final slot ${position.finalizedSlot}`)
    }
    const gone = tape.slots(CHAIN, slot + 1, Number.MAX_SAFE_INTEGER).map((record) => record.slot)
    const { events } = await writer.retract(CHAIN, gone)
    metrics.retracted(events.length)
    log.warn({ aboveSlot: slot, slots: gone.length, events: events.length }, 'a fork replaced confirmed blocks')
  }

  async function lose(fromSlot: number, toSlot: number, reason: string): Promise<void> {
    if (toSlot < fromSlot) return
    await writer.recordLost(CHAIN, { fromSlot, toSlot, reason })
    metrics.lost(toSlot - fromSlot + 1)
    log.error({ fromSlot, toSlot, reason }, 'slots could not be read and are told as lost')
  }

  async function append(blocks: readonly RawBlock[]): Promise<void> {
    let batch: NewSlot[] = []
    let events = 0
    const flush = async (): Promise<void> => {
      if (batch.length === 0) return
      const appended = await writer.appendSlots(batch, clock.nowMs())
      metrics.appended(batch, appended.events.length)
      batch = []
      events = 0
    }
    for (const block of blocks) {
      const slot = await facts.read(block)
      batch.push(slot)
      events += slot.events.length
      if (batch.length >= INGEST.blocksPerCommit || events >= INGEST.eventsPerCommit) await flush()
    }
    await flush()
  }

  /** What the node calls final is chained, when its block is the one on the tape. */
  async function finalize(): Promise<void> {
    const position = tape.position(CHAIN)
    const final = await rpc.call<unknown>('getSlot', [{ commitment: 'finalized' }], { signal })
    if (position === undefined || !final.ok || typeof final.value !== 'number') return
    const upTo = Math.min(final.value, position.slot)
    if (upTo <= position.finalizedSlot) return
    const record = newestAt(upTo, position.finalizedSlot)
    if (record === undefined) return
    const config = {
      transactionDetails: 'none',
      rewards: false,
      commitment: 'finalized',
      maxSupportedTransactionVersion: 1,
    }
    const block = await rpc.call<{ blockhash?: unknown } | null>('getBlock', [record.slot, config], { signal })
    if (!block.ok) return
    if (block.value?.blockhash === record.blockHash) return writer.finalize(CHAIN, upTo)
    const real = await fetchBlock(record.slot)
    if (real.block !== null) return connect({ blocks: [real.block], lost: null })
    // The final chain has no block there: what stands on the tape from there on is of another branch.
    await retractAbove(record.slot - 1)
  }

  function newestAt(slot: number, aboveSlot: number) {
    const records = tape.slots(CHAIN, aboveSlot + 1, Number.MAX_SAFE_INTEGER)
    return records.findLast((record) => record.slot <= slot && record.status === 'confirmed')
  }

  return {
    async stop() {
      stopping.abort()
      feed.close()
      await running
    },
  }
}

type Fetched = { readonly slot: number; readonly block: RawBlock | null; readonly lost: string | null }
type Lost = { readonly fromSlot: number; readonly toSlot: number; readonly reason: string }
type Run = { readonly blocks: readonly RawBlock[]; readonly lost: Lost | null }

/** Runs of blocks that stand on each other, and runs of slots that are lost, in their order. */
export function linkedRuns(fetched: readonly Fetched[]): Run[] {
  const runs: { blocks: RawBlock[]; lost: Lost | null }[] = []
  for (const { slot, block, lost } of fetched) {
    const last = runs.at(-1)
    if (lost !== null) {
      if (last?.lost) last.lost = { ...last.lost, toSlot: slot }
      else runs.push({ blocks: [], lost: { fromSlot: slot, toSlot: slot, reason: lost } })
      continue
    }
    if (block === null) continue
    const before = last?.blocks.at(-1)
    if (before !== undefined && before.slot === block.parentSlot && before.blockhash === block.previousBlockhash)
      last!.blocks.push(block)
    else runs.push({ blocks: [block], lost: null })
  }
  return runs
}

function orThrow<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  throw new Error(outcome.message)
}
