import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, type Layout, type LayoutValue } from '../../borsh-layout.ts'

/** The swap event, which the program logs since 2025; a swap through two pools logs two. */
export const TRADED_EVENT = {
  whirlpool: 'pubkey',
  aToB: 'bool',
  preSqrtPriceX64: 'u128',
  postSqrtPriceX64: 'u128',
  /** What left the payer, and what left the pool. */
  inputAmount: 'u64',
  outputAmount: 'u64',
  /** What Token-2022 mints withheld of them. */
  inputTransferFee: 'u64',
  outputTransferFee: 'u64',
  lpFee: 'u64',
  protocolFee: 'u64',
} as const satisfies Layout

export const TRADED_EVENT_TAG = Buffer.from('e1ca49af932ba096', 'hex')
const TRADED_EVENT_BYTES = 121

export type TradedEvent = LayoutValue<typeof TRADED_EVENT>

/** Null for other events and for bytes that are cut off. */
export function decodeTradedEvent(bytes: Uint8Array): TradedEvent | null {
  if (bytes.length < TRADED_EVENT_BYTES || !startsWith(bytes, TRADED_EVENT_TAG)) return null
  return decodeLayout(TRADED_EVENT, bytes, 8)?.value ?? null
}
