import { eventBytes } from '../../../src/chain/solana/dexes/pumpfun/events.ts'
import {
  BUY_EVENT,
  BUY_EVENT_TAG,
  SELL_EVENT,
  SELL_EVENT_TAG,
} from '../../../src/chain/solana/dexes/pumpswap/events.ts'
import type { ScriptOp } from '../../chain/types.ts'
import { partWithin } from '../pumpfun/fee-schedule.ts'
import { announceSwap } from './events.ts'
import type { PoolTrade } from './pool-math.ts'
import type { BuyName, LoadedSwap } from './trade.ts'

export function announceBuy(swap: LoadedSwap, trade: PoolTrade, ixName: BuyName): readonly ScriptOp[] {
  const isExactQuote = ixName === 'buy_exact_quote_in'
  const event = eventBytes(BUY_EVENT_TAG, BUY_EVENT, {
    ...sharedFields(swap, trade),
    baseAmountOut: trade.base,
    maxQuoteAmountIn: isExactQuote ? swap.amount : swap.limit,
    quoteAmountIn: trade.quote,
    quoteAmountInWithLpFee: trade.poolQuote,
    userQuoteAmountIn: trade.traderQuote,
    trackVolume: swap.trackVolume,
    totalUnclaimedTokens: 0n,
    totalClaimedTokens: 0n,
    currentSolVolume: 0n,
    lastUpdateTimestamp: 0n,
    minBaseAmountOut: isExactQuote ? swap.limit : trade.base,
    ixName,
  })
  return announceSwap(event)
}

export function announceSell(swap: LoadedSwap, trade: PoolTrade): readonly ScriptOp[] {
  const event = eventBytes(SELL_EVENT_TAG, SELL_EVENT, {
    ...sharedFields(swap, trade),
    baseAmountIn: trade.base,
    minQuoteAmountOut: swap.limit,
    quoteAmountOut: trade.quote,
    quoteAmountOutWithoutLpFee: trade.poolQuote,
    userQuoteAmountOut: trade.traderQuote,
  })
  return announceSwap(event)
}

/** Balances are those before the trade. */
function sharedFields(swap: LoadedSwap, trade: PoolTrade) {
  const { at, call, pool, reserves, rates, globalConfig, base } = swap
  const paysCashback = swap.cashbackTokenAccount !== null
  return {
    timestamp: BigInt(call.unixTimeSec),
    userBaseTokenReserves: swap.userBase,
    userQuoteTokenReserves: swap.userQuote,
    poolBaseTokenReserves: reserves.base,
    poolQuoteTokenReserves: reserves.quote,
    lpFeeBasisPoints: rates.lpFeeBps,
    lpFee: trade.lpFee,
    protocolFeeBasisPoints: rates.protocolFeeBps,
    protocolFee: trade.protocolFee,
    pool: at.pool,
    user: at.user,
    userBaseTokenAccount: at.userBaseTokenAccount,
    userQuoteTokenAccount: at.userQuoteTokenAccount,
    protocolFeeRecipient: at.protocolFeeRecipient,
    protocolFeeRecipientTokenAccount: at.protocolFeeRecipientTokenAccount,
    coinCreator: pool.coinCreator,
    coinCreatorFeeBasisPoints: rates.creatorFeeBps,
    coinCreatorFee: trade.creatorFee,
    cashbackFeeBasisPoints: paysCashback ? rates.creatorFeeBps : 0n,
    cashback: paysCashback ? trade.creatorFee : 0n,
    buybackFeeBasisPoints: globalConfig.buybackBasisPoints,
    buybackFee: buybackFeeOf(swap, trade),
    virtualQuoteReserves: pool.virtualQuoteReserves,
    canBoost: false,
    baseSupply: base.supplyRaw,
    holderRewardsBps: 0n,
    holderRewards: 0n,
  }
}

/** The part of the protocol's fee that goes to the buyback recipient. */
export function buybackFeeOf({ globalConfig }: LoadedSwap, trade: PoolTrade): bigint {
  return partWithin(trade.protocolFee, globalConfig.buybackBasisPoints)
}
