import { PUMP_EVENT_AUTHORITY, PUMP_PROGRAM } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import {
  COMPLETE_EVENT,
  COMPLETE_EVENT_TAG,
  eventBytes,
  TRADE_EVENT,
  TRADE_EVENT_TAG,
} from '../../../src/chain/solana/dexes/pumpfun/events.ts'
import { findProgramAddress } from '../../../src/chain/solana/pda.ts'
import type { ScriptOp } from '../../chain/types.ts'
import { announce } from '../anchor-script.ts'
import type { CurveTrade } from './curve-math.ts'
import { buybackFeeOf } from './payments.ts'
import type { LoadedTrade } from './trade-script.ts'

export function announcePump(event: Uint8Array): ScriptOp[] {
  const { bump } = findProgramAddress([Buffer.from('__event_authority')], PUMP_PROGRAM)
  const self = { programId: PUMP_PROGRAM, eventAuthority: PUMP_EVENT_AUTHORITY, eventAuthorityBump: bump }
  return announce(self, event)
}

export function announceTrade(
  loaded: LoadedTrade,
  trade: CurveTrade,
  { isBuy, trackVolume }: { isBuy: boolean; trackVolume: boolean },
): readonly ScriptOp[] {
  const { curve, rates, global, call } = loaded
  const paysCashback = curve.isCashbackCoin && loaded.userVolumeAccumulator !== null
  const { after } = trade
  const event = eventBytes(TRADE_EVENT_TAG, TRADE_EVENT, {
    mint: loaded.mint,
    solAmount: trade.quote,
    tokenAmount: trade.tokens,
    isBuy,
    user: loaded.user,
    timestamp: BigInt(call.unixTimeSec),
    virtualSolReserves: after.virtualQuoteReserves,
    virtualTokenReserves: after.virtualTokenReserves,
    realSolReserves: after.realQuoteReserves,
    realTokenReserves: after.realTokenReserves,
    feeRecipient: loaded.feeRecipient,
    feeBasisPoints: rates.protocolFeeBps,
    fee: trade.protocolFee,
    creator: curve.creator,
    creatorFeeBasisPoints: rates.creatorFeeBps,
    creatorFee: trade.creatorFee,
    trackVolume,
    totalUnclaimedTokens: 0n,
    totalClaimedTokens: 0n,
    currentSolVolume: 0n,
    lastUpdateTimestamp: 0n,
    ixName: loaded.name,
    mayhemMode: curve.isMayhemMode,
    cashbackFeeBasisPoints: paysCashback ? rates.creatorFeeBps : 0n,
    cashback: paysCashback ? trade.creatorFee : 0n,
    buybackFeeBasisPoints: global.buybackBasisPoints,
    buybackFee: buybackFeeOf(loaded, trade),
    shareholders: [],
    quoteMint: curve.quoteMint,
    quoteAmount: trade.quote,
    virtualQuoteReserves: after.virtualQuoteReserves,
    realQuoteReserves: after.realQuoteReserves,
    holderRewardsBps: 0n,
    holderRewards: 0n,
  })
  return announcePump(event)
}

export function announceCompletion({ user, mint, bondingCurve, curve, call }: LoadedTrade): readonly ScriptOp[] {
  const event = eventBytes(COMPLETE_EVENT_TAG, COMPLETE_EVENT, {
    user,
    mint,
    bondingCurve,
    timestamp: BigInt(call.unixTimeSec),
    quoteMint: curve.quoteMint,
  })
  return announcePump(event)
}
