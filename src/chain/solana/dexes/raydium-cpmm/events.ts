import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, type Layout, type LayoutValue } from '../../borsh-layout.ts'

/** The swap event, which the program logs. Events of older builds end after `baseInput`; the rest is zero. */
export const SWAP_EVENT = {
  poolId: 'pubkey',
  /** What the swap ran against: balances before it, without the fees that wait for their takers. */
  inputVaultBefore: 'u64',
  outputVaultBefore: 'u64',
  /** What reached the pool, and what left it. */
  inputAmount: 'u64',
  outputAmount: 'u64',
  /** What Token-2022 mints withheld on the way in and on the way out. */
  inputTransferFee: 'u64',
  outputTransferFee: 'u64',
  baseInput: 'bool',
  inputMint: 'pubkey',
  outputMint: 'pubkey',
  tradeFee: 'u64',
  creatorFee: 'u64',
  creatorFeeOnInput: 'bool',
} as const satisfies Layout

export const SWAP_EVENT_TAG = Buffer.from('40c6cde8260871e2', 'hex')
const OLDEST_SWAP_EVENT_BYTES = 89

export type SwapEvent = LayoutValue<typeof SWAP_EVENT>

/** Null for other events and for bytes cut off before the fields every version has. */
export function decodeSwapEvent(bytes: Uint8Array): SwapEvent | null {
  if (bytes.length < OLDEST_SWAP_EVENT_BYTES || !startsWith(bytes, SWAP_EVENT_TAG)) return null
  return decodeLayout(SWAP_EVENT, bytes, 8)?.value ?? null
}
