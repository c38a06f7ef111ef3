import type { TradeEvent } from '../../contract/tape-event.ts'
import { createPairColumns } from '../../hot-paths/screener/pair-columns.ts'
import { createPairCounts } from '../../hot-paths/screener/pair-counts.ts'
import { hashText } from '../../hot-paths/text-hash.ts'
import { SCREENER_WINDOWS, singleColumn, windowColumn } from './fields.ts'
import type { PairStore } from './pair-store.ts'

const WINDOW_NAMES = ['micros', 'unpriced', 'buys', 'sells', 'before'] as const
const SINGLE_NAMES = [
  'makers',
  'firstPrice',
  'firstSeq',
  'launchSlot',
  'supply',
  'fdvSupply',
  'events',
  'lastSeq',
] as const
const WINDOW_COUNT = SCREENER_WINDOWS.length

const windowAt = (name: (typeof WINDOW_NAMES)[number], window: number): number =>
  WINDOW_NAMES.indexOf(name) * WINDOW_COUNT + window
const singleAt = (name: (typeof SINGLE_NAMES)[number]): number =>
  WINDOW_NAMES.length * WINDOW_COUNT + SINGLE_NAMES.indexOf(name)

/** Which windows the tape holds whole for pairs of any age, and from which slot on it holds the whole life of a pair. */
export type WholeWindows = { readonly windows: readonly boolean[]; readonly fromSlot: number | null }

/** Sums of each pair's windows, in whole millionths of a dollar: what comes in and goes out again leaves nothing
 *  behind. What a request may see of them is published into the columns of the index. */
export class WindowSums {
  private readonly store: PairStore
  private readonly own = createPairColumns({
    numbers: WINDOW_NAMES.length * WINDOW_COUNT + SINGLE_NAMES.length,
    codes: 0,
    flags: 0,
  })
  private readonly makers = createPairCounts()
  private whole: WholeWindows = { windows: SCREENER_WINDOWS.map(() => false), fromSlot: null }

  constructor(store: PairStore) {
    this.store = store
  }

  get bytes(): number {
    return this.own.bytes + this.makers.bytes
  }

  /** For a row that was just made. */
  begin(row: number): void {
    if (row < this.own.rows) this.own.revive(row)
    else this.own.add()
  }

  end(row: number): void {
    this.own.remove(row)
  }

  /** A trade enters a window (1) or leaves it (-1). */
  count(row: number, trade: TradeEvent, window: number, sign: 1 | -1): void {
    if (trade.amountUsd === null) this.addTo(windowAt('unpriced', window), row, sign)
    else this.addTo(windowAt('micros', window), row, sign * microsOf(trade.amountUsd))
    this.addTo(windowAt(trade.side === 'buy' ? 'buys' : 'sells', window), row, sign)
    if (window !== WINDOW_COUNT - 1) return
    const hash = hashText(trade.maker)
    if (sign === 1 && this.makers.add(row, hash)) this.addTo(singleAt('makers'), row, 1)
    else if (sign === -1 && this.makers.remove(row, hash)) this.addTo(singleAt('makers'), row, -1)
  }

  /** An event of the pair came, or was taken back; how many are left. */
  countEvent(row: number, seq: number, sign: 1 | -1): number {
    this.addTo(singleAt('events'), row, sign)
    if (sign === 1) this.own.setNumber(singleAt('lastSeq'), row, seq)
    return this.sum(singleAt('events'), row)
  }

  lastSeq(row: number): number {
    return this.sum(singleAt('lastSeq'), row)
  }

  /** The price at which a window begins: that of the newest trade before it. */
  setBefore(row: number, window: number, priceUsd: number | null): void {
    this.own.setNumber(windowAt('before', window), row, priceUsd)
  }

  /** The first trade of known price counts. */
  noteFirstPrice(row: number, { seq, priceUsd }: Pick<TradeEvent, 'seq' | 'priceUsd'>): void {
    if (priceUsd === null || this.own.number(singleAt('firstPrice'), row) !== null) return
    this.own.setNumber(singleAt('firstPrice'), row, priceUsd)
    this.own.setNumber(singleAt('firstSeq'), row, seq)
  }

  /** Whether the first price was that of this trade; then it is unknown again. */
  forgetFirstPrice(row: number, seq: number): boolean {
    if (this.own.number(singleAt('firstSeq'), row) !== seq) return false
    this.own.setNumber(singleAt('firstPrice'), row, null)
    this.own.setNumber(singleAt('firstSeq'), row, null)
    return true
  }

  setLaunchSlot(row: number, slot: number | null): void {
    this.own.setNumber(singleAt('launchSlot'), row, slot)
  }

  /** Whole tokens that the market cap and the fully diluted value count. */
  setSupply(row: number, supply: number | null, fdvSupply: number | null): void {
    this.own.setNumber(singleAt('supply'), row, supply)
    this.own.setNumber(singleAt('fdvSupply'), row, fdvSupply)
  }

  /** Whether anything changed. */
  setWhole(next: WholeWindows): boolean {
    const { whole } = this
    this.whole = next
    return next.fromSlot !== whole.fromSlot || next.windows.some((is, at) => is !== whole.windows[at])
  }

  /** Shows what is known of the row now. */
  publish(row: number): void {
    const { columns } = this.store
    const priceUsd = columns.number(singleColumn('priceUSD'), row)
    const isWholeLife = this.isWholeLife(row)
    for (let at = 0; at < WINDOW_COUNT; at++) this.publishWindow(row, at, { priceUsd, isWholeLife })
    const isWhole = this.whole.windows[WINDOW_COUNT - 1]! || isWholeLife
    columns.setNumber(singleColumn('makers24h'), row, isWhole ? this.sum(singleAt('makers'), row) : null)
    const worth = (supply: number | null): number | null =>
      supply === null || priceUsd === null ? null : supply * priceUsd
    columns.setNumber(singleColumn('marketCap'), row, worth(this.own.number(singleAt('supply'), row)))
    columns.setNumber(singleColumn('fdv'), row, worth(this.own.number(singleAt('fdvSupply'), row)))
  }

  private publishWindow(
    row: number,
    at: number,
    { priceUsd, isWholeLife }: { readonly priceUsd: number | null; readonly isWholeLife: boolean },
  ): void {
    const { columns } = this.store
    const window = SCREENER_WINDOWS[at]!
    const isWhole = this.whole.windows[at]! || isWholeLife
    const buys = this.sum(windowAt('buys', at), row)
    const sells = this.sum(windowAt('sells', at), row)
    const isPriced = this.sum(windowAt('unpriced', at), row) === 0
    const first = isWholeLife ? this.own.number(singleAt('firstPrice'), row) : null
    const before = this.own.number(windowAt('before', at), row) ?? first
    const change = priceUsd === null || before === null || before <= 0 ? null : (priceUsd / before - 1) * 100
    columns.setNumber(windowColumn('buys', window), row, isWhole ? buys : null)
    columns.setNumber(windowColumn('sells', window), row, isWhole ? sells : null)
    columns.setNumber(windowColumn('txns', window), row, isWhole ? buys + sells : null)
    const volumeUsd = this.sum(windowAt('micros', at), row) / 1e6
    columns.setNumber(windowColumn('volume', window), row, isWhole && isPriced ? volumeUsd : null)
    columns.setNumber(windowColumn('priceChange', window), row, change)
  }

  private isWholeLife(row: number): boolean {
    const launchSlot = this.own.number(singleAt('launchSlot'), row)
    return launchSlot !== null && this.whole.fromSlot !== null && launchSlot >= this.whole.fromSlot
  }

  private sum(column: number, row: number): number {
    return this.own.number(column, row) ?? 0
  }

  private addTo(column: number, row: number, amount: number): void {
    this.own.setNumber(column, row, this.sum(column, row) + amount)
  }
}

/** Whole millionths of a dollar: sums of them are exact up to nine billion dollars a pair and window. */
function microsOf(usd: number): number {
  return Math.round(usd * 1e6)
}
