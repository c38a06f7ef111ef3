import { SCREENER } from '../../config/screener.ts'
import type { Context } from '../../context.ts'
import type { LaunchEvent, TapeEvent } from '../../contract/tape-event.ts'
import { createSharedTurns } from '../../runtime/shared-turns.ts'
import { wholeStretch } from '../chains/tape-stretch.ts'
import { type AppliedEvents, createAppliedEvents, type GraduationTimes } from './apply-events.ts'
import { SCREENER_WINDOWS, WINDOW_SECS } from './fields.ts'
import { createScoreFeed, type ScoreFeed } from './follow-scores.ts'
import { createPairStore, type PairStore } from './pair-store.ts'
import { WindowSums } from './window-sums.ts'

/** The index as it stands, and how it comes to stand so. */
export type FollowedTape = {
  readonly store: PairStore
  readonly sums: WindowSums
  readonly graduations: GraduationTimes
  /** Events that are still to be read. */
  behind(): number
  /** Whether all was read, and every figure stands for now. */
  isSettled(): boolean
  /** Whether it was read to the head of the tape once: from then on it lags by moments only. */
  isBuilt(): boolean
  /** Reads on to the head of the tape, a piece in each turn of the loop, and lets the windows move on to now. */
  catchUp(isClosed: () => boolean): Promise<void>
  /** Names the tape: another one begins another index. */
  readonly epoch: string
  /** Whether the tape dropped events that have yet to leave a window: then the index begins again. */
  isCut(): boolean
}

export function followTape(ctx: Context): FollowedTape {
  return new Followed(ctx)
}

/** Reads the tape from its oldest event on. Each window has an edge that follows the newest event at the window's
 *  distance in time, on the same tape: what enters a window at one end leaves it at the other, exactly. */
class Followed implements FollowedTape {
  readonly store: PairStore
  readonly sums: WindowSums
  readonly graduations: GraduationTimes = new Map()
  readonly epoch: string
  private readonly ctx: Context
  private readonly edges: number[]
  private readonly gone = new Set<number>()
  private readonly waiting = new Map<string, LaunchEvent>()
  private readonly scores: ScoreFeed
  private readonly applied: AppliedEvents
  private readonly turns = createSharedTurns()
  private seenSeq: number
  private sweptAtMs: number
  private hasCaughtUp = false

  constructor(ctx: Context) {
    const { tape } = ctx.store
    tape.refresh()
    const { head, tail } = tape.window()
    this.ctx = ctx
    this.epoch = head.epoch
    this.store = createPairStore(() => ctx.clock.nowMs())
    this.sums = new WindowSums(this.store)
    this.edges = SCREENER_WINDOWS.map((_, window) => Math.max(tail.seq, tape.seqAt(this.cutSec(window)) - 1))
    this.seenSeq = tail.seq
    this.sweptAtMs = ctx.clock.nowMs()
    const { store, sums, edges, gone, graduations, waiting } = this
    this.scores = createScoreFeed(ctx)
    const { scores } = this
    this.applied = createAppliedEvents({ tape, store, sums, edges, gone, graduations, scores, waiting })
  }

  behind(): number {
    return Math.max(0, this.tape.window().head.seq - this.seenSeq)
  }

  isSettled(): boolean {
    return this.hasCaughtUp && this.behind() === 0
  }

  isBuilt(): boolean {
    return this.hasCaughtUp
  }

  isCut(): boolean {
    return Math.min(this.seenSeq, ...this.edges) < this.tape.window().tail.seq
  }

  async catchUp(isClosed: () => boolean): Promise<void> {
    const { store, turns, edges, ctx } = this
    await this.readOn(isClosed)
    for (let window = 0; window < edges.length; window++) await this.moveEdge(window, isClosed)
    await this.judgeWindows(isClosed)
    await this.scores.readOn(store, turns, isClosed)
    while (!store.buildOrders(SCREENER.rowsPerTurn) && !isClosed()) await turns.next()
    store.dropOrders(ctx.clock.nowMs() - SCREENER.orderIdleMs)
    await this.sweep()
    this.hasCaughtUp = true
  }

  private get tape(): Context['store']['tape'] {
    return this.ctx.store.tape
  }

  private cutSec(window: number): number {
    return Math.floor(this.ctx.clock.nowMs() / 1_000) - WINDOW_SECS[SCREENER_WINDOWS[window]!]
  }

  /** Whether the events that were looked at since have had their share of the turn. */
  private startTurn(): () => boolean {
    const { clock } = this.ctx
    const endMs = clock.monotonicMs() + SCREENER.turnMs
    return () => clock.monotonicMs() >= endMs
  }

  private async readOn(isClosed: () => boolean): Promise<void> {
    for (;;) {
      this.tape.refresh()
      const headSeq = this.tape.window().head.seq
      if (this.seenSeq >= headSeq || isClosed()) return
      const events = this.tape.read(this.seenSeq, Math.min(SCREENER.eventsPerTurn, headSeq - this.seenSeq))
      const isOver = this.startTurn()
      for (const event of events) {
        this.applied.apply(event)
        this.seenSeq = event.seq
        if (isOver()) break
      }
      if (events.length === 0) this.seenSeq = headSeq
      await this.turns.next()
    }
  }

  private async moveEdge(window: number, isClosed: () => boolean): Promise<void> {
    const { edges, gone } = this
    while (edges[window]! < this.seenSeq && !isClosed()) {
      const next = this.tape.eventAt(edges[window]! + 1)
      if (next !== undefined && timeOf(next) >= this.cutSec(window)) return
      const events = this.tape.read(edges[window]!, Math.min(SCREENER.eventsPerTurn, this.seenSeq - edges[window]!))
      const isOver = this.startTurn()
      for (const event of events) {
        if (timeOf(event) >= this.cutSec(window)) return
        this.applied.pass(event, window)
        edges[window] = event.seq
        if (window === edges.length - 1) gone.delete(event.seq)
        if (isOver()) break
      }
      if (events.length === 0) return
      await this.turns.next()
    }
  }

  /** Whether the tape holds a window whole changes what may be said of every pair. */
  private async judgeWindows(isClosed: () => boolean): Promise<void> {
    const { store, sums } = this
    const stretch = wholeStretch(this.ctx, 'market')
    // A tape that begins with the chain holds every window.
    const since = !stretch?.isCurrent ? null : stretch.fromSlot <= FIRST_SLOT ? 0 : stretch.fromTimeSec
    const windows = SCREENER_WINDOWS.map((_, window) => since !== null && since <= this.cutSec(window))
    if (!sums.setWhole({ windows, fromSlot: stretch?.isCurrent ? stretch.fromSlot : null })) return
    let isOver = this.startTurn()
    for (let row = 0; row < store.columns.rows && !isClosed(); row++) {
      if (isOver()) {
        await this.turns.next()
        isOver = this.startTurn()
      }
      if (store.columns.isAlive(row)) sums.publish(row)
    }
  }

  /** Pairs that no event of the tape names any more. */
  private async sweep(): Promise<void> {
    const { store, sums, graduations, waiting } = this
    const nowMs = this.ctx.clock.nowMs()
    if (nowMs - this.sweptAtMs < SCREENER.sweepEveryMs) return
    this.sweptAtMs = nowMs
    const oldest = this.tape.window().tail.seq
    store.recycle()
    for (let row = 0; row < store.columns.rows; row++) {
      if (row % SCREENER.rowsPerTurn === 0) await this.turns.next()
      if (!store.columns.isAlive(row) || sums.lastSeq(row) > oldest) continue
      sums.end(row)
      store.remove(row)
    }
    for (const seq of graduations.keys()) if (seq <= oldest) graduations.delete(seq)
    for (const [pool, { seq }] of waiting) if (seq <= oldest) waiting.delete(pool)
  }
}

/** Slot 0 is the genesis block, which holds no transaction. */
const FIRST_SLOT = 1

/** Events without a time, and those of chains that the screener does not show, leave a window with the next one of
 *  Solana that has one. */
function timeOf({ chain, blockTimeSec }: TapeEvent): number {
  return chain === 'solana' ? (blockTimeSec ?? Number.NEGATIVE_INFINITY) : Number.NEGATIVE_INFINITY
}
