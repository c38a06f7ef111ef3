import { readU32 } from '../../../../hot-paths/account-layouts.ts'
import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, type Layout, type LayoutValue } from '../../borsh-layout.ts'
import { readU128 } from '../meteora-damm-v2/state.ts'

/** What the program logs of a swap; newer builds add what the pool's fee was. */
const SWAP_EVENT = {
  pool: 'pubkey',
  sender: 'pubkey',
  token0Account: 'pubkey',
  token1Account: 'pubkey',
  /** What entered or left the pool, transfer fees left out. */
  amount0: 'u64',
  transferFee0: 'u64',
  amount1: 'u64',
  transferFee1: 'u64',
  isZeroForOne: 'bool',
} as const satisfies Layout

const SWAP_EVENT_TAG = Buffer.from('40c6cde8260871e2', 'hex')
/** With price, liquidity and tick behind. */
const SWAP_EVENT_BYTES = 205

export type ClmmSwapEvent = LayoutValue<typeof SWAP_EVENT>

const PRICE_AT = 169
const LIQUIDITY_AT = 185
const TICK_AT = 201

/** What a swap left of its pool; the caller has decoded the event. */
export function clmmAfterOf(event: Uint8Array): {
  readonly sqrtPrice: bigint
  readonly liquidity: bigint
  readonly tick: number
} {
  const tick = readU32(event, TICK_AT) | 0
  return { sqrtPrice: readU128(event, PRICE_AT), liquidity: readU128(event, LIQUIDITY_AT), tick }
}

/** Null for other events and for bytes that are cut off. */
export function decodeClmmSwapEvent(bytes: Uint8Array): ClmmSwapEvent | null {
  if (bytes.length < SWAP_EVENT_BYTES || !startsWith(bytes, SWAP_EVENT_TAG)) return null
  return decodeLayout(SWAP_EVENT, bytes, 8)?.value ?? null
}
