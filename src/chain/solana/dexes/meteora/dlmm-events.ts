import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, type Layout, type LayoutValue } from '../../borsh-layout.ts'

/** Events of DLMM, carried by its calls to itself. Amounts are before the mints' own transfer fees. */
export const DLMM_SWAP_EVENT = {
  lbPair: 'pubkey',
  from: 'pubkey',
  /** First and last bin, two's complement. */
  binIds: { array: 'u32', length: 2 },
  /** With the pool's fee. */
  amountIn: 'u64',
  amountOut: 'u64',
  /** X goes in, Y comes out. */
  swapForY: 'bool',
} as const satisfies Layout

/** Since limit orders, announced beside the older event for the same swap. */
export const DLMM_SWAP_2_EVENT = {
  lbPair: 'pubkey',
  from: 'pubkey',
  binIds: { array: 'u32', length: 2 },
  swapForY: 'bool',
  feeBps: 'u128',
  amountIn: 'u64',
  amountLeft: 'u64',
  amountOut: 'u64',
} as const satisfies Layout

export const LB_PAIR_CREATE_EVENT = {
  lbPair: 'pubkey',
  binStep: 'u16',
  tokenX: 'pubkey',
  tokenY: 'pubkey',
} as const satisfies Layout

const SWAP_EVENT_TAG = Buffer.from('516ce3becdd00ac4', 'hex')
const SWAP_2_EVENT_TAG = Buffer.from('2e7452d7941b544d', 'hex')
const LB_PAIR_CREATE_EVENT_TAG = Buffer.from('b94afc7d1bd7bc6f', 'hex')
/** With discriminator, up to the last field that is read. */
const MIN_SWAP_EVENT_BYTES = 97
const MIN_SWAP_2_EVENT_BYTES = 121
const MIN_LB_PAIR_CREATE_EVENT_BYTES = 106

export type DlmmSwap = {
  readonly lbPair: string
  readonly from: string
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly swapForY: boolean
}

/** The one swap that a DLMM instruction announced, in one event or in two; null when there is none. */
export function dlmmSwapOf(events: readonly Uint8Array[]): DlmmSwap | null {
  for (const bytes of events) {
    if (bytes.length < MIN_SWAP_EVENT_BYTES || !startsWith(bytes, SWAP_EVENT_TAG)) continue
    const swap = decodeLayout(DLMM_SWAP_EVENT, bytes, 8)
    if (swap !== null) return swap.value
  }
  for (const bytes of events) {
    if (bytes.length < MIN_SWAP_2_EVENT_BYTES || !startsWith(bytes, SWAP_2_EVENT_TAG)) continue
    const swap = decodeLayout(DLMM_SWAP_2_EVENT, bytes, 8)
    if (swap !== null) return swap.value
  }
  return null
}

export function decodeLbPairCreate(bytes: Uint8Array): LayoutValue<typeof LB_PAIR_CREATE_EVENT> | null {
  if (bytes.length < MIN_LB_PAIR_CREATE_EVENT_BYTES || !startsWith(bytes, LB_PAIR_CREATE_EVENT_TAG)) return null
  return decodeLayout(LB_PAIR_CREATE_EVENT, bytes, 8)?.value ?? null
}
