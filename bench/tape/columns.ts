import { TAPE_DEXES, type TradeEvent, type TradeFacts } from '../../src/contract/tape-event.ts'

/** What the peers write of an event: the members of a trade, one column each, in this order. */
export const COLUMNS = [
  'seq',
  'eventId',
  'slot',
  'blockTimeSec',
  'txIndex',
  'outer',
  'inner',
  'signature',
  'dex',
  'pool',
  'mint',
  'quoteMint',
  'isSell',
  'maker',
  'amountRaw',
  'quoteAmountRaw',
  'decimals',
  'quoteDecimals',
  'priceUsd',
  'amountUsd',
  'reserveRaw',
  'quoteReserveRaw',
] as const

/** Columns whose values are texts. */
export const TEXT_COLUMNS: ReadonlySet<string> = new Set(['eventId', 'signature', 'pool', 'mint', 'quoteMint', 'maker'])
export const REAL_COLUMNS: ReadonlySet<string> = new Set(['priceUsd', 'amountUsd'])

export type Cell = string | number | bigint | null

export function cellsOf(fact: TradeFacts, seq: number): Cell[] {
  return [
    seq,
    fact.eventId,
    fact.slot,
    fact.blockTimeSec,
    fact.txIndex,
    fact.path[0],
    fact.path[1],
    fact.signature,
    (TAPE_DEXES as readonly string[]).indexOf(fact.dex),
    fact.pool,
    fact.mint,
    fact.quoteMint,
    fact.side === 'sell' ? 1 : 0,
    fact.maker,
    fact.amountRaw,
    fact.quoteAmountRaw,
    fact.decimals,
    fact.quoteDecimals,
    fact.priceUsd,
    fact.amountUsd,
    fact.reserveRaw,
    fact.quoteReserveRaw,
  ]
}

/** The event that a row of columns says; every number as the caller has it. */
export function eventOfCells(row: {
  readonly seq: number
  readonly eventId: string
  readonly slot: number
  readonly blockTimeSec: number
  readonly txIndex: number
  readonly outer: number
  readonly inner: number
  readonly signature: string
  readonly dex: number
  readonly pool: string
  readonly mint: string
  readonly quoteMint: string
  readonly isSell: boolean
  readonly maker: string
  readonly amountRaw: bigint
  readonly quoteAmountRaw: bigint
  readonly decimals: number
  readonly quoteDecimals: number
  readonly priceUsd: number
  readonly amountUsd: number
  readonly reserveRaw: bigint
  readonly quoteReserveRaw: bigint
}): TradeEvent {
  return {
    type: 'trade',
    seq: row.seq,
    eventId: row.eventId,
    chain: 'solana',
    slot: row.slot,
    blockTimeSec: row.blockTimeSec,
    txIndex: row.txIndex,
    path: [row.outer, row.inner],
    signature: row.signature,
    dex: TAPE_DEXES[row.dex]!,
    pool: row.pool,
    mint: row.mint,
    quoteMint: row.quoteMint,
    side: row.isSell ? 'sell' : 'buy',
    maker: row.maker,
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
