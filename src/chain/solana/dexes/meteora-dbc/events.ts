import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, type Layout } from '../../borsh-layout.ts'

/** Events of Meteora DBC, carried by its calls to itself. */
const SWAP_HEAD = {
  pool: 'pubkey',
  config: 'pubkey',
  /** 0: the base goes in, 1: the quote does. */
  tradeDirection: 'u8',
  hasReferral: 'bool',
} as const satisfies Layout

/** Of every swap, and alone of program builds before `swap2`. */
const DBC_SWAP_EVENT = {
  ...SWAP_HEAD,
  paramAmountIn: 'u64',
  minimumAmountOut: 'u64',
  actualInputAmount: 'u64',
  outputAmount: 'u64',
  nextSqrtPrice: 'u128',
  tradingFee: 'u64',
  protocolFee: 'u64',
  referralFee: 'u64',
  amountIn: 'u64',
  currentTimestamp: 'u64',
} as const satisfies Layout

const DBC_SWAP_2_EVENT = {
  ...SWAP_HEAD,
  amount0: 'u64',
  amount1: 'u64',
  swapMode: 'u8',
  /** What the trader paid. */
  includedFeeInputAmount: 'u64',
  excludedFeeInputAmount: 'u64',
  amountLeft: 'u64',
  outputAmount: 'u64',
  nextSqrtPrice: 'u128',
  tradingFee: 'u64',
  protocolFee: 'u64',
  referralFee: 'u64',
  quoteReserveAmount: 'u64',
  migrationThreshold: 'u64',
  currentTimestamp: 'u64',
} as const satisfies Layout

const DBC_SWAP_EVENT_TAG = Buffer.from('1b3c15d58aaabb93', 'hex')
const DBC_SWAP_2_EVENT_TAG = Buffer.from('bd4233a826507599', 'hex')
/** The same fields, of tokens with a transfer hook. */
const HOOKED_SWAP_2_EVENT_TAG = Buffer.from('863ba8785e3372e7', 'hex')
/** With discriminator. */
const SWAP_EVENT_BYTES = 162
const SWAP_2_EVENT_BYTES = 187

export type DbcSwap = {
  readonly pool: string
  readonly isSell: boolean
  readonly inRaw: bigint
  readonly outRaw: bigint
}

/** What a swap left of its curve, and when it was, by the newer event alone; null without one. */
export function dbcAfterOf(events: readonly Uint8Array[]): {
  readonly pool: string
  readonly sqrtPriceQ64: bigint
  readonly quoteReserveRaw: bigint
  readonly timeSec: bigint
} | null {
  for (const bytes of events) {
    const isNewer = startsWith(bytes, DBC_SWAP_2_EVENT_TAG) || startsWith(bytes, HOOKED_SWAP_2_EVENT_TAG)
    const swap = isNewer && bytes.length >= SWAP_2_EVENT_BYTES ? decodeLayout(DBC_SWAP_2_EVENT, bytes, 8)?.value : null
    if (swap == null) continue
    const { pool, nextSqrtPrice: sqrtPriceQ64, quoteReserveAmount: quoteReserveRaw, currentTimestamp: timeSec } = swap
    return { pool, sqrtPriceQ64, quoteReserveRaw, timeSec }
  }
  return null
}

/** The one swap that an instruction announced, in either event or in both; null when there is none. */
export function dbcSwapOf(events: readonly Uint8Array[]): DbcSwap | null {
  for (const bytes of events) {
    const isNewer = startsWith(bytes, DBC_SWAP_2_EVENT_TAG) || startsWith(bytes, HOOKED_SWAP_2_EVENT_TAG)
    if (!isNewer || bytes.length < SWAP_2_EVENT_BYTES) continue
    const swap = decodeLayout(DBC_SWAP_2_EVENT, bytes, 8)?.value
    if (swap === undefined || swap.tradeDirection > 1) continue
    const { pool, tradeDirection, includedFeeInputAmount: inRaw, outputAmount: outRaw } = swap
    return { pool, isSell: tradeDirection === 0, inRaw, outRaw }
  }
  for (const bytes of events) {
    if (bytes.length < SWAP_EVENT_BYTES || !startsWith(bytes, DBC_SWAP_EVENT_TAG)) continue
    const swap = decodeLayout(DBC_SWAP_EVENT, bytes, 8)?.value
    if (swap === undefined || swap.tradeDirection > 1) continue
    const { pool, tradeDirection, amountIn: inRaw, outputAmount: outRaw } = swap
    return { pool, isSell: tradeDirection === 0, inRaw, outRaw }
  }
  return null
}
