import type { Context } from '../../context.ts'
import type { LaunchEvent, TapeEvent, TradeEvent } from '../../contract/tape-event.ts'
import { rawToNumber } from '../../contract/units.ts'
import { isLaunchpad } from '../pools/read-curves.ts'
import { saysRealReserves } from '../pools/real-reserves.ts'
import { FLAG_NAMES, type FlagName, SCREENER_WINDOWS, singleColumn } from './fields.ts'
import type { ScoreFeed } from './follow-scores.ts'
import type { PairStore } from './pair-store.ts'
import type { WindowSums } from './window-sums.ts'

/** Trades that are looked through for the first of a pair, once a fork took that back. */
const FIRST_TRADES = 1_000

/** A window of each row ends with its newest event and begins after `edges[window]`, a number of the tape. */
export type Edges = readonly number[]

type Parts = {
  readonly tape: Context['store']['tape']
  readonly store: PairStore
  readonly sums: WindowSums
  readonly edges: Edges
  /** Numbers of events that a fork took back and that an edge has yet to pass. */
  readonly gone: Set<number>
  readonly graduations: GraduationTimes
  readonly scores: ScoreFeed
  /** Graduations into pools that no other event named yet, by pool. */
  readonly waiting: Map<string, LaunchEvent>
}

/** Seconds of graduations by the number of their event. */
export type GraduationTimes = Map<number, number | null>

/** What the index makes of the events of the tape, in their order. */
export type AppliedEvents = {
  apply(event: TapeEvent): void
  /** The event leaves a window. */
  pass(event: TapeEvent, window: number): void
}

export function createAppliedEvents(parts: Parts): AppliedEvents {
  return {
    apply(event) {
      if (event.chain !== 'solana') return
      if (event.type === 'trade') addTrade(parts, event)
      else if (event.type === 'launch') addLaunch(parts, event)
      else if (event.type === 'retracted') takeBack(parts, event.retracts)
    },
    pass(event, window) {
      if (event.type !== 'trade' || event.chain !== 'solana') return
      if (parts.gone.has(event.seq)) return
      const row = parts.store.rowOf(event.pool)
      if (row === undefined) return
      parts.sums.count(row, event, window, -1)
      if (event.priceUsd !== null) parts.sums.setBefore(row, window, event.priceUsd)
      parts.sums.publish(row)
    },
  }
}

function rowFor(parts: Parts, event: TradeEvent | LaunchEvent): number {
  const { store, sums, scores, waiting } = parts
  const { pool, mint, quoteMint, dex } = event
  const { row, isNew } = store.take({ pool, mint, quoteMint, dex })
  if (!isNew) return row
  sums.begin(row)
  store.setWord('dex', row, dex)
  store.setWord('quote', row, quoteMint)
  setFlag(store, row, 'onCurve', isLaunchpad(dex))
  if (isLaunchpad(dex)) {
    store.setWord('platform', row, dex)
    setFlag(store, row, 'graduated', false)
  }
  for (const other of store.rowsOf(mint)) copyLaunch(store, other, row)
  scores.show(store, row)
  const graduation = waiting.get(pool)
  waiting.delete(pool)
  if (graduation !== undefined) addLaunchTo(parts, row, graduation)
  return row
}

/** Name, platform and graduation belong to the token: all its pairs have them. */
function copyLaunch(store: PairStore, from: number, to: number): void {
  if (from === to) return
  const [said, own] = [store.words(from), store.words(to)]
  own.baseSymbol ??= said.baseSymbol
  own.baseName ??= said.baseName
  const platform = store.wordOf('platform', store.columns.code(1, from))
  if (platform !== null) store.setWord('platform', to, platform)
  const graduated = store.columns.flag(FLAG_NAMES.indexOf('graduated'), from)
  if (graduated !== null) setFlag(store, to, 'graduated', graduated)
}

function addTrade(parts: Parts, trade: TradeEvent): void {
  const { store, sums, edges } = parts
  const row = rowFor(parts, trade)
  sums.countEvent(row, trade.seq, 1)
  sums.noteFirstPrice(row, trade)
  for (let window = 0; window < SCREENER_WINDOWS.length; window++) {
    if (trade.seq > edges[window]!) sums.count(row, trade, window, 1)
    else if (trade.priceUsd !== null) sums.setBefore(row, window, trade.priceUsd)
  }
  showNewest(store, row, trade)
  sums.publish(row)
}

function showNewest(store: PairStore, row: number, trade: TradeEvent): void {
  const { columns } = store
  if (trade.priceUsd !== null) columns.setNumber(singleColumn('priceUSD'), row, trade.priceUsd)
  if (trade.blockTimeSec !== null) columns.setNumber(singleColumn('lastTradeAt'), row, trade.blockTimeSec * 1_000)
  const liquidity = liquidityOf(trade)
  if (liquidity !== null) columns.setNumber(singleColumn('liquidityUSD'), row, liquidity)
}

/** Dollars on both sides of the pool after the trade, at the trade's own prices; null where it does not say. */
export function liquidityOf(trade: TradeEvent): number | null {
  const { dex, reserveRaw, quoteReserveRaw, priceUsd, amountUsd, quoteAmountRaw, decimals, quoteDecimals } = trade
  if (!saysRealReserves(dex) || reserveRaw === null || quoteReserveRaw === null) return null
  if (priceUsd === null || amountUsd === null || quoteAmountRaw === 0n) return null
  const quoteUsd = amountUsd / rawToNumber(quoteAmountRaw, quoteDecimals)
  return rawToNumber(reserveRaw, decimals) * priceUsd + rawToNumber(quoteReserveRaw, quoteDecimals) * quoteUsd
}

/** A graduation is an event of the launchpad, and its pool is one of another DEX: the pool has a row once an event of
 *  that DEX names it. */
function addLaunch(parts: Parts, launch: LaunchEvent): void {
  const { store, graduations, waiting } = parts
  if (launch.kind === 'graduation') {
    graduations.set(launch.seq, launch.blockTimeSec)
    setGraduated(store, launch.mint, true)
    if (isLaunchpad(launch.dex) && store.rowOf(launch.pool) === undefined) {
      waiting.set(launch.pool, launch)
      return
    }
  }
  addLaunchTo(parts, rowFor(parts, launch), launch)
}

function addLaunchTo({ store, sums }: Parts, row: number, launch: LaunchEvent): void {
  sums.countEvent(row, launch.seq, 1)
  const atMs = launch.blockTimeSec === null ? launch.indexedAtMs : launch.blockTimeSec * 1_000
  store.columns.setNumber(singleColumn('createdAt'), row, atMs)
  sums.setLaunchSlot(row, launch.slot)
  const words = store.words(row)
  words.baseSymbol = launch.symbol || words.baseSymbol
  words.baseName = launch.name || words.baseName
  for (const other of store.rowsOf(launch.mint)) copyLaunch(store, row, other)
  if (launch.kind === 'graduation') {
    if (isLaunchpad(launch.dex))
      for (const pair of store.rowsOf(launch.mint)) store.setWord('platform', pair, launch.dex)
    setGraduated(store, launch.mint, true)
  }
  sums.publish(row)
}

/** A curve that its token left has no progress. */
function setGraduated(store: PairStore, mint: string, isGraduated: boolean): void {
  for (const row of store.rowsOf(mint)) {
    setFlag(store, row, 'graduated', isGraduated)
    if (isGraduated) store.columns.setNumber(singleColumn('curvePct'), row, null)
  }
}

function setFlag(store: PairStore, row: number, name: FlagName, value: boolean): void {
  store.columns.setFlag(FLAG_NAMES.indexOf(name), row, value)
}

/** As if the event had never been. */
function takeBack(parts: Parts, event: TradeEvent | LaunchEvent): void {
  const { store, sums, graduations, waiting } = parts
  if (graduations.delete(event.seq)) setGraduated(store, event.mint, false)
  if (waiting.get(event.pool)?.seq === event.seq) waiting.delete(event.pool)
  const row = store.rowOf(event.pool)
  if (row === undefined) return
  if (event.type === 'trade') takeBackTrade(parts, row, event)
  else {
    store.columns.setNumber(singleColumn('createdAt'), row, null)
    sums.setLaunchSlot(row, null)
  }
  if (sums.countEvent(row, event.seq, -1) > 0) sums.publish(row)
  else {
    sums.end(row)
    store.remove(row)
  }
}

/** What the newest trade of a pool says that says it at all; null where none does. */
function newestOf(
  tape: Parts['tape'],
  pool: string,
  said: (trade: TradeEvent) => number | null,
  beforeSeq = Number.MAX_SAFE_INTEGER,
): number | null {
  // Mostly the newest one does.
  for (const limit of [2, FIRST_TRADES]) {
    const { trades, nextBeforeSeq } = tape.trades({ by: 'pool', address: pool }, { limit, beforeSeq })
    for (const trade of trades) if (said(trade) !== null) return said(trade)
    if (nextBeforeSeq === null) return null
  }
  return null
}

function takeBackTrade({ tape, store, sums, edges, gone }: Parts, row: number, trade: TradeEvent): void {
  const scope = { by: 'pool', address: trade.pool } as const
  for (const [window, edge] of edges.entries()) {
    if (trade.seq > edge) {
      sums.count(row, trade, window, -1)
      gone.add(trade.seq)
      continue
    }
    const before = newestOf(tape, trade.pool, ({ priceUsd }) => priceUsd, edge + 1)
    sums.setBefore(row, window, before)
  }
  const { columns } = store
  columns.setNumber(
    singleColumn('priceUSD'),
    row,
    newestOf(tape, trade.pool, ({ priceUsd }) => priceUsd),
  )
  const timeSec = newestOf(tape, trade.pool, ({ blockTimeSec }) => blockTimeSec)
  columns.setNumber(singleColumn('lastTradeAt'), row, timeSec === null ? null : timeSec * 1_000)
  // Elsewhere the liquidity is that of a provider, which knows of no fork.
  if (saysRealReserves(trade.dex))
    columns.setNumber(singleColumn('liquidityUSD'), row, newestOf(tape, trade.pool, liquidityOf))
  if (!sums.forgetFirstPrice(row, trade.seq)) return
  const page = tape.trades(scope, { limit: FIRST_TRADES })
  const first =
    page.nextBeforeSeq === null ? page.trades.toReversed().find(({ priceUsd }) => priceUsd !== null) : undefined
  if (first !== undefined) sums.noteFirstPrice(row, first)
}
