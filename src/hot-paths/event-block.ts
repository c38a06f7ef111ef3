import assert from 'node:assert/strict'

/** The fixed binary layout of up to 256 tape events: one value in the store instead of one for each event.
 *
 *  header 32 | records 112 each | ids 16 each | ends of texts u32 each | ASCII texts | UTF-8 texts | wide amounts 32
 *  each
 *
 *  Addresses and signatures stand once each in the ASCII section, names and addresses of pictures in the UTF-8 section.
 *  Reading turns every section into one string and cuts it: a native call for a block, not one for a field. All numbers
 *  are little-endian. An amount has 64 bits in its record; one of up to 256 bits (other chains) stands behind the
 *  texts, its number among them in the record and a bit of byte 7 set. A venue without a code of its own has code 255 and its name among the
 *  texts. The version of a block says whether it holds either. */

export const MAX_BLOCK_EVENTS = 256
/** Event types in the order of their codes: append only. */
export const EVENT_CODES = { trade: 1, launch: 2, retractedTrade: 3, retractedLaunch: 4, lost: 5, screen: 6 } as const

const VERSION = 1
/** What a block holds beyond that is added to its version, so that code that cannot read it refuses the block: amounts
 *  of more than 64 bits, venues without a code, changes of screens, and DEXs of a second row of codes, which came with logs beyond the 65,536th of a block. */
const WIDE_STEP = 1
const NAMED_VENUE_STEP = 2
const SCREEN_STEP = 4
const LATER_DEX_STEP = 8
const MAX_VERSION = VERSION + WIDE_STEP + NAMED_VENUE_STEP + SCREEN_STEP + LATER_DEX_STEP
/** Code of a DEX whose name is a text of the block, at byte 40 of the record. */
const NAMED_DEX = 255
/** Codes from here on, but for that one, came later than the others. */
const FIRST_LATER_DEX = 128
const HEADER_BYTES = 32
const RECORD_BYTES = 112
const ID_BYTES = 16
const ID_HEX = 2 * ID_BYTES
const NO_TEXT = 0xffff
const MAX_U16 = 0xffff
const NO_TIME = 0xffffffff

const SHARED_OUTER = 32
const SHARED_INNER = 64

const FLAG_SELL = 1
const FLAG_PRICE = 2
const FLAG_AMOUNT_USD = 4
const FLAG_RESERVE = 8
const FLAG_QUOTE_RESERVE = 16

/** Bits of byte 7: which amounts are wide. */
const WIDE_AMOUNT = 1
const WIDE_QUOTE_AMOUNT = 2
const WIDE_RESERVE = 4
const WIDE_QUOTE_RESERVE = 8
const WIDE_BYTES = 32
const MAX_I64 = 2n ** 63n - 1n
const MAX_U64 = 2n ** 64n - 1n
const MAX_U256 = 2n ** 256n - 1n

/** One event as numbers and texts; which members count depends on `code`. Codes of chain, dex and kind are the
 *  caller's. */
export type BlockEvent = {
  readonly code: number
  /** 32 hex digits. */
  readonly id: string
  /** Retracted: id and number of the event that is taken back. A change of a screen has its own number here. */
  readonly retractedId: string | null
  readonly retractedSeq: number
  readonly chain: number
  readonly dex: number
  /** Name of a venue without a code; `dex` does not count then. */
  readonly venue: string | null
  readonly kind: number
  readonly slot: number
  readonly blockTimeSec: number | null
  readonly txIndex: number
  readonly outer: number
  readonly inner: number
  readonly signature: string
  readonly pool: string
  readonly mint: string
  readonly quoteMint: string
  /** The maker of a trade, the creator of a launch. */
  readonly wallet: string | null
  readonly isSell: boolean
  readonly decimals: number
  readonly quoteDecimals: number
  /** From 0 to 2^256 - 1, as are all amounts. */
  readonly amountRaw: bigint
  readonly quoteAmountRaw: bigint
  readonly priceUsd: number | null
  readonly amountUsd: number | null
  readonly reserveRaw: bigint | null
  readonly quoteReserveRaw: bigint | null
  readonly indexedAtMs: number
  readonly name: string | null
  readonly symbol: string | null
  readonly uri: string | null
  /** Lost: last slot. */
  readonly toSlot: number
}

/** A trade of a block with its number on the tape. */
export type BlockTrade<Chain extends string, DexName extends string> = {
  readonly type: 'trade'
  readonly seq: number
  readonly eventId: string
  readonly chain: Chain
  readonly slot: number
  readonly blockTimeSec: number | null
  readonly txIndex: number
  readonly path: readonly [number, number]
  readonly signature: string
  readonly dex: DexName
  readonly pool: string
  readonly mint: string
  readonly quoteMint: string
  readonly side: 'buy' | 'sell'
  readonly maker: string
  readonly amountRaw: bigint
  readonly quoteAmountRaw: bigint
  readonly decimals: number
  readonly quoteDecimals: number
  readonly priceUsd: number | null
  readonly amountUsd: number | null
  readonly reserveRaw: bigint | null
  readonly quoteReserveRaw: bigint | null
}

/** A trade before it has a number: nearly every event of a tape is one, so it is encoded as it is, without a row. */
export type BlockFact<Chain extends string, DexName extends string> = Omit<BlockTrade<Chain, DexName>, 'seq'>

/** What the codes of a block stand for, each code the place of its name. */
export type BlockNames<Chain extends string, DexName extends string> = {
  readonly chains: readonly Chain[]
  readonly dexes: readonly DexName[]
  /** Whether a text is a venue that has no code. */
  readonly isVenue?: (text: string) => boolean
}

/** A block as it is read. Offsets count from 0. */
export type EventBlock = {
  readonly firstSeq: number
  readonly count: number
  codeAt(index: number): number
  chainAt(index: number): number
  slotAt(index: number): number
  blockTimeAt(index: number): number | null
  /** For sums over many events without making objects: null as NaN. */
  priceUsdAt(index: number): number
  amountUsdAt(index: number): number
  /** What `pool`, `mint` and `wallet` of an event compare equal to: the place of a text in this block, -1 when it is
   *  not there. */
  textIndex(text: string): number
  poolAt(index: number): number
  mintAt(index: number): number
  walletAt(index: number): number
  idAt(index: number): string
  /** A trade as readers want it, made in one go without a row in between. `names` are what the codes stand for. */
  tradeAt<C extends string, D extends string>(index: number, names: BlockNames<C, D>): BlockTrade<C, D>
  eventAt(index: number): BlockEvent
}

/** Where the texts of the block that is being encoded stand, by hash, for finding one again: at most four for each
 *  event, so that half stays free, and a few venues. */
const TEXT_SLOTS = new Uint16Array(8 * MAX_BLOCK_EVENTS)
const TEXT_SLOT_MASK = TEXT_SLOTS.length - 1

/** The texts themselves, by place: six at most for each event. */
const TEXTS = new Array<string>(6 * MAX_BLOCK_EVENTS).fill('')

/** The records of the block that is being encoded. Whole numbers of 64 bits are written as one of their own: through a
 *  view each is a call. */
const RECORDS = new Uint8Array(HEADER_BYTES + MAX_BLOCK_EVENTS * RECORD_BYTES)
const RECORD_VIEW = new DataView(RECORDS.buffer)
const RECORD_WORDS = new BigUint64Array(RECORDS.buffer)
const WORD_SHIFT = 3
assert(new Uint8Array(Uint16Array.of(1).buffer)[0] === 1, 'a machine that writes numbers little end first')

/** Addresses are as good as random: a few characters of their middle distinguish nearly all of them. */
function slotOfText(text: string): number {
  const length = text.length
  if (length < 16) return length & TEXT_SLOT_MASK
  const hash = text.charCodeAt(5) ^ (text.charCodeAt(7) << 3) ^ (text.charCodeAt(10) << 5) ^ (text.charCodeAt(13) << 7)
  return (hash + 31 * text.charCodeAt(15)) & TEXT_SLOT_MASK
}

/** Encodes up to 256 events, trades as facts and everything as rows, the first of which has the number `firstSeq`. The
 *  bytes are a copy of their own. */
export function encodeEventBlock<C extends string, D extends string>(
  events: readonly (BlockEvent | BlockFact<C, D>)[],
  firstSeq: number,
  names: BlockNames<C, D>,
): Uint8Array {
  const count = events.length
  assert(count > 0 && count <= MAX_BLOCK_EVENTS, 'a block holds 1 to 256 events')
  let asciiCount = 0
  let asciiText = ''
  const wide: string[] = []
  const wideAmounts: bigint[] = []
  const state = { wideLength: 0, idCount: count, hasVenues: false, hasScreens: false, hasLaterDexes: false }
  const recordsEnd = HEADER_BYTES + count * RECORD_BYTES
  const view = RECORD_VIEW
  RECORDS.fill(0, HEADER_BYTES, recordsEnd)
  TEXT_SLOTS.fill(NO_TEXT)
  const placeOf = (text: string): number => {
    for (let slot = slotOfText(text); ; slot = (slot + 1) & TEXT_SLOT_MASK) {
      const place = TEXT_SLOTS[slot]!
      if (place === NO_TEXT) {
        TEXT_SLOTS[slot] = asciiCount
        asciiText += text
        TEXTS[asciiCount] = text
        return asciiCount++
      }
      if (TEXTS[place] === text) return place
    }
  }
  /** A signature is another one for each transaction, whose events follow each other: nothing to look up. */
  let lastSignature: string | undefined
  let lastPlace = 0
  const signaturePlaceOf = (signature: string): number => {
    if (signature === lastSignature) return lastPlace
    lastSignature = signature
    lastPlace = asciiCount++
    TEXTS[lastPlace] = signature
    asciiText += signature
    return lastPlace
  }
  let ids = ''
  let retractedIds = ''
  for (let index = 0; index < count; index++) {
    const event = events[index]!
    const at = HEADER_BYTES + index * RECORD_BYTES
    if ('type' in event) {
      ids += event.eventId
      const dex = writeTrade(view, at, event, names, placeOf, signaturePlaceOf)
      if (dex >= FIRST_LATER_DEX) noteDex(dex, state)
      if (hasWideAmount(event)) writeWideAmounts(view, at, event, wideAmounts)
      continue
    }
    ids += event.id
    if (event.retractedId !== null) retractedIds += event.retractedId
    writeRecord(view, at, event, placeOf, signaturePlaceOf, wide, state)
    if (isTradeCode(event.code) && hasWideAmount(event)) writeWideAmounts(view, at, event, wideAmounts)
  }
  const idText = ids + retractedIds
  assert(idText.length === state.idCount * ID_HEX, 'an id is 32 hex digits')
  const wideBytes = wide.length === 0 ? null : Buffer.from(wide.join(''), 'utf8')
  const endsAt = recordsEnd + state.idCount * ID_BYTES
  const asciiAt = endsAt + 4 * asciiCount
  const amountsAt = asciiAt + asciiText.length + (wideBytes?.length ?? 0)
  const total = amountsAt + wideAmounts.length * WIDE_BYTES
  const bytes = Buffer.allocUnsafeSlow(total)
  bytes.set(RECORDS.subarray(0, recordsEnd))
  bytes.write(idText, recordsEnd, 'hex')
  putTextEnds(new DataView(bytes.buffer, endsAt, 4 * asciiCount), asciiCount)
  TEXTS.fill('', 0, asciiCount)
  bytes.write(asciiText, asciiAt, 'latin1')
  if (wideBytes !== null) bytes.set(wideBytes, asciiAt + asciiText.length)
  putWideAmounts(bytes, amountsAt, wideAmounts)
  bytes[0] = versionOf(state, wideAmounts.length > 0)
  bytes.writeUInt16LE(count, 2)
  bytes.writeDoubleLE(firstSeq, 8)
  const lengths = [asciiText.length, wideBytes?.length ?? 0, state.idCount, wideAmounts.length]
  bytes.writeUInt32LE(asciiCount, 4)
  for (const [at, length] of lengths.entries()) bytes.writeUInt32LE(length, 16 + 4 * at)
  return bytes
}

/** `indexOf`, without the call. */
function placeIn(names: readonly string[], name: string): number {
  for (let place = 0; place < names.length; place++) if (names[place] === name) return place
  return -1
}

const NO_AMOUNTS: Amounts = { amountRaw: 0n, quoteAmountRaw: 0n, reserveRaw: null, quoteReserveRaw: null }
type Amounts = Pick<BlockEvent, 'amountRaw' | 'quoteAmountRaw' | 'reserveRaw' | 'quoteReserveRaw'>

/** Whether an amount may be wide or below zero. Compared with what fits a signed word, because V8 compares those
 *  without a call; what is larger is looked at again. */
function hasWideAmount({ amountRaw, quoteAmountRaw, reserveRaw, quoteReserveRaw }: Amounts): boolean {
  return (
    isSuspect(amountRaw) ||
    isSuspect(quoteAmountRaw) ||
    (reserveRaw !== null && isSuspect(reserveRaw)) ||
    (quoteReserveRaw !== null && isSuspect(quoteReserveRaw))
  )
}

function isSuspect(amount: bigint): boolean {
  return amount < 0n || amount > MAX_I64
}

/** Puts the numbers of the wide amounts in the place of their low 64 bits. */
function writeWideAmounts(view: DataView, at: number, event: Amounts, wideAmounts: bigint[]): void {
  let bits = 0
  const place = (bit: number, offset: number, amount: bigint | null): void => {
    if (amount === null || (amount >= 0n && amount <= MAX_U64)) return
    assert(amount >= 0n && amount <= MAX_U256, 'an amount has 256 bits')
    bits |= bit
    view.setBigUint64(at + offset, BigInt(wideAmounts.push(amount) - 1), true)
  }
  place(WIDE_AMOUNT, 56, event.amountRaw)
  place(WIDE_QUOTE_AMOUNT, 64, event.quoteAmountRaw)
  place(WIDE_RESERVE, 88, event.reserveRaw)
  place(WIDE_QUOTE_RESERVE, 96, event.quoteReserveRaw)
  view.setUint8(at + 7, bits)
}

function putTextEnds(ends: DataView, count: number): void {
  let end = 0
  for (let place = 0; place < count; place++) {
    end += TEXTS[place]!.length
    ends.setUint32(4 * place, end, true)
  }
}

function putWideAmounts(bytes: Buffer, at: number, amounts: readonly bigint[]): void {
  for (const [number, amount] of amounts.entries()) {
    const hex = amount.toString(16).padStart(2 * WIDE_BYTES, '0')
    bytes.set(Buffer.from(hex, 'hex').reverse(), at + number * WIDE_BYTES)
  }
}

/** Amounts of a trade's record, wide ones among them; `wideAt` is where those begin. */
function readAmounts(view: DataView, place: number, wideAt: number): Amounts {
  const flags = view.getUint8(place + 3)
  const bits = view.getUint8(place + 7)
  const amountAt = (offset: number, wideBit: number): bigint => {
    const word = view.getBigUint64(place + offset, true)
    if ((bits & wideBit) === 0) return word
    const start = wideAt + Number(word) * WIDE_BYTES
    assert(start + WIDE_BYTES <= view.byteLength, 'a wide amount of the block')
    const words = [24, 16, 8, 0].map((from) => view.getBigUint64(start + from, true))
    return words.reduce((sum, next) => (sum << 64n) | next, 0n)
  }
  return {
    amountRaw: amountAt(56, WIDE_AMOUNT),
    quoteAmountRaw: amountAt(64, WIDE_QUOTE_AMOUNT),
    reserveRaw: (flags & FLAG_RESERVE) === 0 ? null : amountAt(88, WIDE_RESERVE),
    quoteReserveRaw: (flags & FLAG_QUOTE_RESERVE) === 0 ? null : amountAt(96, WIDE_QUOTE_RESERVE),
  }
}

/** Notes that older programs cannot read the block. */
function noteDex(dex: number, state: { hasVenues: boolean; hasLaterDexes: boolean }): void {
  if (dex === NAMED_DEX) state.hasVenues = true
  else state.hasLaterDexes = true
}

/** What `writeRecord` writes for the same trade as a row; the code of its DEX. */
function writeTrade<C extends string, D extends string>(
  view: DataView,
  at: number,
  trade: BlockFact<C, D>,
  names: BlockNames<C, D>,
  placeOf: (text: string) => number,
  signaturePlaceOf: (signature: string) => number,
): number {
  const { priceUsd, amountUsd, reserveRaw, quoteReserveRaw, path } = trade
  const chain = placeIn(names.chains, trade.chain)
  let dex = placeIn(names.dexes, trade.dex)
  const isNamed = dex < 0
  if (chain < 0 || (isNamed && names.isVenue?.(trade.dex) !== true)) assert.fail('a chain and a DEX of the tape')
  if (isNamed) {
    dex = NAMED_DEX
    view.setUint16(at + 40, placeOf(trade.dex), true)
  }
  let flags = trade.side === 'sell' ? FLAG_SELL : 0
  if (priceUsd !== null) flags |= FLAG_PRICE
  if (amountUsd !== null) flags |= FLAG_AMOUNT_USD
  view.setUint8(at, EVENT_CODES.trade)
  view.setUint8(at + 1, chain)
  view.setUint8(at + 2, dex)
  view.setUint8(at + 4, trade.decimals)
  view.setUint8(at + 5, trade.quoteDecimals)
  view.setFloat64(at + 8, trade.slot, true)
  view.setUint32(at + 16, trade.blockTimeSec ?? NO_TIME, true)
  view.setUint32(at + 20, trade.txIndex, true)
  view.setUint16(at + 24, path[0], true)
  if (path[0] > MAX_U16) view.setUint16(at + 42, path[0] >>> 16, true)
  view.setInt16(at + 26, path[1], true)
  view.setUint16(at + 28, signaturePlaceOf(trade.signature), true)
  view.setUint16(at + 30, placeOf(trade.pool), true)
  view.setUint16(at + 32, placeOf(trade.mint), true)
  view.setUint16(at + 34, placeOf(trade.quoteMint), true)
  view.setUint16(at + 36, placeOf(trade.maker), true)
  RECORD_WORDS[(at + 56) >> WORD_SHIFT] = trade.amountRaw
  RECORD_WORDS[(at + 64) >> WORD_SHIFT] = trade.quoteAmountRaw
  view.setFloat64(at + 72, priceUsd ?? Number.NaN, true)
  view.setFloat64(at + 80, amountUsd ?? Number.NaN, true)
  if (reserveRaw !== null) {
    flags |= FLAG_RESERVE
    RECORD_WORDS[(at + 88) >> WORD_SHIFT] = reserveRaw
  }
  if (quoteReserveRaw !== null) {
    flags |= FLAG_QUOTE_RESERVE
    RECORD_WORDS[(at + 96) >> WORD_SHIFT] = quoteReserveRaw
  }
  view.setUint8(at + 3, flags)
  return dex
}

/** Each kind of content that older programs cannot read is a step of its own. */
function versionOf(
  has: { readonly hasVenues: boolean; readonly hasScreens: boolean; readonly hasLaterDexes: boolean },
  hasWide: boolean,
): number {
  return (
    VERSION +
    (hasWide ? WIDE_STEP : 0) +
    (has.hasVenues ? NAMED_VENUE_STEP : 0) +
    (has.hasScreens ? SCREEN_STEP : 0) +
    (has.hasLaterDexes ? LATER_DEX_STEP : 0)
  )
}

type EncodingState = {
  wideLength: number
  idCount: number
  hasVenues: boolean
  hasScreens: boolean
  hasLaterDexes: boolean
}

function writeRecord(
  view: DataView,
  at: number,
  event: BlockEvent,
  placeOf: (text: string) => number,
  signaturePlaceOf: (signature: string) => number,
  wide: string[],
  state: EncodingState,
): void {
  const hasPrice = event.priceUsd !== null
  const hasUsd = event.amountUsd !== null
  view.setUint8(at, event.code)
  view.setUint8(at + 1, event.chain)
  const dex = writeDex(view, at, event, placeOf)
  if (dex >= FIRST_LATER_DEX) noteDex(dex, state)
  view.setUint8(
    at + 3,
    (event.isSell ? FLAG_SELL : 0) |
      (hasPrice ? FLAG_PRICE : 0) |
      (hasUsd ? FLAG_AMOUNT_USD : 0) |
      (event.reserveRaw === null ? 0 : FLAG_RESERVE) |
      (event.quoteReserveRaw === null ? 0 : FLAG_QUOTE_RESERVE),
  )
  view.setUint8(at + 4, event.decimals)
  view.setUint8(at + 5, event.quoteDecimals)
  view.setUint8(at + 6, event.kind)
  view.setFloat64(at + 8, event.slot, true)
  view.setUint32(at + 16, event.blockTimeSec ?? NO_TIME, true)
  view.setUint32(at + 20, event.txIndex, true)
  writeOuter(view, at, event.outer)
  view.setInt16(at + 26, event.inner, true)
  const isScreen = event.code === EVENT_CODES.screen
  if (isScreen) state.hasScreens = true
  if (event.retractedId !== null) view.setUint16(at + 38, state.idCount++, true)
  if (event.retractedId !== null || isScreen) view.setFloat64(at + 104, event.retractedSeq, true)
  if (event.code === EVENT_CODES.lost) {
    view.setFloat64(at + 56, event.toSlot, true)
    writeWide(view, at + 64, event.name, wide, state)
    return
  }
  view.setUint16(at + 28, signaturePlaceOf(event.signature), true)
  view.setUint16(at + 30, placeOf(event.pool), true)
  view.setUint16(at + 32, placeOf(event.mint), true)
  view.setUint16(at + 34, placeOf(event.quoteMint), true)
  view.setUint16(at + 36, event.wallet === null ? NO_TEXT : placeOf(event.wallet), true)
  if (hasWords(event.code)) {
    view.setFloat64(at + 56, event.indexedAtMs, true)
    writeWide(view, at + 64, event.name, wide, state)
    writeWide(view, at + 72, event.symbol, wide, state)
    writeWide(view, at + 80, event.uri, wide, state)
    return
  }
  view.setBigUint64(at + 56, event.amountRaw, true)
  view.setBigUint64(at + 64, event.quoteAmountRaw, true)
  view.setFloat64(at + 72, hasPrice ? event.priceUsd : Number.NaN, true)
  view.setFloat64(at + 80, hasUsd ? event.amountUsd : Number.NaN, true)
  if (event.reserveRaw !== null) view.setBigUint64(at + 88, event.reserveRaw, true)
  if (event.quoteReserveRaw !== null) view.setBigUint64(at + 96, event.quoteReserveRaw, true)
}

function writeOuter(view: DataView, at: number, outer: number): void {
  view.setUint16(at + 24, outer, true)
  if (outer > MAX_U16) view.setUint16(at + 42, outer >>> 16, true)
}

/** The code. */
function writeDex(
  view: DataView,
  at: number,
  { dex, venue }: Pick<BlockEvent, 'dex' | 'venue'>,
  placeOf: (text: string) => number,
): number {
  const code = venue === null ? dex : NAMED_DEX
  view.setUint8(at + 2, code)
  if (venue !== null) view.setUint16(at + 40, placeOf(venue), true)
  return code
}

/** Start and length in UTF-16 units of the decoded section. */
function writeWide(
  view: DataView,
  at: number,
  text: string | null,
  wide: string[],
  state: { wideLength: number },
): void {
  view.setUint32(at, state.wideLength, true)
  view.setUint32(at + 4, text === null ? NO_TIME : text.length, true)
  if (text === null) return
  // Half of a surrogate pair would come back as another text of another length.
  wide.push(text.toWellFormed())
  state.wideLength += text.length
}

/** Reads what `encodeEventBlock` wrote. The bytes must not change while the block is in use. Throws on anything
 *  else. */
export function openEventBlock(bytes: Uint8Array): EventBlock {
  const version = bytes[0]
  const isKnown = version !== undefined && version >= VERSION && version <= MAX_VERSION
  assert(bytes.byteLength >= HEADER_BYTES && isKnown, 'event block')
  const isWide = ((version - VERSION) & WIDE_STEP) !== 0
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getUint16(2, true)
  const textCount = view.getUint32(4, true)
  const firstSeq = view.getFloat64(8, true)
  const asciiLength = view.getUint32(16, true)
  const wideLength = view.getUint32(20, true)
  const idCount = view.getUint32(24, true)
  const recordsEnd = HEADER_BYTES + count * RECORD_BYTES
  const endsAt = recordsEnd + idCount * ID_BYTES
  const asciiAt = endsAt + 4 * textCount
  const wideEnd = asciiAt + asciiLength + wideLength
  const wideAmountCount = isWide ? view.getUint32(28, true) : 0
  assert(wideEnd + wideAmountCount * WIDE_BYTES === bytes.byteLength, 'event block is cut short')
  let asciiText: string | undefined
  let idText: string | undefined
  let wideText: string | undefined
  const ascii = (): string => {
    asciiText ??= buffer.toString('latin1', asciiAt, asciiAt + asciiLength)
    return asciiText
  }
  const textAt = (place: number): string => {
    const start = place === 0 ? 0 : view.getUint32(endsAt + 4 * place - 4, true)
    return ascii().substring(start, view.getUint32(endsAt + 4 * place, true))
  }
  /** Addresses of a block come up again and again: one string each, for all its events. */
  let texts: (string | undefined)[] | undefined
  const sharedTextAt = (place: number): string => {
    texts ??= new Array<string | undefined>(textCount)
    const known = texts[place]
    if (known !== undefined) return known
    const text = textAt(place)
    texts[place] = text
    return text
  }
  const idOf = (index: number): string => {
    idText ??= buffer.toString('hex', recordsEnd, endsAt)
    return idText.substring(index * ID_HEX, (index + 1) * ID_HEX)
  }
  const wideAt = (at: number): string | null => {
    const length = view.getUint32(at + 4, true)
    if (length === NO_TIME) return null
    wideText ??= buffer.toString('utf8', asciiAt + asciiLength, wideEnd)
    const start = view.getUint32(at, true)
    return wideText.substring(start, start + length)
  }
  const at = (index: number): number => HEADER_BYTES + index * RECORD_BYTES
  const timeAt = (place: number): number | null => {
    const time = view.getUint32(place + 16, true)
    return time === NO_TIME ? null : time
  }

  return {
    firstSeq,
    count,
    codeAt: (index) => view.getUint8(at(index)),
    chainAt: (index) => view.getUint8(at(index) + 1),
    slotAt: (index) => view.getFloat64(at(index) + 8, true),
    blockTimeAt: (index) => timeAt(at(index)),
    priceUsdAt: (index) => view.getFloat64(at(index) + 72, true),
    amountUsdAt: (index) => view.getFloat64(at(index) + 80, true),
    textIndex(text) {
      const all = ascii()
      for (let from = all.indexOf(text); from !== -1; from = all.indexOf(text, from + 1)) {
        const place = placeAt(from)
        const start = place === 0 ? 0 : view.getUint32(endsAt + 4 * place - 4, true)
        if (start === from && view.getUint32(endsAt + 4 * place, true) === from + text.length) return place
      }
      return -1
    },
    poolAt: (index) => view.getUint16(at(index) + 30, true),
    mintAt: (index) => view.getUint16(at(index) + 32, true),
    walletAt: (index) => view.getUint16(at(index) + 36, true),
    idAt: idOf,
    tradeAt(index, { chains, dexes }) {
      const place = at(index)
      const flags = view.getUint8(place + 3)
      const time = view.getUint32(place + 16, true)
      const wallet = view.getUint16(place + 36, true)
      const dex = view.getUint8(place + 2)
      const trade: BlockTrade<(typeof chains)[number], (typeof dexes)[number]> = {
        type: 'trade',
        seq: firstSeq + index,
        eventId: idOf(index),
        chain: chains[view.getUint8(place + 1)]!,
        slot: view.getFloat64(place + 8, true),
        blockTimeSec: time === NO_TIME ? null : time,
        txIndex: view.getUint32(place + 20, true),
        path: pathOf(outerAt(view, place), view.getInt16(place + 26, true)),
        signature: textAt(view.getUint16(place + 28, true)),
        dex:
          dex === NAMED_DEX ? (sharedTextAt(view.getUint16(place + 40, true)) as (typeof dexes)[number]) : dexes[dex]!,
        pool: sharedTextAt(view.getUint16(place + 30, true)),
        mint: sharedTextAt(view.getUint16(place + 32, true)),
        quoteMint: sharedTextAt(view.getUint16(place + 34, true)),
        side: (flags & FLAG_SELL) === 0 ? 'buy' : 'sell',
        maker: wallet === NO_TEXT ? '' : sharedTextAt(wallet),
        amountRaw: view.getBigUint64(place + 56, true),
        quoteAmountRaw: view.getBigUint64(place + 64, true),
        decimals: view.getUint8(place + 4),
        quoteDecimals: view.getUint8(place + 5),
        priceUsd: (flags & FLAG_PRICE) === 0 ? null : view.getFloat64(place + 72, true),
        amountUsd: (flags & FLAG_AMOUNT_USD) === 0 ? null : view.getFloat64(place + 80, true),
        reserveRaw: (flags & FLAG_RESERVE) === 0 ? null : view.getBigUint64(place + 88, true),
        quoteReserveRaw: (flags & FLAG_QUOTE_RESERVE) === 0 ? null : view.getBigUint64(place + 96, true),
      }
      return view.getUint8(place + 7) === 0 ? trade : { ...trade, ...readAmounts(view, place, wideEnd) }
    },
    eventAt(index) {
      const place = at(index)
      const code = view.getUint8(place)
      const flags = view.getUint8(place + 3)
      const isLost = code === EVENT_CODES.lost
      const isLaunch = hasWords(code)
      const isTrade = !isLost && !isLaunch
      const isRetracted = code === EVENT_CODES.retractedTrade || code === EVENT_CODES.retractedLaunch
      const wallet = view.getUint16(place + 36, true)
      return {
        code,
        id: idOf(index),
        retractedId: isRetracted ? idOf(view.getUint16(place + 38, true)) : null,
        retractedSeq: isRetracted || code === EVENT_CODES.screen ? view.getFloat64(place + 104, true) : 0,
        chain: view.getUint8(place + 1),
        dex: view.getUint8(place + 2),
        venue: view.getUint8(place + 2) === NAMED_DEX ? textAt(view.getUint16(place + 40, true)) : null,
        kind: view.getUint8(place + 6),
        slot: view.getFloat64(place + 8, true),
        blockTimeSec: timeAt(place),
        txIndex: view.getUint32(place + 20, true),
        outer: outerAt(view, place),
        inner: view.getInt16(place + 26, true),
        signature: isLost ? '' : textAt(view.getUint16(place + 28, true)),
        pool: isLost ? '' : textAt(view.getUint16(place + 30, true)),
        mint: isLost ? '' : textAt(view.getUint16(place + 32, true)),
        quoteMint: isLost ? '' : textAt(view.getUint16(place + 34, true)),
        wallet: isLost || wallet === NO_TEXT ? null : textAt(wallet),
        isSell: (flags & FLAG_SELL) !== 0,
        decimals: view.getUint8(place + 4),
        quoteDecimals: view.getUint8(place + 5),
        ...(isTrade ? readAmounts(view, place, wideEnd) : NO_AMOUNTS),
        priceUsd: (flags & FLAG_PRICE) === 0 ? null : view.getFloat64(place + 72, true),
        amountUsd: (flags & FLAG_AMOUNT_USD) === 0 ? null : view.getFloat64(place + 80, true),
        indexedAtMs: isLaunch ? view.getFloat64(place + 56, true) : 0,
        name: isLaunch || isLost ? wideAt(place + 64) : null,
        symbol: isLaunch ? wideAt(place + 72) : null,
        uri: isLaunch ? wideAt(place + 80) : null,
        toSlot: isLost ? view.getFloat64(place + 56, true) : 0,
      }
    },
  }

  /** The text that a place in the section belongs to. */
  function placeAt(from: number): number {
    let low = 0
    let high = textCount - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (view.getUint32(endsAt + 4 * middle, true) > from) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** Its upper 16 bits, which only a log of a large block of an EVM chain has, stand at byte 42. */
function outerAt(view: DataView, place: number): number {
  return view.getUint16(place + 24, true) + view.getUint16(place + 42, true) * (MAX_U16 + 1)
}

/** Nearly all paths are short, and there are few of them: one array each. */
const PATHS: (readonly [number, number] | undefined)[] = new Array(SHARED_OUTER * SHARED_INNER)

function pathOf(outer: number, inner: number): readonly [number, number] {
  if (outer >= SHARED_OUTER || inner + 1 >= SHARED_INNER) return [outer, inner]
  const at = outer * SHARED_INNER + inner + 1
  const known = PATHS[at]
  if (known !== undefined) return known
  const path: readonly [number, number] = Object.freeze([outer, inner] as const)
  PATHS[at] = path
  return path
}

function isTradeCode(code: number): boolean {
  return code === EVENT_CODES.trade || code === EVENT_CODES.retractedTrade
}

/** Whether a record ends with a time and three texts in place of amounts. */
function hasWords(code: number): boolean {
  return code === EVENT_CODES.launch || code === EVENT_CODES.retractedLaunch || code === EVENT_CODES.screen
}
