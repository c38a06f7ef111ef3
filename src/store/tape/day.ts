import { decodeDurable, encodeDurable } from '../codec.ts'
import { type Environment, openEnvironment, type Table } from '../environment.ts'
import type { SegmentTable } from './block-index.ts'
import type { Correction, FollowerPosition, LostRange, MinuteCandle, SlotRecord } from './types.ts'

/** One UTC day of the tape: an environment of its own, so that the end of its keeping is closing and unlinking. All
 *  writes go to the newest day, all look-ups from the newest day to the oldest: what the newest says replaces what the
 *  older ones say, and each commit is whole. */
export type TapeDay = {
  /** `2026-11-22` */
  readonly name: string
  readonly env: Environment
  /** First sequence number to block. */
  readonly blocks: Table<number>
  /** `launchKey` to nothing. */
  readonly launches: Table<Buffer>
  /** Which blocks mention an address. */
  readonly segments: SegmentTable
  /** Chain, slot and, from the second block of a slot on, which one it is. */
  readonly slots: Table<SlotKey>
  /** First of a run of numbers that were taken back to how many, and how deep their block was (`encodeTakenBack`). */
  readonly retracted: Table<number>
  readonly lost: Table<[string, number]>
  /** Chain and time to a correction. */
  readonly corrections: Table<[string, number]>
  /** `candleKey` to seven doubles. */
  readonly candles: Table<Buffer>
  readonly positions: Table<string>
  /** Minutes since 1970 to the first number whose event is of that minute. */
  readonly times: Table<number>
}

/** Opens or creates a day. Throws `StoreError`. */
export function openDay(path: string, name: string, mapBytes: number): TapeDay {
  const env = openEnvironment({ name: `tape/${name}`, path, mapBytes, synced: true })
  return {
    name,
    env,
    blocks: env.table<number>('blocks.v1'),
    launches: env.table<Buffer>('launches.v1', { binaryKeys: true }),
    segments: env.table<[number, number, number]>('segments.v1'),
    slots: env.table<SlotKey>('slots.v1'),
    retracted: env.table<number>('retracted.v1'),
    lost: env.table<[string, number]>('lost.v1'),
    corrections: env.table<[string, number]>('corrections.v1'),
    candles: env.table<Buffer>('candles.v1', { binaryKeys: true }),
    positions: env.table<string>('positions.v1'),
    times: env.table<number>('times.v1'),
  }
}

const LIST_CODES = { launch: 4, named: 5 } as const
/** Launches by list, and those that carry a name by mint. */
export type LaunchList = keyof typeof LIST_CODES
const LAUNCH_KEY_BYTES = 14
const SEQ_BYTES = 6
const MAX_SEQ = 2 ** 48 - 1
export const EMPTY = Buffer.alloc(0)

/** List, which of it (a number or 53 bits of an address), number of the event: launches in their order. */
export function launchKey(list: LaunchList, of: number, seq: number): Buffer {
  const key = Buffer.allocUnsafe(LAUNCH_KEY_BYTES)
  key[0] = LIST_CODES[list]
  key.writeUIntBE(Math.floor(of / 0x100), 1, 6)
  key[7] = of % 0x100
  key.writeUIntBE(Math.min(seq, MAX_SEQ), LAUNCH_KEY_BYTES - SEQ_BYTES, SEQ_BYTES)
  return key
}

export function seqOfLaunchKey(key: Buffer): number {
  return key.readUIntBE(LAUNCH_KEY_BYTES - SEQ_BYTES, SEQ_BYTES)
}

const MAX_MINUTE = 2 ** 32 - 1

/** Pool, as `onChain` writes it, and minute; times before 1970 and beyond the largest minute count as those. */
export function candleKey(market: string, tMs: number): Buffer {
  const key = Buffer.allocUnsafe(market.length + 5)
  key.write(market, 0, 'latin1')
  key[market.length] = 0
  key.writeUInt32BE(Math.min(MAX_MINUTE, Math.max(0, Math.floor(tMs / 60_000))), market.length + 1)
  return key
}

export function minuteOfCandleKey(key: Buffer): number {
  return key.readUInt32BE(key.length - 4) * 60_000
}

/** A run of numbers that were taken back together: how many, and how many blocks had stood on theirs. */
export type TakenBack = { readonly count: number; readonly depth: number }
const COUNT_BYTES = 4

export function encodeTakenBack({ count, depth }: TakenBack): Buffer {
  const bytes = Buffer.alloc(2 * COUNT_BYTES)
  bytes.writeUInt32BE(count)
  bytes.writeUInt32BE(depth, COUNT_BYTES)
  return bytes
}

/** Rows of earlier versions do not say how deep. */
export function decodeTakenBack(bytes: Buffer): TakenBack {
  const depth = bytes.length > COUNT_BYTES ? bytes.readUInt32BE(COUNT_BYTES) : Number.POSITIVE_INFINITY
  return { count: bytes.readUInt32BE(0), depth }
}

const CANDLE_NUMBERS = 7

export function encodeCandle(candle: MinuteCandle): Buffer {
  const bytes = Buffer.allocUnsafe(8 * CANDLE_NUMBERS)
  bytes.writeDoubleLE(candle.open, 0)
  bytes.writeDoubleLE(candle.high, 8)
  bytes.writeDoubleLE(candle.low, 16)
  bytes.writeDoubleLE(candle.close, 24)
  bytes.writeDoubleLE(candle.volumeUsd, 32)
  bytes.writeDoubleLE(candle.buys, 40)
  bytes.writeDoubleLE(candle.sells, 48)
  return bytes
}

export function decodeCandle(tMs: number, bytes: Buffer): MinuteCandle {
  const numberAt = (at: number): number => bytes.readDoubleLE(8 * at)
  return {
    tMs,
    open: numberAt(0),
    high: numberAt(1),
    low: numberAt(2),
    close: numberAt(3),
    volumeUsd: numberAt(4),
    buys: numberAt(5),
    sells: numberAt(6),
  }
}

export type SlotKey = [string, number] | [string, number, number]

/** The first block of a slot has the key that slots had when each had one block. */
export function slotKey({
  chain,
  slot,
  bank,
}: {
  readonly chain: string
  readonly slot: number
  readonly bank: number
}): SlotKey {
  return bank === 0 ? [chain, slot] : [chain, slot, bank]
}

/** Only the key holds which block of its slot it is. */
export function encodeSlot({ bank: _, ...record }: SlotRecord): Buffer {
  return encodeDurable(record)
}

export function decodeSlot([, , bank = 0]: SlotKey, bytes: Buffer): SlotRecord {
  return { ...decodeDurable<SlotRecord>(bytes), bank }
}

export function encodeLost(range: LostRange): Buffer {
  return encodeDurable(range)
}

export function decodeLost(bytes: Buffer): LostRange {
  return decodeDurable<LostRange>(bytes)
}

export function encodeCorrection(correction: Correction): Buffer {
  return encodeDurable(correction)
}

export function decodeCorrection(bytes: Buffer): Correction {
  return decodeDurable<Correction>(bytes)
}

/** What the follower goes on from. */
export type StoredPosition = FollowerPosition & { readonly chainDigest: string | null }

/** Row of `positions.v1` beside those of chains: how far the changes of saved screens came. */
export const SCREENS_POSITION = 'screens'

export function encodeScreensPosition(number: number): Buffer {
  return encodeDurable({ number })
}

export function decodeScreensPosition(bytes: Buffer): number {
  return decodeDurable<{ readonly number: number }>(bytes).number
}

export function encodePosition(position: StoredPosition): Buffer {
  return encodeDurable(position)
}

export function decodePosition(bytes: Buffer): StoredPosition {
  return decodeDurable<StoredPosition>(bytes)
}

/** UTC day of a time. */
export function dayName(tMs: number): string {
  return new Date(tMs).toISOString().slice(0, 10)
}
