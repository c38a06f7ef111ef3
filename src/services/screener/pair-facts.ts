import { SCREENER } from '../../config/screener.ts'
import type { Context } from '../../context.ts'
import { inBackground } from '../../runtime/background.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import { startDeadline } from '../../runtime/deadline.ts'
import type { MarketPair } from '../../upstreams/capabilities.ts'
import { type CurveRef, isLaunchpad, readCurves } from '../pools/read-curves.ts'
import { saysRealReserves } from '../pools/real-reserves.ts'
import { loadPairs } from '../pricing/load-pairs.ts'
import { FLAG_NAMES, singleColumn } from './fields.ts'
import type { FollowedTape } from './follow-tape.ts'
import type { PairStore } from './pair-store.ts'

/** What the tape does not say of pairs (liquidity of most pools, supply, boosts, names, progress of curves), asked from
 *  the sources of the other routes: a few tokens at a time, those that were shown first, and only while somebody uses
 *  the screener. */
export type PairFacts = {
  /** Asks about these tokens before the others. */
  want(mints: readonly string[]): void
  /** Somebody uses the screener. */
  goOn(): void
  /** Facts of rows that are about to be shown: those that are missing or old are asked for at once. Waits for the answers,
   *  but not longer than `SCREENER.factsWaitMs`; later ones are there for the next request. */
  now(store: PairStore, rows: readonly number[]): Promise<void>
  /** Progress of curves, now. Rows of other venues are passed over. */
  readProgress(store: PairStore, rows: readonly number[]): Promise<boolean>
  close(): void
}

export function createPairFacts(ctx: Context, current: () => FollowedTape | null): PairFacts {
  const stop = new AbortController()
  const queue = createQueue(() => ctx.clock.nowMs())
  let lastUseMs = 0
  let isRunning = false
  let of: FollowedTape | null = null
  const { underWay, ask } = createAsker(ctx)
  const dueCurves = createDueCurves(() => ctx.clock.nowMs())

  async function askNow(at: FollowedTape, rows: readonly number[]): Promise<void> {
    if (at !== of) queue.forget()
    of = at
    const alive = rows.filter((row) => at.store.columns.isAlive(row))
    const mints = [...new Set(alive.map((row) => at.store.ref(row).mint))]
    const before = mints.flatMap((mint) => underWay.get(mint) ?? [])
    const old = queue.takeOld(mints)
    const batches: Promise<unknown>[] = [...new Set(before)]
    for (let first = 0; first < old.length; first += SCREENER.factsBatch)
      batches.push(ask(at, old.slice(first, first + SCREENER.factsBatch)))
    const asked = new Set(old)
    const curves = dueCurves(at.store, alive).filter((row) => !asked.has(at.store.ref(row).mint))
    if (curves.length > 0) batches.push(readProgress(ctx, at.store, curves))
    await Promise.all(batches)
  }

  async function run(): Promise<void> {
    isRunning = true
    try {
      while (!stop.signal.aborted && ctx.clock.nowMs() - lastUseMs < SCREENER.factsIdleMs) {
        const at = current()
        if (at === null) return
        if (at !== of) queue.forget()
        of = at
        const mints = queue.take(at.store)
        if (mints.length > 0) await ask(at, mints)
        await ctx.clock.sleep(SCREENER.factsEveryMs, stop.signal).catch(() => undefined)
      }
    } finally {
      isRunning = false
    }
  }

  return {
    want: queue.want,
    goOn() {
      lastUseMs = ctx.clock.nowMs()
      if (!isRunning && !stop.signal.aborted) inBackground('screener facts', run())
    },
    async now(store, rows) {
      const at = current()
      if (at === null || at.store !== store || rows.length === 0) return
      const asked = askNow(at, rows)
      inBackground('screener facts', asked)
      await noLonger(ctx.clock, asked)
    },
    readProgress: (store, rows) => readProgress(ctx, store, rows),
    close: () => stop.abort(),
  }
}

/** Waits for an answer, but no longer than a request may. */
async function noLonger(clock: Context['clock'], asked: Promise<void>): Promise<void> {
  const deadline = startDeadline(clock, SCREENER.factsWaitMs)
  await Promise.race([asked.catch(() => undefined), deadline.expired])
  deadline.clear()
}

/** Asks about tokens, and knows the answers that are on their way, by token. */
function createAsker(ctx: Context) {
  const underWay = new Map<string, Promise<void>>()
  return {
    underWay,
    ask(at: FollowedTape, mints: readonly string[]): Promise<void> {
      const answer = askFacts(ctx, at, mints).finally(() => {
        for (const mint of mints) if (underWay.get(mint) === answer) underWay.delete(mint)
      })
      for (const mint of mints) underWay.set(mint, answer)
      return answer
    },
  }
}

/** The curves among rows whose progress was not read a moment ago; they count as read. */
function createDueCurves(now: () => number) {
  const progressAtMs = createBoundedMap<string, number>(SCREENER.progressKept)
  return (store: PairStore, rows: readonly number[]): readonly number[] => {
    const nowMs = now()
    return rows.filter((row) => {
      const { pool, dex } = store.ref(row)
      if (!isLaunchpad(dex) || nowMs - (progressAtMs.get(pool) ?? Number.NEGATIVE_INFINITY) < SCREENER.progressMs)
        return false
      progressAtMs.set(pool, nowMs)
      return true
    })
  }
}

/** Which tokens are asked about next: those that were shown, then those of the next rows, none twice within the time
 *  that an answer holds. */
function createQueue(nowMs: () => number) {
  const askedAtMs = new Map<string, number>()
  const wanted = new Set<string>()
  let nextRow = 0
  const isOld = (mint: string): boolean =>
    (askedAtMs.get(mint) ?? Number.NEGATIVE_INFINITY) < nowMs() - SCREENER.factsOldMs
  return {
    want(mints: readonly string[]): void {
      for (const mint of mints) wanted.add(mint)
    },
    forget(): void {
      askedAtMs.clear()
    },
    /** Those that are not known or old; they count as asked. */
    takeOld(mints: readonly string[]): string[] {
      const old = mints.filter(isOld)
      for (const mint of old) {
        askedAtMs.delete(mint)
        askedAtMs.set(mint, nowMs())
      }
      return old
    },
    take(store: PairStore): string[] {
      const mints = new Set<string>()
      for (const mint of wanted) {
        if (mints.size === SCREENER.factsBatch) break
        wanted.delete(mint)
        if (isOld(mint) && store.rowsOf(mint).length > 0) mints.add(mint)
      }
      const { rows } = store.columns
      for (let looked = 0; looked < Math.min(rows, SCREENER.rowsPerTurn); looked++) {
        if (mints.size === SCREENER.factsBatch) break
        const row = nextRow++ % rows
        if (store.columns.isAlive(row) && isOld(store.ref(row).mint)) mints.add(store.ref(row).mint)
      }
      for (const mint of mints) {
        askedAtMs.delete(mint)
        askedAtMs.set(mint, nowMs())
      }
      // In the order in which they were asked: what is old is asked again anyway.
      for (const mint of askedAtMs.keys()) {
        if (!isOld(mint)) break
        askedAtMs.delete(mint)
      }
      return [...mints]
    },
  }
}

async function askFacts(ctx: Context, { store, sums }: FollowedTape, mints: readonly string[]): Promise<void> {
  const rows = mints.flatMap((mint) => store.rowsOf(mint))
  const [pairs] = await Promise.all([loadPairs(ctx, mints), readProgress(ctx, store, rows)])
  if (!pairs.ok) return
  for (const found of pairs.value.values())
    for (const pair of found ?? []) {
      const row = store.rowOf(pair.pairAddress)
      // A provider may name the other token of the pair first: then its supply and names are of that one.
      if (row === undefined || store.ref(row).mint !== pair.base.address) continue
      takeFacts(store, row, pair)
      sums.setSupply(row, ratio(pair.marketCapUsd, pair.priceUsd), ratio(pair.fdvUsd, pair.priceUsd))
      sums.publish(row)
    }
}

async function readProgress(ctx: Context, store: PairStore, rows: readonly number[]): Promise<boolean> {
  const curves: CurveRef[] = []
  for (const row of rows) {
    if (!store.columns.isAlive(row)) continue
    const ref = store.ref(row)
    if (isLaunchpad(ref.dex) && !hasLeftCurve(store, row)) curves.push(ref)
  }
  const read = await readCurves(ctx, curves)
  if (!read.ok) return false
  for (const { pool, mint } of curves) {
    const row = store.rowOf(pool)
    // The tape may have said meanwhile that the token left the curve.
    if (row === undefined || hasLeftCurve(store, row)) continue
    store.columns.setNumber(singleColumn('curvePct'), row, read.value.get(mint) ?? null)
  }
  return true
}

function hasLeftCurve(store: PairStore, row: number): boolean {
  return store.columns.flag(FLAG_NAMES.indexOf('graduated'), row) === true
}

function ratio(worth: number | null, priceUsd: number | null): number | null {
  return worth === null || priceUsd === null || priceUsd <= 0 ? null : worth / priceUsd
}

function takeFacts(store: PairStore, row: number, pair: MarketPair): void {
  const { columns } = store
  const words = store.words(row)
  words.baseSymbol = pair.base.symbol || words.baseSymbol
  words.baseName = pair.base.name || words.baseName
  words.quoteSymbol = pair.quote.symbol || null
  words.quoteName = pair.quote.name || null
  words.labels = pair.labels
  const liquidity = singleColumn('liquidityUSD')
  // Trades that say what is in the pool are newer than any provider.
  const isOfTape = saysRealReserves(store.ref(row).dex) && columns.number(liquidity, row) !== null
  if (pair.liquidityUsd !== null && !isOfTape) columns.setNumber(liquidity, row, pair.liquidityUsd)
  columns.setNumber(singleColumn('boosts'), row, pair.boostsActive)
  const createdAt = singleColumn('createdAt')
  if (columns.number(createdAt, row) === null) columns.setNumber(createdAt, row, pair.pairCreatedAtMs)
  if (pair.info !== null) columns.setFlag(FLAG_NAMES.indexOf('hasSocials'), row, pair.info.socials.length > 0)
}
