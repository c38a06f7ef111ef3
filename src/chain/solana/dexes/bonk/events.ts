import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, type Layout, type LayoutValue } from '../../borsh-layout.ts'

const CURVE_FIELDS = {
  poolState: 'pubkey',
  totalBaseSell: 'u64',
  virtualBase: 'u64',
  virtualQuote: 'u64',
  realBaseBefore: 'u64',
  realQuoteBefore: 'u64',
  realBaseAfter: 'u64',
  realQuoteAfter: 'u64',
  amountIn: 'u64',
  amountOut: 'u64',
  protocolFee: 'u64',
  platformFee: 'u64',
} as const satisfies Layout

/** The first version of the trade event had no creator fee and did not say which amount was fixed. */
const FIRST_TRADE_EVENT = {
  ...CURVE_FIELDS,
  shareFee: 'u64',
  tradeDirection: 'u8',
  poolStatus: 'u8',
} as const satisfies Layout

const TRADE_EVENT = {
  ...CURVE_FIELDS,
  creatorFee: 'u64',
  shareFee: 'u64',
  tradeDirection: 'u8',
  poolStatus: 'u8',
  exactIn: 'bool',
} as const satisfies Layout

/** The event names no user and no mint; the instruction does. */
const TRADE_EVENT_TAG = Buffer.from('bddb7fd34ee661ee', 'hex')
const FIRST_TRADE_EVENT_BYTES = 138
const TRADE_EVENT_BYTES = 147

export type LaunchTradeEvent = LayoutValue<typeof CURVE_FIELDS> & {
  readonly shareFee: bigint
  readonly creatorFee: bigint
  /** 0 buys, 1 sells. */
  readonly tradeDirection: number
}

/** Null for other events and for bytes cut off before the fields of the first version. */
export function decodeLaunchTradeEvent(bytes: Uint8Array): LaunchTradeEvent | null {
  if (!startsWith(bytes, TRADE_EVENT_TAG)) return null
  if (bytes.length >= TRADE_EVENT_BYTES) return decodeLayout(TRADE_EVENT, bytes, 8)?.value ?? null
  if (bytes.length !== FIRST_TRADE_EVENT_BYTES) return null
  const event = decodeLayout(FIRST_TRADE_EVENT, bytes, 8)?.value
  return event === undefined ? null : { ...event, creatorFee: 0n }
}
