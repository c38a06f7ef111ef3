import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, type Layout, type LayoutValue } from '../../borsh-layout.ts'

/** Events of DAMM v2, carried by its calls to itself. */
export const SWAP_2_EVENT = {
  pool: 'pubkey',
  /** 0: token A goes in, 1: token B does. */
  tradeDirection: 'u8',
  collectFeeMode: 'u8',
  hasReferral: 'bool',
  amount0: 'u64',
  amount1: 'u64',
  swapMode: 'u8',
  includedFeeInputAmount: 'u64',
  excludedFeeInputAmount: 'u64',
  amountLeft: 'u64',
  outputAmount: 'u64',
  nextSqrtPrice: 'u128',
  claimingFee: 'u64',
  protocolFee: 'u64',
  compoundingFee: 'u64',
  referralFee: 'u64',
  /** What the trader paid, the mint's own transfer fee included. */
  includedTransferFeeAmountIn: 'u64',
  includedTransferFeeAmountOut: 'u64',
  /** What reached the trader. */
  excludedTransferFeeAmountOut: 'u64',
  currentTimestamp: 'u64',
  reserveAAmount: 'u64',
  reserveBAmount: 'u64',
} as const satisfies Layout

/** Of program builds before `swap2`; later ones may announce both. */
export const SWAP_EVENT = {
  pool: 'pubkey',
  tradeDirection: 'u8',
  hasReferral: 'bool',
  amountIn: 'u64',
  minimumAmountOut: 'u64',
  outputAmount: 'u64',
  nextSqrtPrice: 'u128',
  lpFee: 'u64',
  protocolFee: 'u64',
  partnerFee: 'u64',
  referralFee: 'u64',
  /** What reached the pool. */
  actualAmountIn: 'u64',
  currentTimestamp: 'u64',
} as const satisfies Layout

/** The head of the event; fees and prices follow. */
export const INITIALIZE_POOL_EVENT_HEAD = {
  pool: 'pubkey',
  tokenAMint: 'pubkey',
  tokenBMint: 'pubkey',
  creator: 'pubkey',
  payer: 'pubkey',
} as const satisfies Layout

const SWAP_2_EVENT_TAG = Buffer.from('bd4233a826507599', 'hex')
const SWAP_EVENT_TAG = Buffer.from('1b3c15d58aaabb93', 'hex')
const INITIALIZE_POOL_EVENT_TAG = Buffer.from('e432f655cb428625', 'hex')
/** With discriminator. */
const SWAP_2_EVENT_BYTES = 188
const SWAP_EVENT_BYTES = 130
const MIN_INITIALIZE_POOL_EVENT_BYTES = 168
/** Fee mode whose pools are a constant product of their two amounts. */
const COMPOUNDING = 2

export type DammV2Swap = {
  readonly pool: string
  readonly isAIn: boolean
  /** With the pool's fee; the newer event's also with what a Token-2022 mint withholds. */
  readonly inRaw: bigint
  /** What left the pool. */
  readonly outRaw: bigint
  /** What a Token-2022 mint withheld of it; null in the older event, which does not say. */
  readonly outFeeRaw: bigint | null
  /** Null where the pool's amounts do not set its price: liquidity within a price range. */
  readonly reservesAfter: { readonly firstRaw: bigint; readonly secondRaw: bigint } | null
}

/** The one swap that an instruction announced, in either event or in both; null when there is none. */
export function dammV2SwapOf(events: readonly Uint8Array[]): DammV2Swap | null {
  for (const bytes of events) {
    if (bytes.length < SWAP_2_EVENT_BYTES || !startsWith(bytes, SWAP_2_EVENT_TAG)) continue
    const swap = decodeLayout(SWAP_2_EVENT, bytes, 8)?.value
    if (swap === undefined || swap.tradeDirection > 1) continue
    const amounts = { firstRaw: swap.reserveAAmount, secondRaw: swap.reserveBAmount }
    return {
      pool: swap.pool,
      isAIn: swap.tradeDirection === 0,
      inRaw: swap.includedTransferFeeAmountIn,
      outRaw: swap.includedTransferFeeAmountOut,
      outFeeRaw: swap.includedTransferFeeAmountOut - swap.excludedTransferFeeAmountOut,
      reservesAfter: swap.collectFeeMode === COMPOUNDING ? amounts : null,
    }
  }
  for (const bytes of events) {
    if (bytes.length < SWAP_EVENT_BYTES || !startsWith(bytes, SWAP_EVENT_TAG)) continue
    const swap = decodeLayout(SWAP_EVENT, bytes, 8)?.value
    if (swap === undefined || swap.tradeDirection > 1) continue
    const { pool, actualAmountIn, outputAmount } = swap
    const amounts = { inRaw: actualAmountIn, outRaw: outputAmount, outFeeRaw: null }
    return { pool, isAIn: swap.tradeDirection === 0, ...amounts, reservesAfter: null }
  }
  return null
}

/** What a swap left of its pool, and when it was, by the newer event alone; null without one. */
export function dammV2AfterOf(
  events: readonly Uint8Array[],
): { readonly pool: string; readonly sqrtPriceQ64: bigint; readonly timeSec: bigint } | null {
  for (const bytes of events) {
    if (bytes.length < SWAP_2_EVENT_BYTES || !startsWith(bytes, SWAP_2_EVENT_TAG)) continue
    const swap = decodeLayout(SWAP_2_EVENT, bytes, 8)?.value
    if (swap !== undefined) return { pool: swap.pool, sqrtPriceQ64: swap.nextSqrtPrice, timeSec: swap.currentTimestamp }
  }
  return null
}

export function decodeInitializePool(bytes: Uint8Array): LayoutValue<typeof INITIALIZE_POOL_EVENT_HEAD> | null {
  if (bytes.length < MIN_INITIALIZE_POOL_EVENT_BYTES || !startsWith(bytes, INITIALIZE_POOL_EVENT_TAG)) return null
  return decodeLayout(INITIALIZE_POOL_EVENT_HEAD, bytes, 8)?.value ?? null
}
