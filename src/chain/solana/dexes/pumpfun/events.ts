import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, encodeLayout, fieldsOf, type Layout, type LayoutValue } from '../../borsh-layout.ts'

/** Events of the curve program. Fields were appended over the years: older events end earlier and the rest is zero. */
export const CREATE_EVENT = {
  name: 'string',
  symbol: 'string',
  uri: 'string',
  mint: 'pubkey',
  bondingCurve: 'pubkey',
  user: 'pubkey',
  creator: 'pubkey',
  timestamp: 'i64',
  virtualTokenReserves: 'u64',
  virtualSolReserves: 'u64',
  realTokenReserves: 'u64',
  tokenTotalSupply: 'u64',
  tokenProgram: 'pubkey',
  isMayhemMode: 'bool',
  isCashbackEnabled: 'bool',
  quoteMint: 'pubkey',
  virtualQuoteReserves: 'u64',
  creatorFeeBps: 'u64',
  isHolderReward: 'bool',
} as const satisfies Layout

const SHAREHOLDER = { address: 'pubkey', shareBps: 'u16' } as const satisfies Layout
/** Shareholders of a creator fee are few; the bound only keeps a lying count from costing memory. */
const MAX_SHAREHOLDERS = 64

export const TRADE_EVENT = {
  mint: 'pubkey',
  solAmount: 'u64',
  tokenAmount: 'u64',
  isBuy: 'bool',
  user: 'pubkey',
  timestamp: 'i64',
  virtualSolReserves: 'u64',
  virtualTokenReserves: 'u64',
  realSolReserves: 'u64',
  realTokenReserves: 'u64',
  feeRecipient: 'pubkey',
  feeBasisPoints: 'u64',
  fee: 'u64',
  creator: 'pubkey',
  creatorFeeBasisPoints: 'u64',
  creatorFee: 'u64',
  trackVolume: 'bool',
  totalUnclaimedTokens: 'u64',
  totalClaimedTokens: 'u64',
  currentSolVolume: 'u64',
  lastUpdateTimestamp: 'i64',
  ixName: 'string',
  mayhemMode: 'bool',
  cashbackFeeBasisPoints: 'u64',
  cashback: 'u64',
  buybackFeeBasisPoints: 'u64',
  buybackFee: 'u64',
  shareholders: { vec: SHAREHOLDER, max: MAX_SHAREHOLDERS },
  quoteMint: 'pubkey',
  quoteAmount: 'u64',
  virtualQuoteReserves: 'u64',
  realQuoteReserves: 'u64',
  holderRewardsBps: 'u64',
  holderRewards: 'u64',
} as const satisfies Layout

export const COMPLETE_EVENT = {
  user: 'pubkey',
  mint: 'pubkey',
  bondingCurve: 'pubkey',
  timestamp: 'i64',
  quoteMint: 'pubkey',
} as const satisfies Layout

export const MIGRATION_EVENT = {
  user: 'pubkey',
  mint: 'pubkey',
  mintAmount: 'u64',
  solAmount: 'u64',
  poolMigrationFee: 'u64',
  bondingCurve: 'pubkey',
  timestamp: 'i64',
  pool: 'pubkey',
  quoteMint: 'pubkey',
} as const satisfies Layout

export const CREATE_EVENT_TAG = Buffer.from('1b72a94ddeeb6376', 'hex')
export const TRADE_EVENT_TAG = Buffer.from('bddb7fd34ee661ee', 'hex')
export const COMPLETE_EVENT_TAG = Buffer.from('5f72619cd42e9808', 'hex')
export const MIGRATION_EVENT_TAG = Buffer.from('bde95db95c94ea94', 'hex')

/** Length with discriminator of the trade event before creator fees (until about May 2025): it ends after the reserves
 *  and says nothing about the fee. */
export const TRADE_EVENT_BYTES_WITHOUT_FEES = 129
const OLDEST_CREATE_EVENT_BYTES = 8 + 3 * 4 + 3 * 32
const OLDEST_COMPLETE_EVENT_BYTES = 112

export type CreateEvent = LayoutValue<typeof CREATE_EVENT>
export type TradeEvent = LayoutValue<typeof TRADE_EVENT>
export type MigrationEvent = LayoutValue<typeof MIGRATION_EVENT>

/** Null for other events and for bytes cut off before the fields every version has. */
export function decodeCreateEvent(bytes: Uint8Array): CreateEvent | null {
  if (bytes.length < OLDEST_CREATE_EVENT_BYTES || !startsWith(bytes, CREATE_EVENT_TAG)) return null
  return readCreate(bytes)
}

export function decodeTradeEvent(bytes: Uint8Array): TradeEvent | null {
  if (bytes.length < TRADE_EVENT_BYTES_WITHOUT_FEES || !startsWith(bytes, TRADE_EVENT_TAG)) return null
  return decodeLayout(TRADE_EVENT, bytes, 8)?.value ?? null
}

/** What a trade is, without what the event says of the program's own accounts. */
export type TradeFacts = Pick<TradeEvent, (typeof TRADE_FACTS)[number]>
const TRADE_FACTS = [
  'mint',
  'solAmount',
  'tokenAmount',
  'isBuy',
  'user',
  'virtualSolReserves',
  'virtualTokenReserves',
  'fee',
  'creatorFee',
  'quoteMint',
  'quoteAmount',
  'virtualQuoteReserves',
] as const
const readTradeFacts = fieldsOf(TRADE_EVENT, TRADE_FACTS)

/** Null where `decodeTradeEvent` is null. */
export function decodeTradeFacts(bytes: Uint8Array): TradeFacts | null {
  if (bytes.length < TRADE_EVENT_BYTES_WITHOUT_FEES || !startsWith(bytes, TRADE_EVENT_TAG)) return null
  return readTradeFacts(bytes, 8)
}

export function decodeMigrationEvent(bytes: Uint8Array): MigrationEvent | null {
  if (bytes.length < OLDEST_COMPLETE_EVENT_BYTES || !startsWith(bytes, MIGRATION_EVENT_TAG)) return null
  return decodeLayout(MIGRATION_EVENT, bytes, 8)?.value ?? null
}

/** Discriminator and body, as both channels carry it. */
export function eventBytes<L extends Layout>(tag: Uint8Array, layout: L, value: LayoutValue<L>): Uint8Array {
  return Buffer.concat([tag, encodeLayout(layout, value)])
}

/** Events of 2024 end after `user`; there the user is the creator. */
function readCreate(bytes: Uint8Array): CreateEvent | null {
  const event = decodeLayout(CREATE_EVENT, bytes, 8)?.value ?? null
  return event
}
