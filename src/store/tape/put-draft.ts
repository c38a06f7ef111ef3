import { EVENT_CODES, encodeEventBlock, MAX_BLOCK_EVENTS } from '../../hot-paths/event-block.ts'
import { hashText } from '../../hot-paths/text-hash.ts'
import { addToIndex, createIndexDraft } from './block-index.ts'
import {
  candleKey,
  EMPTY,
  encodeCandle,
  encodeCorrection,
  encodeLost,
  encodePosition,
  encodeScreensPosition,
  encodeSlot,
  encodeTakenBack,
  launchKey,
  SCREENS_POSITION,
  slotKey,
} from './day.ts'
import type { Draft } from './draft.ts'
import { allLaunchesOf, launchesOf } from './launch-reads.ts'
import { BLOCK_NAMES, type BlockRow } from './to-event.ts'

/** Rows of a draft as blocks, and by what they are found. */
export type EncodedRows = {
  readonly blocks: readonly { readonly seq: number; readonly bytes: Uint8Array }[]
  readonly launchKeys: readonly Buffer[]
  readonly segment: ReturnType<ReturnType<typeof createIndexDraft>['segment']>
}

export function encodeRows({ rows, firstSeq }: Draft): EncodedRows {
  const blocks: { readonly seq: number; readonly bytes: Uint8Array }[] = []
  const launchKeys: Buffer[] = []
  const index = createIndexDraft()
  for (let at = 0; at < rows.length; at += MAX_BLOCK_EVENTS) {
    const part = rows.slice(at, at + MAX_BLOCK_EVENTS)
    blocks.push({ seq: firstSeq + at, bytes: encodeEventBlock(part, firstSeq + at, BLOCK_NAMES) })
    index.addBlock(firstSeq + at, addressesOf(part))
    addLaunchKeys(launchKeys, part, firstSeq + at)
  }
  return { blocks, launchKeys, segment: index.segment() }
}

/** Everything that a draft adds to its day. Runs within one transaction; `turn` counts the commits, for the index. */
export function putDraft(draft: Draft, { blocks, launchKeys, segment }: EncodedRows, turn: number): void {
  const { day } = draft
  for (const { seq, bytes } of blocks) day.blocks.put(seq, bytes as Buffer)
  if (segment !== undefined) addToIndex(day.segments, segment, turn)
  for (const key of launchKeys) day.launches.put(key, EMPTY)
  for (const record of draft.slots.values()) day.slots.put(slotKey(record), encodeSlot(record))
  for (const [tMs, ofMinute] of draft.candles)
    for (const [market, candle] of ofMinute) day.candles.put(candleKey(market, tMs), encodeCandle(candle))
  putMinutes(draft)
  for (const run of draft.retracted) day.retracted.put(run.firstSeq, encodeTakenBack(run))
  for (const { chain, range } of draft.lost) day.lost.put([chain, range.fromSlot], encodeLost(range))
  for (const { chain, correction } of draft.corrections)
    day.corrections.put([chain, correction.atMs], encodeCorrection(correction))
  if (draft.position !== null) day.positions.put(draft.position.chain, encodePosition(draft.position))
  if (draft.lastScreenChange !== null)
    day.positions.put(SCREENS_POSITION, encodeScreensPosition(draft.lastScreenChange))
}

/** Only minutes later than all before: after a clock that went back, an earlier minute would hide the events before it
 *  from readers who ask from that minute on. */
function putMinutes({ day, minutes }: Draft): void {
  let [newest = -1] = day.times.getKeys({ reverse: true, limit: 1 })
  for (const [minute, seq] of minutes) {
    if (minute <= newest) continue
    day.times.put(minute, numberBytes(seq))
    newest = minute
  }
}

/** What the trades of a block are found by, and the changes of a screen. */
function addressesOf(rows: readonly BlockRow[]): Set<string> {
  const addresses = new Set<string>()
  for (const row of rows) {
    if (!('type' in row)) {
      if (row.code === EVENT_CODES.screen) addresses.add(row.signature)
      continue
    }
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
    const { chain, dex, mint, name, symbol } = row
    keys.push(launchKey('launch', allLaunchesOf(chain), blockSeq + at))
    keys.push(launchKey('launch', launchesOf(chain, dex), blockSeq + at))
    if (name !== null || symbol !== null) keys.push(launchKey('named', hashText(mint), blockSeq + at))
  }
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}
