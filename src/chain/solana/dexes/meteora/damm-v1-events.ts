import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, type Layout, type LayoutValue } from '../../borsh-layout.ts'

/** Event of a DAMM v1 swap, in the log alone. It names neither pool nor mints. */
export const DAMM_V1_SWAP_EVENT = {
  /** With the pool's fees; what the vault credited, not what was paid. */
  inAmount: 'u64',
  outAmount: 'u64',
  tradeFee: 'u64',
  protocolFee: 'u64',
  hostFee: 'u64',
} as const satisfies Layout

/** The same discriminator as DLMM's: the program that logged it decides. */
const SWAP_EVENT_TAG = Buffer.from('516ce3becdd00ac4', 'hex')
const MIN_SWAP_EVENT_BYTES = 24

export type DammV1Swap = LayoutValue<typeof DAMM_V1_SWAP_EVENT>

export function decodeDammV1Swap(bytes: Uint8Array): DammV1Swap | null {
  if (bytes.length < MIN_SWAP_EVENT_BYTES || !startsWith(bytes, SWAP_EVENT_TAG)) return null
  return decodeLayout(DAMM_V1_SWAP_EVENT, bytes, 8)?.value ?? null
}
