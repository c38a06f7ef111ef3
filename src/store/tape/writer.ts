import assert from 'node:assert/strict'
import { TAPE } from '../../config/tape.ts'
import type { LaunchEvent, TapeChain, TapeEvent, TradeEvent } from '../../contract/tape-event.ts'
import { EVENT_CODES, encodeEventBlock, MAX_BLOCK_EVENTS } from '../../hot-paths/event-block.ts'
import { hashText } from '../../hot-paths/text-hash.ts'
import { addToIndex, createIndexDraft } from './block-index.ts'
import { foldTrade } from './candle-fold.ts'
import {
  candleKey,
  dayName,
  EMPTY,
  encodeCandle,
  encodeCorrection,
  encodeLost,
  encodePosition,
  encodeSlot,
  launchKey,
  type StoredPosition,
  slotKey,
  type TapeDay,
} from './day.ts'
import { ALL_LAUNCHES, launchesOf } from './reader.ts'
import { type CandlesByMinute, candleOf, createRecentCandles, setCandle } from './recent-candles.ts'
import { createRetractedIds } from './retracted-ids.ts'
import { chainDigest, lostIdOf, partlyLostIdOf, retractionIdOf, slotDigest } from './slot-digest.ts'
import type { TapeOptions, TapeState } from './tape.ts'
import { TapeEmptied } from './tape-emptied.ts'
import { BLOCK_NAMES, type BlockRow, rowOfFact, rowOfLost, rowOfRetraction } from './to-event.ts'
import {
  type Appended,
  type Correction,
  isAbove,
  type LostRange,
  type MinuteCandle,
  type NewSlot,
  type SlotRecord,
  type StoredTapeReader,
  type TapeWriter,
} from './types.ts'

/** Finalised records that one commit changes. */
const FINALIZED_PER_COMMIT = 500
const EMPTY_DIGEST = slotDigest([])

/** A commit in the making: puts are collected, then made in one transaction. */
type Draft = {
  readonly day: TapeDay
  readonly rows: BlockRow[]
  readonly firstSeq: number
  readonly slots: Map<string, SlotRecord>
  readonly candles: CandlesByMinute
  readonly minutes: Map<number, number>
  readonly retracted: { readonly firstSeq: number; readonly count: number }[]
  readonly lost: { readonly chain: TapeChain; readonly range: LostRange }[]
  readonly corrections: { readonly chain: TapeChain; readonly correction: Correction }[]
  position: StoredPosition | null
}

/** Appends to the newest day of a tape; every method is one commit for each UTC day it touches. */
export function createTapeWriter(state: TapeState, reader: StoredTapeReader, options: TapeOptions): TapeWriter {
  const { clock, keepDays, keepBytes } = options
  const recent = createRecentCandles()
  const retractedIds = createRetractedIds(takenBack)
  let recentEpoch = ''
  let epoch: string | null = null
  /** Commits so far, for the index. */
  let turn = 0

  /** Days never go back: a block whose clock lags the one before is stored in that one's day. */
  function dayFor(tMs: number | null): TapeDay {
    const newest = state.days().at(-1)
    if (newest !== undefined && tMs === null) return newest
    const name = dayName(tMs ?? clock.nowMs())
    return newest !== undefined && newest.name >= name ? newest : state.addDay(name)
  }

  /** A sibling may have emptied the tape: another world. */
  function assertEpoch(): void {
    if (epoch !== null && state.epoch() !== epoch) throw new TapeEmptied()
  }

  function startDraft(blockTimeSec: number | null): Draft {
    state.refresh()
    assertEpoch()
    if (recentEpoch !== state.epoch()) {
      recent.clear()
      retractedIds.forget()
    }
    recentEpoch = state.epoch()
    return {
      day: dayFor(blockTimeSec === null ? null : blockTimeSec * 1000),
      rows: [],
      firstSeq: reader.headSeq() + 1,
      slots: new Map(),
      candles: new Map(),
      minutes: new Map(),
      retracted: [],
      lost: [],
      corrections: [],
      position: null,
    }
  }

  /** Adds a row and what follows from it; the number it gets. */
  function addRow(draft: Draft, row: BlockRow): number {
    const seq = draft.firstSeq + draft.rows.length
    draft.rows.push(row)
    if (row.blockTimeSec !== null) {
      const minute = Math.floor(row.blockTimeSec / 60)
      if (!draft.minutes.has(minute)) draft.minutes.set(minute, seq)
    }
    return seq
  }

  function foldInto(
    draft: Draft,
    trade: Pick<TradeEvent, 'pool' | 'blockTimeSec' | 'side' | 'priceUsd' | 'amountUsd'>,
  ) {
    if (trade.blockTimeSec === null) return
    const tMs = Math.floor((trade.blockTimeSec * 1000) / TAPE.minuteMs) * TAPE.minuteMs
    const before = candleOf(draft.candles, trade.pool, tMs) ?? storedCandle(trade.pool, tMs)
    setCandle(draft.candles, trade.pool, foldTrade(before, tMs, trade))
  }

  /** A minute without a price keeps its counts, so it is read as stored. */
  function storedCandle(pool: string, tMs: number): MinuteCandle | undefined {
    const candle = recent.get(pool, tMs) ?? reader.storedCandle(pool, tMs)
    return candle === undefined || candle.buys + candle.sells === 0 ? undefined : candle
  }

  async function commit(draft: Draft): Promise<Appended> {
    const { day, rows, firstSeq } = draft
    const blocks: { readonly seq: number; readonly bytes: Uint8Array }[] = []
    const keys: Buffer[] = []
    const index = createIndexDraft()
    for (let at = 0; at < rows.length; at += MAX_BLOCK_EVENTS) {
      const part = rows.slice(at, at + MAX_BLOCK_EVENTS)
      blocks.push({ seq: firstSeq + at, bytes: encodeEventBlock(part, firstSeq + at, BLOCK_NAMES) })
      index.addBlock(firstSeq + at, addressesOf(part))
      addLaunchKeys(keys, part, firstSeq + at)
    }
    const segment = index.segment()
    try {
      await day.env.write(() => {
        for (const { seq, bytes } of blocks) day.blocks.put(seq, bytes as Buffer)
        if (segment !== undefined) addToIndex(day.segments, segment, turn)
        for (const key of keys) day.launches.put(key, EMPTY)
        for (const record of draft.slots.values()) day.slots.put(slotKey(record), encodeSlot(record))
        for (const [tMs, ofMinute] of draft.candles)
          for (const [pool, candle] of ofMinute) day.candles.put(candleKey(pool, tMs), encodeCandle(candle))
        // Only minutes later than all before: after a clock that went back, an earlier minute would hide the events
        // before it from readers who ask from that minute on.
        let [newest = -1] = day.times.getKeys({ reverse: true, limit: 1 })
        for (const [minute, seq] of draft.minutes)
          if (minute > newest) {
            day.times.put(minute, numberBytes(seq))
            newest = minute
          }
        for (const run of draft.retracted) day.retracted.put(run.firstSeq, countBytes(run.count))
        for (const { chain, range } of draft.lost) day.lost.put([chain, range.fromSlot], encodeLost(range))
        for (const { chain, correction } of draft.corrections)
          day.corrections.put([chain, correction.atMs], encodeCorrection(correction))
        if (draft.position !== null) day.positions.put(draft.position.chain, encodePosition(draft.position))
      })
      // What was written to files of the old world went with them.
      assertEpoch()
    } catch (error) {
      recent.clear()
      retractedIds.forget()
      throw error
    }
    turn++
    recent.keep(draft.candles)
    for (const { seq, bytes } of blocks) state.blocks.add(seq, bytes)
    const headSeq = firstSeq + rows.length - 1
    state.announce(headSeq)
    return appended(firstSeq - 1, headSeq)
  }

  /** The events are decoded on demand, from the blocks that all readers share. */
  function appended(afterSeq: number, headSeq: number): Appended {
    let events: readonly TapeEvent[] | undefined
    return {
      get events() {
        events ??= headSeq > afterSeq ? reader.read(afterSeq, headSeq - afterSeq) : []
        return events
      },
      headSeq,
    }
  }

  function isOnTape({ chain, slot, blockHash, parentSlot }: NewSlot): boolean {
    const banks = reader.banks(chain, slot)
    const isThere = banks.some((record) => record.blockHash === blockHash)
    // One more of its slot stands on the newest block of the tape, which is of that slot too.
    const isNext = banks.length === 0 || (parentSlot === slot && reader.storedPosition(chain)?.slot === slot)
    assert(isThere || isNext, `slot ${slot} has another block: retract it first`)
    return isThere
  }

  function addSlot(draft: Draft, slot: NewSlot, indexedAtMs: number): void {
    const { chain, blockHash, parentSlot, parentHash, blockTimeSec, events, swaps } = slot
    const bank = bankOf(reader, draft, slot)
    const firstSeq = draft.firstSeq + draft.rows.length
    for (const own of events) {
      const eventId = retractedIds.freshIdOf(own.eventId)
      const fact = eventId === own.eventId ? own : { ...own, eventId }
      addRow(draft, fact.type === 'trade' ? fact : rowOfFact(fact, indexedAtMs))
      if (fact.type === 'trade') foldInto(draft, fact)
    }
    const before = draft.position ?? reader.storedPosition(chain)
    const record: SlotRecord = {
      chain,
      slot: slot.slot,
      bank,
      blockHash,
      parentSlot,
      parentHash,
      blockTimeSec,
      status: 'confirmed',
      firstSeq: events.length === 0 ? 0 : firstSeq,
      count: events.length,
      digest: slotDigest(events.map(({ eventId }) => eventId)),
      chainDigest: null,
      ...(swaps === undefined ? {} : { swaps }),
    }
    // A slot that was final before it had all of its blocks stays final as a whole.
    const isFinal = slot.slot <= (before?.finalizedSlot ?? -1)
    const finalDigest = isFinal ? chainDigest(before?.chainDigest ?? null, record) : null
    setSlot(draft, isFinal ? { ...record, status: 'finalized', chainDigest: finalDigest } : record)
    addPartlyLost(draft, slot, bank)
    draft.position = {
      chain,
      slot: slot.slot,
      blockHash,
      finalizedSlot: before?.finalizedSlot ?? -1,
      chainDigest: finalDigest ?? before?.chainDigest ?? null,
    }
  }

  function* takenBack(): Generator<TapeEvent> {
    for (const day of state.days())
      for (const { key, value } of day.retracted.getRange({})) yield* reader.read(key - 1, value.readUInt32BE(0))
  }

  /** Adds a `retracted` for each event of these blocks, newest first; the oldest of their records. */
  function takeBack(draft: Draft, chain: TapeChain, gone: readonly SlotRecord[]): SlotRecord | undefined {
    const minutes = new Map<string, { readonly pool: string; readonly tMs: number }>()
    const taken: { readonly firstSeq: number; readonly count: number }[] = []
    let oldest: SlotRecord | undefined
    for (const record of gone.toSorted((a, b) => b.slot - a.slot || b.bank - a.bank)) {
      oldest = record
      const events = eventsOf(record)
      retractedIds.add(events.map(({ eventId }) => eventId))
      for (const event of events.toReversed()) {
        addRow(draft, rowOfRetraction(event, retractionIdOf(`${event.eventId} ${event.seq}`)))
        if (event.type === 'trade' && event.blockTimeSec !== null) {
          const tMs = Math.floor((event.blockTimeSec * 1000) / TAPE.minuteMs) * TAPE.minuteMs
          minutes.set(`${event.pool} ${tMs}`, { pool: event.pool, tMs })
        }
      }
      if (record.count > 0) taken.push({ firstSeq: record.firstSeq, count: record.count })
      setSlot(draft, { ...record, status: 'retracted', firstSeq: 0, count: 0, digest: EMPTY_DIGEST })
    }
    if (oldest === undefined) return undefined
    draft.retracted.push(...taken)
    const isTaken = (seq: number): boolean =>
      taken.some(({ firstSeq, count }) => seq >= firstSeq && seq < firstSeq + count)
    for (const { pool, tMs } of minutes.values()) setCandle(draft.candles, pool, refold(pool, tMs, isTaken))
    const position = reader.storedPosition(chain)
    if (position !== undefined && position.slot >= oldest.slot)
      draft.position = { ...position, slot: oldest.parentSlot, blockHash: oldest.parentHash }
    return oldest
  }

  /** Records in the same commit, right after the events of a block, that some are missing. */
  function addPartlyLost(
    draft: Draft,
    { chain, slot, blockHash, blockTimeSec, unreadable = 0 }: NewSlot,
    bank: number,
  ): void {
    if (unreadable === 0) return
    const reason = unreadable === 1 ? '1 transaction could not be read' : `${unreadable} transactions could not be read`
    const eventId = partlyLostIdOf(chain, slot, blockHash, draft.firstSeq + draft.rows.length)
    addRow(draft, rowOfLost({ eventId, chain, slot, toSlot: slot, blockTimeSec, reason }))
    const known = lostIn(reader, draft, { chain, slot })
    const transactions = unreadable + (bank === 0 ? 0 : (known?.transactions ?? 0))
    const beside = known?.isOneOfSeveral === true ? { isOneOfSeveral: true as const } : {}
    draft.lost.push({ chain, range: { fromSlot: slot, toSlot: slot, reason, transactions, ...beside } })
  }

  return {
    writeTo(given) {
      epoch = given
    },
    appendSlot: (slot, indexedAtMs) => appendSlots([slot], indexedAtMs),
    appendSlots,
    async retract(chain, blocks) {
      const draft = startDraft(null)
      const gone = new Map<string, SlotRecord>()
      for (const { slot, blockHash } of blocks)
        for (const record of reader.banks(chain, slot))
          if (blockHash === undefined || record.blockHash === blockHash) gone.set(record.blockHash, record)
      for (const { slot, status } of gone.values()) assert(status !== 'finalized', `slot ${slot} is final`)
      const oldest = takeBack(draft, chain, [...gone.values()])
      return oldest === undefined ? appended(draft.firstSeq - 1, draft.firstSeq - 1) : commit(draft)
    },
    async takeBackFinal(chain, above, { atMs, reason }) {
      const draft = startDraft(null)
      const records = reader.slots(chain, 0, Number.MAX_SAFE_INTEGER).filter(({ status }) => status !== 'retracted')
      const gone = records.filter((record) => isAbove(record, above))
      takeBack(draft, chain, gone)
      const position = draft.position ?? reader.storedPosition(chain)
      if (position === undefined) return appended(draft.firstSeq - 1, draft.firstSeq - 1)
      draft.position = {
        ...position,
        finalizedSlot: Math.min(position.finalizedSlot, above.slot),
        chainDigest:
          records.findLast((record) => !isAbove(record, above) && record.status === 'finalized')?.chainDigest ?? null,
      }
      const fromSlot = gone[0]?.slot ?? above.slot + 1
      const correction = {
        atMs,
        aboveSlot: above.slot,
        fromSlot,
        toSlot: gone.at(-1)?.slot ?? fromSlot,
        events: draft.rows.length,
        reason,
      }
      draft.corrections.push({ chain, correction })
      return commit(draft)
    },
    async finalize(chain, upToSlot) {
      for (;;) {
        const position = reader.storedPosition(chain)
        if (position === undefined || position.finalizedSlot >= upToSlot) return
        const due = wholeSlots(reader, chain, position.finalizedSlot + 1).filter((record) => record.slot <= upToSlot)
        const draft = startDraft(null)
        let digest = position.chainDigest
        const olderDays = new Map<TapeDay, SlotRecord[]>()
        for (const record of due) {
          if (record.status === 'retracted') continue
          digest = chainDigest(digest, record)
          const final: SlotRecord = { ...record, status: 'finalized', chainDigest: digest }
          const day = reader.dayOfRecord(record)
          if (day === undefined || day === draft.day) setSlot(draft, final)
          else olderDays.set(day, [...(olderDays.get(day) ?? []), final])
        }
        // A record ends with its day. Should the process be killed in between, the same numbers come out again.
        for (const [day, records] of olderDays)
          await day.env.write(() => {
            for (const record of records) day.slots.put(slotKey(record), encodeSlot(record))
          })
        const isWhole = due.length < FINALIZED_PER_COMMIT
        const finalizedSlot = isWhole ? Math.min(upToSlot, position.slot) : due.at(-1)!.slot
        if (finalizedSlot <= position.finalizedSlot) return
        draft.position = { ...position, finalizedSlot, chainDigest: digest }
        await commit(draft)
        if (isWhole) return
      }
    },
    async recordLost(chain, range) {
      const { fromSlot, toSlot, reason } = range
      const before = reader.slots(chain, Math.max(0, fromSlot - 1), 1)[0]
      const draft = startDraft(null)
      addRow(
        draft,
        rowOfLost({
          eventId: lostIdOf(chain, fromSlot, toSlot, draft.firstSeq),
          chain,
          slot: fromSlot,
          toSlot,
          blockTimeSec: before?.blockTimeSec ?? null,
          reason,
        }),
      )
      draft.lost.push({ chain, range })
      return commit(draft)
    },
    async prune(nowMs) {
      const oldestKept = dayName(nowMs - keepDays * TAPE.dayMs)
      const days = state.days()
      const removed: string[] = []
      let bytes = days.reduce((sum, { env }) => sum + env.usedBytes().file, 0)
      for (const day of days.slice(0, -1)) {
        if (day.name >= oldestKept && bytes <= keepBytes) break
        bytes -= day.env.usedBytes().file
        removed.push(day.name)
      }
      if (removed.length > 0) await state.removeDays(removed)
      return { removedDays: removed }
    },
  }

  async function appendSlots(slots: readonly NewSlot[], indexedAtMs: number): Promise<Appended> {
    const before = reader.headSeq()
    let headSeq = before
    const fresh = slots.filter((slot) => !isOnTape(slot))
    for (let at = 0; at < fresh.length; ) {
      const draft = startDraft(fresh[at]!.blockTimeSec)
      do {
        addSlot(draft, fresh[at]!, indexedAtMs)
        at++
      } while (at < fresh.length && isOfDay(draft.day, fresh[at]!))
      headSeq = (await commit(draft)).headSeq
    }
    return appended(before, headSeq)
  }

  function isOfDay(day: TapeDay, { blockTimeSec }: NewSlot): boolean {
    return blockTimeSec === null || dayName(blockTimeSec * 1000) <= day.name
  }

  function eventsOf(record: SlotRecord): (TradeEvent | LaunchEvent)[] {
    if (record.count === 0) return []
    return reader
      .read(record.firstSeq - 1, record.count)
      .filter((event): event is TradeEvent | LaunchEvent => event.type === 'trade' || event.type === 'launch')
  }

  /** A pool's minute from the trades that are left. */
  function refold(pool: string, tMs: number, isTaken: (seq: number) => boolean): MinuteCandle {
    const { trades } = reader.trades(
      { by: 'pool', address: pool },
      {
        limit: Number.MAX_SAFE_INTEGER,
        fromTimeSec: tMs / 1000,
        toTimeSec: (tMs + TAPE.minuteMs) / 1000 - 1,
      },
    )
    const nothing = { tMs, open: 0, high: 0, low: 0, close: 0, volumeUsd: 0, buys: 0, sells: 0 }
    return (
      trades
        .filter(({ seq }) => !isTaken(seq))
        .reduceRight<MinuteCandle | undefined>((candle, trade) => foldTrade(candle, tMs, trade), undefined) ?? nothing
    )
  }
}

function setSlot(draft: Draft, record: SlotRecord): void {
  draft.slots.set(`${record.chain} ${record.slot} ${record.bank}`, record)
}

/** Which block of its slot the next one is: it stands on the newest when that is of the same slot. */
function bankOf(reader: StoredTapeReader, draft: Draft, { chain, slot, parentHash }: NewSlot): number {
  const before = draft.position ?? reader.storedPosition(chain)
  if (before?.slot !== slot) return 0
  const added = [...draft.slots.values()].findLast((record) => record.blockHash === before.blockHash)
  const below = added ?? reader.banks(chain, slot).at(-1)
  // After a retraction down to where the tape begins, its position is a block that it does not hold.
  if (below === undefined) return 0
  const isParent = below.blockHash === parentHash || lostIn(reader, draft, { chain, slot })?.isOneOfSeveral === true
  assert(isParent, `slot ${slot} has another block: retract it first`)
  return below.bank + 1
}

/** What is recorded as lost of one slot and no other. */
function lostIn(
  reader: StoredTapeReader,
  draft: Draft,
  { chain, slot }: Pick<NewSlot, 'chain' | 'slot'>,
): LostRange | undefined {
  const ranges = [...reader.lost(chain), ...draft.lost.filter((one) => one.chain === chain).map(({ range }) => range)]
  return ranges.findLast(({ fromSlot, toSlot }) => fromSlot === slot && toSlot === slot)
}

/** Records from a slot on, as many as one commit changes, and the rest of the last slot: a slot is final as a whole. */
function wholeSlots(reader: StoredTapeReader, chain: TapeChain, fromSlot: number): readonly SlotRecord[] {
  const records = reader.slots(chain, fromSlot, FINALIZED_PER_COMMIT)
  const last = records.at(-1)
  if (last === undefined || records.length < FINALIZED_PER_COMMIT) return records
  return [...records, ...reader.banks(chain, last.slot).filter(({ bank }) => bank > last.bank)]
}

/** What the trades of a block are found by. */
function addressesOf(rows: readonly BlockRow[]): Set<string> {
  const addresses = new Set<string>()
  for (const row of rows) {
    if (!('type' in row)) continue
    addresses.add(row.mint)
    addresses.add(row.pool)
    addresses.add(row.maker)
  }
  return addresses
}

/** Lists of launches, and those that carry a name by mint. */
function addLaunchKeys(keys: Buffer[], rows: readonly BlockRow[], blockSeq: number): void {
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!
    if ('type' in row || row.code !== EVENT_CODES.launch) continue
    const { dex, mint, name, symbol } = row
    keys.push(launchKey('launch', ALL_LAUNCHES, blockSeq + at))
    keys.push(launchKey('launch', launchesOf(dex), blockSeq + at))
    if (name !== null || symbol !== null) keys.push(launchKey('named', hashText(mint), blockSeq + at))
  }
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

function countBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
