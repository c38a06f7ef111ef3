import assert from 'node:assert/strict'
import {
  type ChainFact,
  DEX_CODES,
  isAmmVenue,
  LAUNCH_KINDS,
  type LaunchEvent,
  type LostEvent,
  type RetractedEvent,
  SCREEN_CHANGES,
  type ScreenEvent,
  TAPE_CHAINS,
  type TapeEvent,
  type TradeEvent,
  type TradeFacts,
  type TradeVenue,
} from '../../contract/tape-event.ts'
import { type BlockEvent, EVENT_CODES, type EventBlock } from '../../hot-paths/event-block.ts'

/** What the codes of a block's events stand for. */
export const BLOCK_NAMES = {
  chains: TAPE_CHAINS,
  dexes: DEX_CODES as readonly TradeVenue[],
  isVenue: isAmmVenue,
} as const

/** An event as a block takes it. */
export type BlockRow = BlockEvent | TradeFacts

const NOTHING: Omit<BlockEvent, 'code' | 'id' | 'chain' | 'slot'> = {
  retractedId: null,
  retractedSeq: 0,
  dex: 0,
  venue: null,
  kind: 0,
  blockTimeSec: null,
  txIndex: 0,
  outer: 0,
  inner: 0,
  signature: '',
  pool: '',
  mint: '',
  quoteMint: '',
  wallet: null,
  isSell: false,
  decimals: 0,
  quoteDecimals: 0,
  amountRaw: 0n,
  quoteAmountRaw: 0n,
  priceUsd: null,
  amountUsd: null,
  reserveRaw: null,
  quoteReserveRaw: null,
  indexedAtMs: 0,
  name: null,
  symbol: null,
  uri: null,
  toSlot: 0,
}

/** A fact of the chain as a row of a block. Written out member by member: spreading costs more than encoding. */
export function rowOfFact(fact: ChainFact, indexedAtMs: number): BlockEvent {
  const isTrade = fact.type === 'trade'
  return {
    code: isTrade ? EVENT_CODES.trade : EVENT_CODES.launch,
    id: fact.eventId,
    retractedId: null,
    retractedSeq: 0,
    chain: TAPE_CHAINS.indexOf(fact.chain),
    dex: isAmmVenue(fact.dex) ? 0 : DEX_CODES.indexOf(fact.dex),
    venue: isAmmVenue(fact.dex) ? fact.dex : null,
    kind: isTrade ? 0 : LAUNCH_KINDS.indexOf(fact.kind),
    slot: fact.slot,
    blockTimeSec: fact.blockTimeSec,
    txIndex: fact.txIndex,
    outer: fact.path[0],
    inner: fact.path[1],
    signature: fact.signature,
    pool: fact.pool,
    mint: fact.mint,
    quoteMint: fact.quoteMint,
    wallet: isTrade ? fact.maker : fact.creator,
    isSell: isTrade && fact.side === 'sell',
    decimals: isTrade ? fact.decimals : 0,
    quoteDecimals: isTrade ? fact.quoteDecimals : 0,
    amountRaw: isTrade ? fact.amountRaw : 0n,
    quoteAmountRaw: isTrade ? fact.quoteAmountRaw : 0n,
    priceUsd: isTrade ? fact.priceUsd : null,
    amountUsd: isTrade ? fact.amountUsd : null,
    reserveRaw: isTrade ? fact.reserveRaw : null,
    quoteReserveRaw: isTrade ? fact.quoteReserveRaw : null,
    indexedAtMs: isTrade ? 0 : indexedAtMs,
    name: isTrade ? null : fact.name,
    symbol: isTrade ? null : fact.symbol,
    uri: isTrade ? null : fact.uri,
    toSlot: 0,
  }
}

/** The notice that an event never happened. */
export function rowOfRetraction(event: TradeEvent | LaunchEvent, id: string): BlockEvent {
  const isTrade = event.type === 'trade'
  return {
    ...rowOfFact(event, isTrade ? 0 : event.indexedAtMs),
    code: isTrade ? EVENT_CODES.retractedTrade : EVENT_CODES.retractedLaunch,
    id,
    retractedId: event.eventId,
    retractedSeq: event.seq,
  }
}

export function rowOfLost(lost: Omit<LostEvent, 'seq' | 'type'>): BlockEvent {
  return {
    ...NOTHING,
    code: EVENT_CODES.lost,
    id: lost.eventId,
    chain: TAPE_CHAINS.indexOf(lost.chain),
    slot: lost.slot,
    toSlot: lost.toSlot,
    blockTimeSec: lost.blockTimeSec,
    name: lost.reason,
  }
}

export function rowOfScreen(change: Omit<ScreenEvent, 'seq' | 'type'>): BlockEvent {
  const { dex } = change
  return {
    ...NOTHING,
    code: EVENT_CODES.screen,
    id: change.eventId,
    retractedSeq: change.number,
    chain: TAPE_CHAINS.indexOf(change.chain),
    dex: isAmmVenue(dex) ? 0 : DEX_CODES.indexOf(dex),
    venue: isAmmVenue(dex) ? dex : null,
    kind: SCREEN_CHANGES.indexOf(change.change),
    slot: change.slot,
    blockTimeSec: change.blockTimeSec,
    signature: change.screenId,
    pool: change.pool,
    mint: change.mint,
    quoteMint: change.quoteMint,
    indexedAtMs: change.atMs,
    name: change.rowJson,
  }
}

/** An event of a block. Nearly all are trades. */
export function eventOfBlock(block: EventBlock, index: number): TapeEvent {
  return block.codeAt(index) === EVENT_CODES.trade
    ? block.tradeAt(index, BLOCK_NAMES)
    : eventOfRow(block.eventAt(index), block.firstSeq + index)
}

function eventOfRow(row: BlockEvent, seq: number): TapeEvent {
  if (row.code === EVENT_CODES.launch) return launchOf(row, seq, row.id)
  if (row.code === EVENT_CODES.lost) return lostOf(row, seq)
  if (row.code === EVENT_CODES.screen) return screenOf(row, seq)
  return retractedOf(row, seq)
}

function retractedOf(row: BlockEvent, seq: number): RetractedEvent {
  assert(row.retractedId !== null, 'a retraction names its event')
  const of = row.code === EVENT_CODES.retractedTrade ? tradeOf : launchOf
  return {
    type: 'retracted',
    seq,
    eventId: row.id,
    chain: TAPE_CHAINS[row.chain]!,
    slot: row.slot,
    blockTimeSec: row.blockTimeSec,
    retracts: of(row, row.retractedSeq, row.retractedId),
  }
}

function lostOf(row: BlockEvent, seq: number): LostEvent {
  return {
    type: 'lost',
    seq,
    eventId: row.id,
    chain: TAPE_CHAINS[row.chain]!,
    slot: row.slot,
    toSlot: row.toSlot,
    blockTimeSec: row.blockTimeSec,
    reason: row.name ?? '',
  }
}

function screenOf(row: BlockEvent, seq: number): ScreenEvent {
  return {
    type: 'screen',
    seq,
    eventId: row.id,
    chain: TAPE_CHAINS[row.chain]!,
    slot: row.slot,
    blockTimeSec: row.blockTimeSec,
    screenId: row.signature,
    change: SCREEN_CHANGES[row.kind]!,
    number: row.retractedSeq,
    atMs: row.indexedAtMs,
    pool: row.pool,
    mint: row.mint,
    quoteMint: row.quoteMint,
    dex: row.venue === null ? (DEX_CODES[row.dex] as TradeVenue) : (row.venue as TradeVenue),
    rowJson: row.name,
  }
}

function tradeOf(row: BlockEvent, seq: number, eventId: string): TradeEvent {
  return {
    type: 'trade',
    seq,
    eventId,
    chain: TAPE_CHAINS[row.chain]!,
    slot: row.slot,
    blockTimeSec: row.blockTimeSec,
    txIndex: row.txIndex,
    path: [row.outer, row.inner],
    signature: row.signature,
    dex: row.venue === null ? (DEX_CODES[row.dex] as TradeVenue) : (row.venue as TradeVenue),
    pool: row.pool,
    mint: row.mint,
    quoteMint: row.quoteMint,
    side: row.isSell ? 'sell' : 'buy',
    maker: row.wallet ?? '',
    amountRaw: row.amountRaw,
    quoteAmountRaw: row.quoteAmountRaw,
    decimals: row.decimals,
    quoteDecimals: row.quoteDecimals,
    priceUsd: row.priceUsd,
    amountUsd: row.amountUsd,
    reserveRaw: row.reserveRaw,
    quoteReserveRaw: row.quoteReserveRaw,
  }
}

function launchOf(row: BlockEvent, seq: number, eventId: string): LaunchEvent {
  return {
    type: 'launch',
    seq,
    eventId,
    chain: TAPE_CHAINS[row.chain]!,
    slot: row.slot,
    blockTimeSec: row.blockTimeSec,
    txIndex: row.txIndex,
    path: [row.outer, row.inner],
    signature: row.signature,
    dex: DEX_CODES[row.dex] as LaunchEvent['dex'],
    pool: row.pool,
    mint: row.mint,
    quoteMint: row.quoteMint,
    kind: LAUNCH_KINDS[row.kind]!,
    creator: row.wallet,
    name: row.name,
    symbol: row.symbol,
    uri: row.uri,
    indexedAtMs: row.indexedAtMs,
  }
}
