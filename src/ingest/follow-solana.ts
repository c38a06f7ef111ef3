import type { RawBlock, SolanaRpc } from '../chain/solana/rpc.ts'
import { INGEST, INGEST_TIMING, type IngestTiming } from '../config/ingest.ts'
import type { Context } from '../context.ts'
import { backoffMs } from '../runtime/backoff.ts'
import { TapeEmptied } from '../store/tape/tape-emptied.ts'
import type { LostRange, NewSlot, TapeWriter } from '../store/tape/types.ts'
import { openBlockFeed } from './block-feed.ts'
import { createBlockReader, type Missing } from './block-reader.ts'
import { createFinalDoubt, type Witness } from './final-doubt.ts'
import { createIngestMetrics } from './ingest-metrics.ts'
import { type Fetched, isChildOf, linkedRuns, type Run } from './linked-runs.ts'
import { NodeFailure } from './node-failure.ts'
import type { FactReader } from './read-facts.ts'
import { createSlotReader } from './slot-reader.ts'
import { createTroubleLog } from './trouble-log.ts'

const CHAIN = 'solana'

export type Follower = { stop(): Promise<void> }

export type FollowerParts = {
  readonly ctx: Pick<Context, 'clock' | 'log' | 'config' | 'chain' | 'metrics' | 'store'>
  readonly rpc: SolanaRpc
  readonly writer: TapeWriter
  readonly facts: FactReader
  readonly timing?: Partial<IngestTiming>
  /** Other nodes that have to agree before a final block is taken back. There is no setting for a second node yet. */
  readonly witnesses?: readonly Witness[]
  /** Hears of a failure that no further try can mend, as a live node of another chain. Following goes on trying. */
  onFailure?(error: unknown): void
}

/** Follows Solana from where the tape ends: what is missing first, then what comes. A block is appended when it stands
 *  on the one before it; a hole is filled by asking for parents, or told as lost; a block that stands on an older one
 *  takes back what it replaced. So the order of the tape is the order of the chain. Any failure ends in a new try from
 *  what is stored. */
export function followSolana(parts: FollowerParts): Follower {
  const { ctx, rpc, writer, facts } = parts
  const { clock, log, config } = ctx
  const timing: IngestTiming = { ...INGEST_TIMING, ...parts.timing }
  const { tape } = ctx.store
  const stopping = new AbortController()
  const { signal } = stopping
  const feed = openBlockFeed({ chain: ctx.chain, clock, log, timing }, facts.wants)
  const reader = createBlockReader({ rpc, log, signal, wants: facts.wants })
  // The sandbox's clock jumps through its history.
  const aheadSec = config.mode === 'live' ? INGEST.blockAheadSec : Number.POSITIVE_INFINITY
  const slotReader = createSlotReader({ facts, reader, clock, aheadSec, log, timing, signal })
  const doubt = createFinalDoubt({ tape, reader, witnesses: parts.witnesses ?? [], clock, log, timing })
  const metrics = createIngestMetrics(ctx)
  const troubles = createTroubleLog(log)
  let epoch = tape.epoch
  let nextFinalizeMs = 0
  let nextPruneMs = 0
  let comparedHash: string | null = null
  let unsettled: { readonly slot: number; readonly sinceMs: number } | null = null
  /** Where an empty tape begins. */
  let beginSlot = 0
  /** The block that everything behind it waits for. */
  let awaited: { readonly slot: number; readonly sinceMs: number; tries: number } | null = null

  const running = run()

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await follow()
      } catch (error) {
        if (signal.aborted) return
        const failures = troubles.failed(error)
        parts.onFailure?.(error)
        await clock.sleep(backoffMs(failures, timing.restartMs), signal).catch(() => undefined)
      }
    }
  }

  async function follow(): Promise<void> {
    feed.forget()
    awaited = null
    await ctx.store.claimWorld(await reader.genesisHash())
    epoch = tape.epoch
    writer.writeTo(epoch)
    let wasCaughtUp = false
    while (!signal.aborted) {
      const isCaughtUp = await advance()
      troubles.went()
      // What was read of the past may be older than what is kept.
      if (isCaughtUp && !wasCaughtUp) nextPruneMs = 0
      wasCaughtUp = isCaughtUp
      await upkeep()
      if (isCaughtUp)
        await feed.waitForNotification(feed.isConnected ? timing.pollMs : timing.pollWithoutSubscriptionsMs, signal)
    }
  }

  async function upkeep(): Promise<void> {
    const nowMs = clock.monotonicMs()
    if (nowMs >= nextFinalizeMs) {
      nextFinalizeMs = nowMs + timing.finalizeEveryMs
      await finalize()
      await compareTop()
    }
    if (nowMs >= nextPruneMs) {
      nextPruneMs = nowMs + INGEST.pruneEveryMs
      const { removedDays } = await writer.prune(clock.nowMs())
      if (removedDays.length > 0) log.info({ removedDays }, 'days of the tape that are over were removed')
    }
  }

  /** A block without a known parent may be of another world: a sandbox that was started anew. In live mode the node of
   *  another chain is refused here. Hashes keep apart what stands on a known block. */
  async function assertSameWorld(): Promise<void> {
    await ctx.store.claimWorld(await reader.genesisHash())
    if (tape.epoch !== epoch) throw new TapeEmptied()
  }

  /** One step; true when there was nothing left to do. */
  async function advance(): Promise<boolean> {
    if (await appendLive()) return false
    const head = await reader.head('confirmed')
    // The block may have come while the node was asked.
    return (await appendLive()) ? false : catchUp(head)
  }

  async function appendLive(): Promise<boolean> {
    const position = tape.position(CHAIN)
    const live = position === undefined ? undefined : feed.childOf(position)
    if (live === undefined) return false
    awaited = null
    await append([live])
    metrics.behind(Math.max(0, feed.headSlot() - live.slot))
    return true
  }

  /** Appends what lies between the tape and the head, a commit at a time. */
  async function catchUp(head: number): Promise<boolean> {
    const position = tape.position(CHAIN)
    if (position === undefined) beginSlot = await firstSlot(head)
    const lost = givenUp()
    const from = lost.reduce(
      (slot, range) => (slot >= range.fromSlot && slot <= range.toSlot ? range.toSlot + 1 : slot),
      position === undefined ? beginSlot : position.slot + 1,
    )
    // Either the node is behind another one that we asked before, or the chain is another.
    if (position !== undefined && head < position.slot) await assertSameWorld()
    metrics.behind(Math.max(0, head - from + 1))
    if (head < from) return true
    // The sandbox's clock jumps through its history, and its slots with it.
    if (config.mode === 'live' && head - from > config.ingest.maxGapSlots) return leap(from, head)
    let to = from - 1
    let slots: readonly number[] = []
    // The sandbox's history may have no block for longer than one listing reaches.
    while (slots.length === 0 && to < head) {
      const start = to + 1
      to = Math.min(head, to + INGEST.slotsPerList)
      const listed = await reader.list(start, to)
      slots = lost.length === 0 ? listed : listed.filter((slot) => !isLost(slot))
    }
    for (let at = 0; at < slots.length; ) {
      const { fetched, missing } = await reader.fetchMany(slots.slice(at, at + INGEST.blocksPerCommit))
      at += fetched.length
      for (const run of linkedRuns(fetched)) {
        const joined = await connect(run)
        if (joined === 'again') return false
        if (joined !== 'joined') return hold(joined, [run.blocks[0]!.slot])
      }
      // A block was missing and is not any more, or the chain goes on without it.
      if (missing !== null) return hold(missing, slots.slice(at + 1))
      awaited = null
      await upkeep()
    }
    return to === head
  }

  async function firstSlot(head: number): Promise<number> {
    const { backfillSlots } = config.ingest
    if (config.mode === 'live' && backfillSlots === 0) return head
    const first = (await reader.firstAvailable()) ?? head
    return backfillSlots === 0 ? first : Math.max(first, head - backfillSlots)
  }

  /** Gives up what lies so far back that it would be read for hours, if there really is such a head. */
  async function leap(from: number, head: number): Promise<boolean> {
    const near = await reader.list(head - INGEST.blocksPerCommit, head)
    if (!(await reader.servesOneOf(near))) throw new NodeFailure(`the node has no blocks near its head ${head}`)
    await assertSameWorld()
    await lose(from, head - INGEST.blocksPerCommit - 1, 'too far behind')
    return false
  }

  /** Waits for a block without which nothing behind it can be told; gives it up when its time is over although the node
   *  serves others. A node that serves none is waited for. */
  async function hold(missing: Missing, others: readonly number[]): Promise<boolean> {
    const nowMs = clock.monotonicMs()
    if (awaited?.slot !== missing.slot) awaited = { slot: missing.slot, sinceMs: nowMs, tries: 0 }
    // Near the head most come at the second try.
    if (++awaited.tries % INGEST.tellEvery === 0)
      log.warn({ ...missing, tries: awaited.tries }, 'a block cannot be read: what follows waits for it')
    if (nowMs - awaited.sinceMs >= timing.blockPatienceMs && (await reader.servesOneOf(others))) await giveUp(missing)
    else await clock.sleep(timing.blockRetryMs, signal)
    return false
  }

  async function giveUp({ fromSlot, slot, reason }: Missing): Promise<void> {
    awaited = null
    await assertSameWorld()
    if ((tape.position(CHAIN)?.slot ?? -1) >= fromSlot) await retractAbove(fromSlot - 1)
    await lose(fromSlot, slot, reason)
  }

  /** Joins blocks that stand on each other to the tape. Nothing was joined when a block between them and the tape cannot
   *  be read, or when the tape had to go back (`again`: what is missing then is read first). */
  async function connect(run: Run): Promise<'joined' | 'again' | Missing> {
    if (run.lost !== null) {
      await assertSameWorld()
      await lose(run.lost.fromSlot, run.lost.toSlot, run.lost.reason)
      return 'joined'
    }
    const [first] = run.blocks
    if (first === undefined) return 'joined'
    const position = tape.position(CHAIN)
    if (position !== undefined && isChildOf(first, position)) {
      await append(run.blocks)
      return 'joined'
    }
    await assertSameWorld()
    const between = await findParents(first)
    if (between === 'again' || 'slot' in between) return between
    await append([...between, ...run.blocks])
    return 'joined'
  }

  /** The blocks between the tape and a block, oldest first, or the one of them that cannot be read. Takes back what
   *  stands on another branch. */
  async function findParents(block: RawBlock): Promise<readonly RawBlock[] | 'again' | Missing> {
    const blocks: RawBlock[] = []
    let child = block
    for (let depth = 0; depth < INGEST.forkDepth; depth++) {
      const { parentSlot } = child
      const known = tape.slot(CHAIN, parentSlot)
      if (known !== undefined && known.status !== 'retracted' && known.blockHash === child.previousBlockhash) {
        await retractAbove(known.slot)
        return blocks
      }
      if (isGivenUp(parentSlot)) {
        await retractAbove(parentSlot)
        return (await settleTop()) ? 'again' : blocks
      }
      const parent = await reader.fetch(parentSlot)
      if ('fromSlot' in parent || parent.block === null) {
        const reason = 'reason' in parent ? parent.reason : (parent.lost ?? 'there is no block where one must be')
        const above = (tape.position(CHAIN)?.slot ?? -1) + 1
        return { fromSlot: Math.min(above, parentSlot), slot: parentSlot, reason }
      }
      // Another branch has come meanwhile: the next try sees it whole.
      if (parent.block.blockhash !== child.previousBlockhash)
        return { fromSlot: parentSlot, slot: parentSlot, reason: 'the chain changes' }
      blocks.unshift(parent.block)
      child = parent.block
    }
    throw new Error(`no common ancestor within ${INGEST.forkDepth} blocks of slot ${block.slot}`)
  }

  /** Ranges of which nothing is known, not even a block. */
  function givenUp(): readonly LostRange[] {
    return tape.lost(CHAIN).filter(({ transactions }) => transactions === undefined)
  }

  function isLost(slot: number): boolean {
    return givenUp().some(({ fromSlot, toSlot }) => slot >= fromSlot && slot <= toSlot)
  }

  /** Whether nothing is known of a slot and nothing ever will be: recorded as lost, or before the tape begins. */
  function isGivenUp(slot: number): boolean {
    if (isLost(slot)) return true
    const oldest = tape.slots(CHAIN, 0, 1)[0]
    return oldest === undefined ? slot < beginSlot : slot <= oldest.parentSlot
  }

  /** Behind lost slots no hash joins the chain to the tape, whose newest blocks may have been replaced meanwhile: whether
   *  any had to go. A block that is not final and that cannot be compared any more is not known to be on the chain: it is
   *  taken back, and its slot is lost. So down to the first block that the node has too, which vouches for those below. */
  async function settleTop(): Promise<boolean> {
    for (let hasChanged = false; ; hasChanged = true) {
      const position = tape.position(CHAIN)
      const top = position && newestAt(position.slot, position.finalizedSlot)
      if (top === undefined) {
        if (position === undefined || !(await settleFinal(position))) return hasChanged
        continue
      }
      const there = await reader.fetch(top.slot)
      if ('block' in there && there.block?.blockhash === top.blockHash) return hasChanged
      const why = await whyUnknown(there)
      // What the node has thrown away never comes; for the rest it is given its time.
      if ('fromSlot' in there && !isOverdue(top.slot))
        throw new NodeFailure(`slot ${top.slot} cannot be compared: ${why}`)
      await retractAbove(top.slot - 1)
      if (why !== null) await lose(top.slot, top.slot, `cannot be compared: ${why}`)
    }
  }

  /** The same where the newest block is final: only another final block in its place counts against it. */
  async function settleFinal({
    slot,
    blockHash,
  }: {
    readonly slot: number
    readonly blockHash: string
  }): Promise<boolean> {
    if (tape.slot(CHAIN, slot)?.status !== 'finalized') return false
    const header = await reader.finalHeader(slot)
    if (header === null || header === 'none' || header.blockHash === blockHash) return false
    await retractAbove(slot - 1)
    return true
  }

  /** Why an answer says nothing of a slot; null when it says which block there is, or that there is none. */
  async function whyUnknown(there: Fetched | Missing): Promise<string | null> {
    if ('fromSlot' in there) return there.reason
    if (there.block !== null) return null
    const isGone = there.lost !== null || there.slot < ((await reader.firstAvailable()) ?? 0)
    return isGone ? (there.lost ?? 'the node no longer has it') : null
  }

  /** Whether the patience with this slot is over, which begins when it is first asked for. */
  function isOverdue(slot: number): boolean {
    const nowMs = clock.monotonicMs()
    if (unsettled?.slot !== slot) unsettled = { slot, sinceMs: nowMs }
    return nowMs - unsettled.sinceMs >= timing.blockPatienceMs
  }

  async function retractAbove(slot: number): Promise<void> {
    const gone = tape
      .slots(CHAIN, slot + 1, Number.MAX_SAFE_INTEGER)
      .filter(({ status }) => status !== 'retracted')
      .map((record) => record.slot)
    if (gone.length === 0) return
    const finalizedSlot = tape.position(CHAIN)?.finalizedSlot ?? -1
    if (slot < finalizedSlot) return takeBackFinal(slot, finalizedSlot)
    const { events } = await writer.retract(CHAIN, gone)
    metrics.retracted(events.length)
    log.warn({ aboveSlot: slot, slots: gone.length, events: events.length }, 'a fork replaced confirmed blocks')
  }

  /** What is final goes only when the node's own final chain has contradicted it for long; until then this is a failure. */
  async function takeBackFinal(slot: number, finalizedSlot: number): Promise<void> {
    const { wasProven, reason } = await doubt.examine(slot)
    if (!wasProven) throw new Error(`a fork above slot ${slot}, which is below the final slot ${finalizedSlot}`)
    await assertSameWorld()
    const before = tape.slots(CHAIN, slot + 1, Number.MAX_SAFE_INTEGER)
    const finals = before.filter(({ status }) => status === 'finalized').map((record) => record.slot)
    const { events } = await writer.takeBackFinal(CHAIN, slot, { atMs: clock.nowMs(), reason })
    metrics.finalTakenBack(finals.length)
    metrics.retracted(events.length)
    log.error(
      { aboveSlot: slot, finals, events: events.length, reason },
      'final blocks proved false and are taken back',
    )
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
      const parent = batch.at(-1) ?? tape.slot(CHAIN, block.parentSlot)
      const slot = await slotReader.read(block, parent?.blockTimeSec ?? null)
      batch.push(slot)
      events += slot.events.length
      if (batch.length >= INGEST.blocksPerCommit || events >= INGEST.eventsPerCommit) await flush()
    }
    await flush()
    doubt.clear()
  }

  /** What the node calls final is chained, when its block is the one on the tape. */
  async function finalize(): Promise<void> {
    const position = tape.position(CHAIN)
    if (position === undefined) return
    const upTo = Math.min(await reader.head('finalized'), position.slot)
    const record = newestAt(upTo, position.finalizedSlot)
    if (record === undefined) return
    const header = await reader.finalHeader(record.slot)
    // Where the node has no block there, the next one that is read tells on which branch it stands.
    if (header === null || header === 'none') return
    // Not up to the slot that the node calls final: between the two, its final chain may have blocks that the tape
    // lacks.
    if (header.blockHash === record.blockHash) return writer.finalize(CHAIN, record.slot)
    await replaceAt(record)
  }

  /** While nothing follows the newest block, a fork that ends at its slot or before shows nowhere else. */
  async function compareTop(): Promise<void> {
    const position = tape.position(CHAIN)
    if (position !== undefined && position.blockHash === comparedHash) await replaceAt(position)
    comparedHash = position?.blockHash ?? null
  }

  /** Joins the block that the node has at a slot, if it is another one than that of the tape. */
  async function replaceAt({ slot, blockHash }: { readonly slot: number; readonly blockHash: string }): Promise<void> {
    const real = await reader.fetch(slot)
    if ('fromSlot' in real || real.block === null || real.block.blockhash === blockHash) return
    await connect({ blocks: [real.block], lost: null })
  }

  /** The newest block of the tape at or below a slot and above another that is neither final nor taken back. */
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
