import { TAPE } from '../../config/tape.ts'
import { type LaunchEvent, TAPE_DEXES, type TapeEvent, type TradeEvent } from '../../contract/tape-event.ts'
import { EVENT_CODES } from '../../hot-paths/event-block.ts'
import { hashText } from '../../hot-paths/text-hash.ts'
import { addressHash, findInIndex } from './block-index.ts'
import type { OpenedBlock } from './blocks.ts'
import { type ClosedDay, firstSlotOf, lostOf, readClosedDay } from './closed-day.ts'
import { formatCursor, parseCursor } from './cursor.ts'
import {
  candleKey,
  decodeCandle,
  decodeCorrection,
  decodePosition,
  launchKey,
  minuteOfCandleKey,
  seqOfLaunchKey,
  type TapeDay,
} from './day.ts'
import { createSlotReads } from './slot-reads.ts'
import type { TapeState } from './tape.ts'
import type { Coverage, EventScope, LostRange, MinuteCandle, StoredTapeReader } from './types.ts'

const MAX_SEQ = Number.MAX_SAFE_INTEGER
/** Every launch, and those of one DEX. */
export const ALL_LAUNCHES = 0
export const launchesOf = (dexCode: number): number => dexCode + 1

/** Reads over the open days of a tape. Every look-up goes from the newest day to the oldest. */
export function createTapeReader(state: TapeState): StoredTapeReader {
  const { blocks } = state
  const newestFirst = (): readonly TapeDay[] => state.days().toReversed()
  const closedDays = new WeakMap<TapeDay, ClosedDay>()

  /** What is remembered of a day; undefined for the newest, which goes on. */
  function closed(day: TapeDay): ClosedDay | undefined {
    if (day === state.days().at(-1)) return undefined
    let known = closedDays.get(day)
    if (known === undefined) {
      known = readClosedDay(day)
      closedDays.set(day, known)
    }
    return known
  }

  function headSeq(): number {
    for (const day of newestFirst())
      for (const firstSeq of day.blocks.getKeys({ reverse: true, limit: 1 })) {
        const opened = blocks.get(day, firstSeq)
        if (opened !== undefined) return firstSeq + opened.block.count - 1
      }
    return 0
  }

  function tailSeq(): number {
    for (const day of state.days()) for (const firstSeq of day.blocks.getKeys({ limit: 1 })) return firstSeq - 1
    return headSeq()
  }

  function timeOf(seq: number): number | null {
    const found = blocks.holding(state.days(), seq)
    return found === undefined ? null : found.opened.block.blockTimeAt(seq - found.opened.block.firstSeq)
  }

  function survivesSeq(seq: number): boolean {
    for (const day of state.days()) {
      const known = closed(day)
      if (known !== undefined) {
        if (known.isRetracted(seq)) return false
        continue
      }
      for (const { key, value } of day.retracted.getRange({ start: seq, reverse: true, limit: 1 }))
        if (seq < key + value.readUInt32BE(0)) return false
    }
    return true
  }

  /** Blocks that may mention an address, newest first, from those that begin before `beforeSeq`. */
  function* indexedBlocks(address: string, beforeSeq: number): Generator<OpenedBlock> {
    const hash = addressHash(address)
    for (const day of newestFirst())
      for (const firstSeq of findInIndex(day.segments, hash, beforeSeq)) {
        const opened = blocks.get(day, firstSeq)
        if (opened !== undefined) yield opened
      }
  }

  const slots = createSlotReads({ newestFirst, days: () => state.days(), closed })

  function lostRanges(chain: string): LostRange[] {
    const ranges: LostRange[] = []
    for (const day of state.days()) ranges.push(...(closed(day)?.lost(chain) ?? lostOf(day, chain)))
    return ranges.sort((a, b) => a.fromSlot - b.fromSlot)
  }

  const reader: StoredTapeReader = {
    headSeq,
    get epoch() {
      return state.epoch()
    },
    window() {
      const epoch = state.epoch()
      const head = headSeq()
      const tail = tailSeq()
      return {
        head: { epoch, seq: head },
        tail: { epoch, seq: tail },
        headTimeSec: head === 0 ? null : timeOf(head),
        tailTimeSec: head === tail ? null : timeOf(tail + 1),
      }
    },
    formatCursor: (seq) => formatCursor({ epoch: state.epoch(), seq }),
    checkCursor(text) {
      const cursor = parseCursor(text)
      if (cursor === null) return { status: 'malformed' }
      // Who gave it out may have seen a commit of another process, or its new day, before this process has.
      if (cursor.epoch !== state.epoch() || cursor.seq > headSeq()) state.refresh()
      const tail = tailSeq()
      if (cursor.epoch !== state.epoch() || cursor.seq < tail || cursor.seq > headSeq())
        return { status: 'gone', resumeAt: tail }
      return { status: 'ok', seq: cursor.seq }
    },
    read(afterSeq, limit) {
      const events: TapeEvent[] = []
      let next = Math.max(afterSeq, tailSeq()) + 1
      // Behind this a reader is most likely alone, and what is kept lives through every collection of garbage.
      const sharedFrom = headSeq() - TAPE.eventsInMemory
      const days = state.days()
      const found = blocks.place(days, next)
      if (found === undefined) return events
      let at = days.indexOf(found.day)
      let start = found.firstSeq
      while (at < days.length) {
        const day = days[at]!
        for (const firstSeq of day.blocks.getKeys({ start })) {
          if (events.length >= limit) return events
          if (firstSeq <= sharedFrom) {
            const passing = blocks.pass(day, firstSeq)
            if (passing === undefined) return events
            const end = Math.min(passing.length, next - firstSeq + limit - events.length)
            for (let index = next - firstSeq; index < end; index++) events.push(passing[index]!)
            next = Math.max(next, firstSeq + end)
            continue
          }
          const opened = blocks.get(day, firstSeq)
          if (opened === undefined) return events
          for (let index = next - firstSeq; index < opened.block.count && events.length < limit; index++) {
            events.push(opened.eventAt(index))
            next++
          }
        }
        at++
        start = next
      }
      return events
    },
    trades(scope, { limit, beforeSeq = MAX_SEQ, fromTimeSec, toTimeSec }) {
      const trades: TradeEvent[] = []
      let looked = 0
      for (const opened of indexedBlocks(scope.address, beforeSeq)) {
        const { block } = opened
        const place = block.textIndex(scope.address)
        if (++looked > TAPE.blocksPerRead) return { trades, nextBeforeSeq: block.firstSeq + block.count }
        if (place === -1) continue
        const matches = placeReader(block, scope)
        for (let index = block.count - 1; index >= 0; index--) {
          const seq = block.firstSeq + index
          if (seq >= beforeSeq || block.codeAt(index) !== EVENT_CODES.trade || matches(index) !== place) continue
          const timeSec = block.blockTimeAt(index)
          if (toTimeSec !== undefined && (timeSec === null || timeSec > toTimeSec)) continue
          if (fromTimeSec !== undefined && timeSec !== null && timeSec < fromTimeSec)
            return { trades, nextBeforeSeq: null }
          if (!survivesSeq(seq)) continue
          if (trades.length >= limit) return { trades, nextBeforeSeq: seq + 1 }
          trades.push(opened.eventAt(index) as TradeEvent)
        }
      }
      return { trades, nextBeforeSeq: null }
    },
    launches({ limit, dex, beforeSeq = MAX_SEQ }) {
      const launches: LaunchEvent[] = []
      const list = dex === undefined ? ALL_LAUNCHES : launchesOf(TAPE_DEXES.indexOf(dex))
      for (const day of newestFirst()) {
        const options = {
          start: launchKey('launch', list, beforeSeq - 1),
          end: launchKey('launch', list, 0),
          reverse: true,
        }
        for (const key of day.launches.getKeys(options)) {
          const seq = seqOfLaunchKey(key)
          if (!survivesSeq(seq)) continue
          if (launches.length >= limit) return { launches, nextBeforeSeq: seq + 1 }
          const event = reader.eventAt(seq)
          if (event?.type === 'launch') launches.push(event)
        }
      }
      return { launches, nextBeforeSeq: null }
    },
    launchOf(mint) {
      const hash = hashText(mint)
      for (const day of newestFirst()) {
        const options = {
          start: launchKey('named', hash, MAX_SEQ),
          end: launchKey('named', hash, 0),
          reverse: true,
        }
        for (const key of day.launches.getKeys(options)) {
          const seq = seqOfLaunchKey(key)
          const event = reader.eventAt(seq)
          if (event?.type === 'launch' && event.mint === mint && survivesSeq(seq)) return event
        }
      }
      return undefined
    },
    candles(pool, fromMs, toMs) {
      const minutes = new Map<number, MinuteCandle>()
      for (const day of state.days()) {
        const range = { start: candleKey(pool, fromMs), end: candleKey(pool, toMs), inclusiveEnd: true }
        for (const { key, value } of day.candles.getRange(range)) {
          const tMs = minuteOfCandleKey(key)
          const candle = decodeCandle(tMs, value)
          if (candle.buys + candle.sells === 0) minutes.delete(tMs)
          else minutes.set(tMs, candle)
        }
      }
      return [...minutes.values()].filter(({ open }) => !Number.isNaN(open)).sort((a, b) => a.tMs - b.tMs)
    },
    ...slots,
    coverage(chain): Coverage | undefined {
      const position = reader.storedPosition(chain)
      const oldest = state.days().flatMap((day) => {
        const known = closed(day)?.slots(chain)
        return known === undefined ? (firstSlotOf(day, chain) ?? []) : (known?.first ?? [])
      })
      if (position === undefined || oldest.length === 0) return undefined
      const lastLost = lostRanges(chain).reduce((last, { toSlot }) => Math.max(last, toSlot), -1)
      const fromSlot = Math.max(Math.min(...oldest), lastLost + 1)
      if (fromSlot > position.slot) return undefined
      const first = reader.slots(chain, fromSlot, 1)[0]
      return {
        chain,
        fromSlot,
        toSlot: position.slot,
        fromTimeSec: first?.blockTimeSec ?? null,
        toTimeSec: slots.slot(chain, position.slot)?.blockTimeSec ?? null,
      }
    },
    lost: lostRanges,
    corrections: (chain) =>
      state
        .days()
        .flatMap((day) =>
          Array.from(day.corrections.getRange({ start: [chain, 0], end: [chain, MAX_SEQ] }), ({ value }) =>
            decodeCorrection(value),
          ),
        ),
    position: (chain) => reader.storedPosition(chain),
    storedPosition(chain) {
      for (const day of newestFirst()) {
        const bytes = day.positions.get(chain)
        if (bytes !== undefined) return decodePosition(bytes)
      }
      return undefined
    },
    seqAt(timeSec) {
      const minute = Math.floor(timeSec / 60)
      let start: number | undefined
      for (const day of state.days()) {
        for (const { value } of day.times.getRange({ start: minute, limit: 1 })) start = value.readDoubleBE(0)
        if (start !== undefined) break
      }
      if (start === undefined) return headSeq() + 1
      const head = headSeq()
      for (let seq = start; seq <= head; seq++) {
        const at = timeOf(seq)
        if (at !== null && at >= timeSec) return seq
      }
      return head + 1
    },
    survives: (event) => survivesSeq(event.seq),
    survivesSeq,
    storedCandle(pool, tMs) {
      const key = candleKey(pool, tMs)
      for (const day of newestFirst()) {
        const bytes = day.candles.get(key)
        if (bytes !== undefined) return decodeCandle(tMs, bytes)
      }
      return undefined
    },
    eventAt(seq) {
      const found = blocks.holding(state.days(), seq)
      return found?.opened.eventAt(seq - found.opened.block.firstSeq)
    },
    isFinalized: (chain, slot) => slot <= (reader.storedPosition(chain)?.finalizedSlot ?? -1),
    subscribe: () => () => {},
    refresh: () => state.refresh(),
  }
  return reader
}

function placeReader(block: OpenedBlock['block'], scope: EventScope): (index: number) => number {
  if (scope.by === 'mint') return block.mintAt
  return scope.by === 'pool' ? block.poolAt : block.walletAt
}
