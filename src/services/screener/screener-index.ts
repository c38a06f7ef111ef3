import { SCREENER } from '../../config/screener.ts'
import type { Context } from '../../context.ts'
import { inBackground } from '../../runtime/background.ts'
import { createSharedTurns, type SharedTurns } from '../../runtime/shared-turns.ts'
import { createSingleFlight } from '../../runtime/single-flight.ts'
import { type FollowedTape, followTape } from './follow-tape.ts'
import { createPairFacts, type PairFacts } from './pair-facts.ts'
import { createRankNotes, type RankNotes } from './rank-notes.ts'
import { type DexUse, sumDexes } from './sum-dexes.ts'
import { createWalks, type Walks } from './walks.ts'

/** Every pair of the tape in memory, column by column. It begins with the first request (in live mode with the server),
 *  reads the tape from its oldest event on, and then every commit of the follower. */
export type ScreenerIndex = {
  /** Begins to follow the tape, if it does not yet. */
  begin(): void
  /** The index, up to the head of the tape where that takes less than `SCREENER.catchUpMs`. */
  look(): Promise<FollowedTape>
  readonly facts: PairFacts
  readonly walks: Walks
  readonly ranks: RankNotes
  /** What the pairs of some DEXs come to. */
  useOf(dexes: readonly string[]): Promise<DexUse>
  /** Turns of the loop at looking through rows, shared by all requests. */
  readonly turns: SharedTurns
  close(): void
}

export function createScreenerIndex(ctx: Context): ScreenerIndex {
  const { tape } = ctx.store
  const flights = createSingleFlight<void>({ joinsAllLanes: true })
  const turns = createSharedTurns()
  const walks = createWalks(() => ctx.clock.nowMs())
  const ranks = createRankNotes(() => ctx.clock.nowMs())
  const facts = createPairFacts(ctx, () => followed)
  let followed: FollowedTape | null = null
  let stop: (() => void) | null = null
  let isClosed = false

  function current(): FollowedTape {
    if (followed === null || followed.epoch !== tape.window().head.epoch || followed.isCut()) {
      followed = followTape(ctx)
      walks.clear()
      ranks.clear()
    }
    return followed
  }

  async function catchUp(): Promise<void> {
    const at = current()
    await at.catchUp(() => isClosed || at !== followed)
    await ranks.note(at.store, turns)
  }

  function begin(): void {
    if (stop !== null || isClosed) return
    stop = tape.subscribe(() => inBackground('screener index', flights.join('', catchUp).result))
  }

  const index: ScreenerIndex = {
    facts,
    walks,
    ranks,
    turns,
    begin() {
      begin()
      inBackground('screener index', flights.join('', catchUp).result)
    },
    async look() {
      begin()
      await within(ctx, flights.join('', catchUp).result)
      facts.goOn()
      return current()
    },
    async useOf(dexes) {
      const { store } = await index.look()
      return await sumDexes(store, turns, dexes)
    },
    close() {
      isClosed = true
      facts.close()
      stop?.()
    },
  }
  return index
}

/** Waits for the work for so long as a request may; it goes on after that. */
async function within({ clock }: Pick<Context, 'clock'>, work: Promise<void>): Promise<void> {
  const timer = new AbortController()
  await Promise.race([work, clock.sleep(SCREENER.catchUpMs, timer.signal).catch(() => undefined)])
  timer.abort()
}
