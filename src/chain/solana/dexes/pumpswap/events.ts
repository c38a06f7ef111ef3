import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, fieldsOf, type Layout, type LayoutValue } from '../../borsh-layout.ts'

/** Events of PumpSwap. Trailing fields were appended over the years: older events end earlier and the rest is zero. */
export const BUY_EVENT = {
  timestamp: 'i64',
  baseAmountOut: 'u64',
  maxQuoteAmountIn: 'u64',
  userBaseTokenReserves: 'u64',
  userQuoteTokenReserves: 'u64',
  /** Balances before the trade. */
  poolBaseTokenReserves: 'u64',
  poolQuoteTokenReserves: 'u64',
  quoteAmountIn: 'u64',
  lpFeeBasisPoints: 'u64',
  lpFee: 'u64',
  protocolFeeBasisPoints: 'u64',
  protocolFee: 'u64',
  quoteAmountInWithLpFee: 'u64',
  userQuoteAmountIn: 'u64',
  pool: 'pubkey',
  user: 'pubkey',
  userBaseTokenAccount: 'pubkey',
  userQuoteTokenAccount: 'pubkey',
  protocolFeeRecipient: 'pubkey',
  protocolFeeRecipientTokenAccount: 'pubkey',
  coinCreator: 'pubkey',
  coinCreatorFeeBasisPoints: 'u64',
  coinCreatorFee: 'u64',
  trackVolume: 'bool',
  totalUnclaimedTokens: 'u64',
  totalClaimedTokens: 'u64',
  currentSolVolume: 'u64',
  lastUpdateTimestamp: 'i64',
  minBaseAmountOut: 'u64',
  ixName: 'string',
  cashbackFeeBasisPoints: 'u64',
  cashback: 'u64',
  buybackFeeBasisPoints: 'u64',
  buybackFee: 'u64',
  virtualQuoteReserves: 'i128',
  canBoost: 'bool',
  baseSupply: 'u64',
  holderRewardsBps: 'u64',
  holderRewards: 'u64',
} as const satisfies Layout

export const SELL_EVENT = {
  timestamp: 'i64',
  baseAmountIn: 'u64',
  minQuoteAmountOut: 'u64',
  userBaseTokenReserves: 'u64',
  userQuoteTokenReserves: 'u64',
  poolBaseTokenReserves: 'u64',
  poolQuoteTokenReserves: 'u64',
  quoteAmountOut: 'u64',
  lpFeeBasisPoints: 'u64',
  lpFee: 'u64',
  protocolFeeBasisPoints: 'u64',
  protocolFee: 'u64',
  quoteAmountOutWithoutLpFee: 'u64',
  userQuoteAmountOut: 'u64',
  pool: 'pubkey',
  user: 'pubkey',
  userBaseTokenAccount: 'pubkey',
  userQuoteTokenAccount: 'pubkey',
  protocolFeeRecipient: 'pubkey',
  protocolFeeRecipientTokenAccount: 'pubkey',
  coinCreator: 'pubkey',
  coinCreatorFeeBasisPoints: 'u64',
  coinCreatorFee: 'u64',
  cashbackFeeBasisPoints: 'u64',
  cashback: 'u64',
  buybackFeeBasisPoints: 'u64',
  buybackFee: 'u64',
  virtualQuoteReserves: 'i128',
  canBoost: 'bool',
  baseSupply: 'u64',
  holderRewardsBps: 'u64',
  holderRewards: 'u64',
} as const satisfies Layout

export const CREATE_POOL_EVENT = {
  timestamp: 'i64',
  index: 'u16',
  creator: 'pubkey',
  baseMint: 'pubkey',
  quoteMint: 'pubkey',
  baseMintDecimals: 'u8',
  quoteMintDecimals: 'u8',
  baseAmountIn: 'u64',
  quoteAmountIn: 'u64',
  poolBaseAmount: 'u64',
  poolQuoteAmount: 'u64',
  minimumLiquidity: 'u64',
  initialLiquidity: 'u64',
  lpTokenAmountOut: 'u64',
  poolBump: 'u8',
  pool: 'pubkey',
  lpMint: 'pubkey',
  userBaseTokenAccount: 'pubkey',
  userQuoteTokenAccount: 'pubkey',
  coinCreator: 'pubkey',
  isMayhemMode: 'bool',
  creatorFeeBps: 'u64',
  canEditCreatorFee: 'bool',
  isHolderReward: 'bool',
} as const satisfies Layout

export const BUY_EVENT_TAG = Buffer.from('67f4521f2cf57777', 'hex')
export const SELL_EVENT_TAG = Buffer.from('3e2f370aa503dc2a', 'hex')
export const CREATE_POOL_EVENT_TAG = Buffer.from('b1310cd2a076a774', 'hex')

/** Every version has the fields up to the pool's and the user's token accounts and the fee recipient's. */
const OLDEST_TRADE_EVENT_BYTES = 312
const OLDEST_CREATE_POOL_EVENT_BYTES = 301

export type BuyEvent = LayoutValue<typeof BUY_EVENT>
export type SellEvent = LayoutValue<typeof SELL_EVENT>
export type CreatePoolEvent = LayoutValue<typeof CREATE_POOL_EVENT>

/** Null for other events and for bytes cut off before the fields every version has. */
export function decodeBuyEvent(bytes: Uint8Array): BuyEvent | null {
  if (bytes.length < OLDEST_TRADE_EVENT_BYTES || !startsWith(bytes, BUY_EVENT_TAG)) return null
  return decodeLayout(BUY_EVENT, bytes, 8)?.value ?? null
}

export function decodeSellEvent(bytes: Uint8Array): SellEvent | null {
  if (bytes.length < OLDEST_TRADE_EVENT_BYTES || !startsWith(bytes, SELL_EVENT_TAG)) return null
  return decodeLayout(SELL_EVENT, bytes, 8)?.value ?? null
}

/** What a trade is, without what the event says of fees and of the program's own accounts. */
const POOL_FACTS = ['poolBaseTokenReserves', 'poolQuoteTokenReserves', 'pool', 'user', 'virtualQuoteReserves'] as const
const BUY_FACTS = [...POOL_FACTS, 'baseAmountOut', 'quoteAmountInWithLpFee', 'userQuoteAmountIn'] as const
const SELL_FACTS = [...POOL_FACTS, 'baseAmountIn', 'quoteAmountOutWithoutLpFee', 'userQuoteAmountOut'] as const
export type BuyFacts = Pick<BuyEvent, (typeof BUY_FACTS)[number]>
export type SellFacts = Pick<SellEvent, (typeof SELL_FACTS)[number]>
const readBuyFacts = fieldsOf(BUY_EVENT, BUY_FACTS)
const readSellFacts = fieldsOf(SELL_EVENT, SELL_FACTS)

/** Null where `decodeBuyEvent` is null. */
export function decodeBuyFacts(bytes: Uint8Array): BuyFacts | null {
  if (bytes.length < OLDEST_TRADE_EVENT_BYTES || !startsWith(bytes, BUY_EVENT_TAG)) return null
  return readBuyFacts(bytes, 8)
}

/** Null where `decodeSellEvent` is null. */
export function decodeSellFacts(bytes: Uint8Array): SellFacts | null {
  if (bytes.length < OLDEST_TRADE_EVENT_BYTES || !startsWith(bytes, SELL_EVENT_TAG)) return null
  return readSellFacts(bytes, 8)
}

export function decodeCreatePoolEvent(bytes: Uint8Array): CreatePoolEvent | null {
  if (bytes.length < OLDEST_CREATE_POOL_EVENT_BYTES || !startsWith(bytes, CREATE_POOL_EVENT_TAG)) return null
  return decodeLayout(CREATE_POOL_EVENT, bytes, 8)?.value ?? null
}
