import { SCREEN_PLANS, SCREENS } from '../../config/screens.ts'
import type { Context } from '../../context.ts'
import type { NewScreenChange, ScreenMember, ScreenRecord } from '../../store/screen-rows.ts'
import { getStreamCoverage } from '../chains/stream-coverage.ts'
import type { FollowedTape } from '../screener/follow-tape.ts'
import type { PairStore } from '../screener/pair-store.ts'
import { showRow } from '../screener/show-row.ts'
import { memberOf, type WatchedScreen, watchScreen } from './watched-screen.ts'

export type ScreenWatch = {
  /** Compares the rows with every screen once, as the timer does. */
  round(): Promise<void>
  stop(): Promise<void>
}

type Parts = Pick<Context, 'store' | 'clock' | 'log' | 'parts' | 'config'>

/** Compares the rows of the screener with the saved screens, writes down what entered and left, and leaves the rest to
 *  the follower, which puts it on the tape. One process of a store does. `everyMs`: null leaves rounds to the caller. */
export function startScreens(ctx: Parts, { everyMs = SCREENS.roundMs }: { everyMs?: number | null } = {}): ScreenWatch {
  const stopped = new AbortController()
  const watch = new Watch(ctx, stopped.signal)
  const running = everyMs === null ? Promise.resolve() : run()

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      await watch.round().catch((error: unknown) => ctx.log.error({ err: error }, 'saved screens were not compared'))
      await ctx.clock.sleep(everyMs!, stopped.signal).catch(() => undefined)
    }
  }

  return {
    round: () => watch.round(),
    async stop() {
      stopped.abort()
      watch.close()
      await running
    },
  }
}

class Watch {
  private readonly ctx: Parts
  private readonly signal: AbortSignal
  private readonly watched = new Map<string, WatchedScreen | null>()
  private readonly unsubscribe: () => void
  private index: FollowedTape | null = null
  private world = -1
  private isListed = false
  private keysVersion = -1
  private live: readonly ScreenRecord[] = []
  private factsAtMs = Number.NEGATIVE_INFINITY

  constructor(ctx: Parts, signal: AbortSignal) {
    this.ctx = ctx
    this.signal = signal
    this.unsubscribe = ctx.store.screens.onChange(() => {
      this.isListed = false
    })
  }

  close(): void {
    this.unsubscribe()
  }

  async round(): Promise<void> {
    this.list()
    if (this.live.length === 0) return
    const index = await this.usable()
    if (index === null || this.signal.aborted) return
    const touched = await this.takeTouched(index.store)
    const known: WatchedScreen[] = []
    const nowMs = this.ctx.clock.nowMs()
    for (const record of this.live) {
      const screen = this.watched.get(record.id)
      if (screen !== undefined && screen !== null) known.push(screen)
    }
    for (const screen of known) await this.compare(screen, touched, nowMs)
    for (const record of this.live)
      if (!this.watched.has(record.id)) this.watched.set(record.id, await this.begin(record, index))
    if (!this.isCurrent(index)) return
    await this.write(index)
    this.wantFacts(nowMs)
  }

  private get turns(): Context['parts']['screener']['turns'] {
    return this.ctx.parts.screener.turns
  }

  /** Screens whose key may have them. */
  private list(): void {
    const { screens, apiKeys } = this.ctx.store
    const version = apiKeys.version()
    if (this.isListed && version === this.keysVersion) return
    this.isListed = true
    this.keysVersion = version
    this.live = screens.all().filter(({ keyId }) => {
      const key = apiKeys.findById(keyId)
      return key !== undefined && key.revokedAtMs === null && SCREEN_PLANS[key.tier] > 0
    })
    const ids = new Set(this.live.map(({ id }) => id))
    for (const id of this.watched.keys()) if (!ids.has(id)) this.watched.delete(id)
  }

  /** The index, when what it says is of now: rows do not leave because this server stopped knowing them. */
  private async usable(): Promise<FollowedTape | null> {
    const { store, parts } = this.ctx
    const index = await parts.screener.look()
    const isServing = getStreamCoverage(this.ctx).some(({ serving }) => serving)
    // A store that was restored takes over first what only its tape knows.
    const isBehind = store.tape.lastScreenChange() > store.screens.counters().number
    if (!isServing || !index.isBuilt() || isBehind) {
      this.watched.clear()
      return null
    }
    if (!this.isCurrent(index)) this.watched.clear()
    this.index = index
    this.world = store.screens.world
    return index
  }

  private isCurrent(index: FollowedTape): boolean {
    const { tape, screens } = this.ctx.store
    return index === this.index && index.epoch === tape.epoch && this.world === screens.world
  }

  private async takeTouched({ columns }: PairStore): Promise<readonly number[]> {
    const touched: number[] = []
    for (let segment = 0; segment < columns.segments.length; segment++) {
      if (segment > 0) await this.turns.next()
      // No screen is compared yet: every row will be looked at.
      if (this.watched.size === 0) columns.takeTouched(segment)
      else for (const row of columns.takeTouched(segment)) touched.push(row)
    }
    return touched
  }

  private async compare(screen: WatchedScreen, touched: readonly number[], nowMs: number): Promise<void> {
    screen.prepare(nowMs)
    for (let at = 0; at < touched.length; at++) {
      if (at % SCREENS.comparedPerTurn === SCREENS.comparedPerTurn - 1) await this.turns.next()
      screen.look(touched[at]!, nowMs)
    }
    if (screen.isDue(nowMs)) await this.inTurns(screen.lookAtAll(nowMs))
    const state = this.ctx.store.screens.state(screen.record.id)
    const { isFull } = screen.rows
    if (state !== undefined && state.isFull !== isFull) await this.ctx.store.screens.setFull(screen.record.id, isFull)
  }

  /** The rows that it had, and what changed of them meanwhile; a new screen, or one over another tape, has those that
   *  match now. */
  private async begin(record: ScreenRecord, index: FollowedTape): Promise<WatchedScreen | null> {
    const { store, clock, log } = this.ctx
    const screen = watchScreen(record, index.store)
    if (screen === null) {
      log.error({ screen: record.id }, 'a saved screen cannot be read by this version')
      return null
    }
    screen.prepare(clock.nowMs())
    const state = store.screens.state(record.id)
    if (state === undefined || state.epoch !== index.epoch || state.readyAtMs === null) await this.seed(screen, index)
    else await this.restore(screen, index)
    await this.inTurns(screen.lookAtAll(clock.nowMs()))
    return screen
  }

  private async seed(screen: WatchedScreen, { store, epoch }: FollowedTape): Promise<void> {
    const { screens } = this.ctx.store
    const { world } = this
    const atMs = this.ctx.clock.nowMs()
    const rows = await this.inTurns(screen.matches())
    for (let at = 0; at === 0 || at < rows.length; at += SCREENS.rowsPerWrite) {
      const piece = rows.slice(at, at + SCREENS.rowsPerWrite).filter((row) => store.columns.isAlive(row))
      const members = piece.map((row) => memberOf(store, row, atMs))
      const isLast = at + SCREENS.rowsPerWrite >= rows.length
      const isFirst = at === 0
      await screens.seed(screen.record.id, { world, epoch, members, isFirst, readyAtMs: isLast ? atMs : null })
      for (const member of members) this.putMember(screen, store, member)
    }
  }

  private async restore(screen: WatchedScreen, { store }: FollowedTape): Promise<void> {
    const { screens } = this.ctx.store
    const { id } = screen.record
    const gone: ScreenMember[] = []
    for (let afterPool = ''; ; ) {
      const members = screens.members(id, { afterPool, limit: SCREENS.rowsPerWrite })
      for (const member of members) if (!this.putMember(screen, store, member)) gone.push(member)
      if (members.length < SCREENS.rowsPerWrite) break
      afterPool = members.at(-1)!.pool
      await this.turns.next()
    }
    const atMs = this.ctx.clock.nowMs()
    const changes = gone.map(({ enteredAtMs: _, ...ref }): NewScreenChange => {
      return { ...ref, screenId: id, change: 'leaveGone', atMs, rowJson: null }
    })
    if (changes.length > 0) await this.apply(changes)
  }

  /** False for a pair that the index does not have. */
  private putMember({ rows }: WatchedScreen, store: PairStore, member: ScreenMember): boolean {
    const row = store.rowOf(member.pool)
    if (row !== undefined) rows.took(row, member)
    return row !== undefined
  }

  private async write({ store }: FollowedTape): Promise<void> {
    const nowMs = this.ctx.clock.nowMs()
    const due: { readonly screen: WatchedScreen; readonly row: number; readonly change: NewScreenChange }[] = []
    for (const screen of this.watched.values()) {
      if (screen === null || due.length >= SCREENS.changesPerRound) continue
      for (const { row } of screen.rows.due(nowMs, SCREENS.changesPerRound - due.length)) {
        if (due.length % SCREENS.shownPerTurn === SCREENS.shownPerTurn - 1) await this.turns.next()
        // What it is now counts, not what it was when it was last compared.
        screen.rows.note(row, screen.verdict(row), nowMs)
        const change = screen.rows.dueOf(row, nowMs)
        if (change !== null) due.push({ screen, row, change: changeOf(screen, store, row, change, nowMs) })
      }
    }
    if (due.length === 0) return
    await this.apply(due.map(({ change }) => change))
    for (const { screen, row, change } of due)
      screen.rows.took(row, change.change === 'enter' ? memberOf(store, row, nowMs) : null)
  }

  private async apply(changes: readonly NewScreenChange[]): Promise<void> {
    const { world } = this
    const { epoch } = this.index!
    await this.ctx.store.screens.apply(changes, { world, epoch })
  }

  private wantFacts(nowMs: number): void {
    if (nowMs - this.factsAtMs < SCREENS.factsEveryMs) return
    this.factsAtMs = nowMs
    for (const screen of this.watched.values())
      this.ctx.parts.screener.facts.want([...(screen?.rows.members.values() ?? [])].map(({ mint }) => mint))
  }

  private async inTurns<T>(steps: Generator<void, T>): Promise<T> {
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      await this.turns.next()
    }
  }
}

function changeOf(
  { record, rows }: WatchedScreen,
  store: PairStore,
  row: number,
  change: NewScreenChange['change'],
  atMs: number,
): NewScreenChange {
  const { pool, mint, quoteMint, dex } = rows.members.get(row) ?? store.ref(row)
  const rowJson = change === 'leaveGone' ? null : JSON.stringify(showRow(store, row, { rank: null, nowMs: atMs }))
  return { screenId: record.id, change, atMs, pool, mint, quoteMint, dex, rowJson }
}
