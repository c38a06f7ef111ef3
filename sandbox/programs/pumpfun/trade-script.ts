import { bondingCurvePda, PUMP_FEE_CONFIG, PUMP_PROGRAM } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { type BondingCurve, encodeBondingCurve, type Global } from '../../../src/chain/solana/dexes/pumpfun/state.ts'
import { transferTokensChecked } from '../../../src/chain/solana/instructions.ts'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { invoke, isRefusal, type Refusal, refuse } from '../anchor-script.ts'
import { type CurveRates, type CurveTrade, giveTokens, spendQuote, takeTokens } from './curve-math.ts'
import { announceCompletion, announceTrade } from './events.ts'
import { paysInSol } from './fee-schedule.ts'
import { getFees } from './fees-emulator.ts'
import { createUserVolume, payLamports } from './payments.ts'
import type { LoadedMint } from './pump-accounts.ts'
import { PUMP_ERRORS } from './pump-errors.ts'

export type TradeName = 'buy' | 'buy_exact_sol_in' | 'sell' | 'buy_v2' | 'buy_exact_quote_in_v2' | 'sell_v2'

/** What every form of a trade comes down to. */
export type TradeAccounts = {
  readonly mint: string
  readonly bondingCurve: string
  readonly curveTokens: string
  readonly userTokens: string
  readonly user: string
  readonly tokenProgram: string
  readonly feeRecipient: string
  readonly buybackFeeRecipient: string
  readonly creatorVault: string
  /** Where a buy counts volume and a cashback token's creator fee goes; null where the instruction does not name it. */
  readonly userVolumeAccumulator: string | null
}
export type LoadedTrade = TradeAccounts & {
  readonly call: EmulatorCall
  readonly name: TradeName
  readonly global: Global
  readonly curve: BondingCurve
  readonly curveBytes: number
  readonly baseMint: LoadedMint
  readonly rates: CurveRates
  readonly marketCap: bigint
}

/** Prices a trade that has passed all checks of its accounts, and says what the program then does. */
export function tradeScript(
  loaded: LoadedTrade,
  { amount, limit, trackVolume }: { readonly amount: bigint; readonly limit: bigint; readonly trackVolume: boolean },
): readonly ScriptOp[] | Refusal {
  const priced = price(loaded, amount, limit)
  if (isRefusal(priced)) return priced
  return priced.isBuy ? buyOps(loaded, priced.trade, trackVolume) : sellOps(loaded, priced.trade)
}

type Priced = { readonly isBuy: boolean; readonly trade: CurveTrade }

function price({ name, curve, rates }: LoadedTrade, amount: bigint, limit: bigint): Priced | Refusal {
  if (name === 'sell' || name === 'sell_v2') {
    if (amount === 0n) return refuse(PUMP_ERRORS.sellZero)
    const trade = giveTokens(curve, rates, amount)
    if (trade === null) {
      const gross = giveTokens(curve, { protocolFeeBps: 0n, creatorFeeBps: 0n }, amount)
      return refuse(gross === null ? PUMP_ERRORS.notEnoughToSell : PUMP_ERRORS.overflow)
    }
    return trade.traderQuote < limit ? refuse(PUMP_ERRORS.tooLittleSol) : { isBuy: false, trade }
  }
  if (amount === 0n) return refuse(PUMP_ERRORS.buyZero)
  if (name === 'buy' || name === 'buy_v2') {
    const trade = takeTokens(curve, rates, amount)
    if (trade === null) return refuse(PUMP_ERRORS.complete)
    return trade.traderQuote > limit ? refuse(PUMP_ERRORS.tooMuchSol) : { isBuy: true, trade }
  }
  const trade = spendQuote(curve, rates, amount)
  if (trade === null) return refuse(PUMP_ERRORS.feesNotCovered)
  return trade.tokens < limit ? refuse(PUMP_ERRORS.tooFewTokens) : { isBuy: true, trade }
}

function buyOps(loaded: LoadedTrade, trade: CurveTrade, trackVolume: boolean): readonly ScriptOp[] {
  const { call, user, bondingCurve, mint } = loaded
  return [
    ...createUserVolume(call, user),
    askFees(loaded, trade),
    invoke(
      transferTokensChecked({
        from: loaded.curveTokens,
        mint,
        to: loaded.userTokens,
        authority: bondingCurve,
        amountRaw: trade.tokens,
        decimals: loaded.baseMint.decimals,
        tokenProgram: loaded.tokenProgram,
      }),
      [Buffer.from('bonding-curve'), addressBytes(mint), Uint8Array.of(bondingCurvePda(mint).bump)],
    ),
    ...payLamports(loaded, trade, 'user'),
    ...writeCurve(loaded, trade),
    ...announceTrade(loaded, trade, { isBuy: true, trackVolume }),
    ...(trade.completes ? announceCompletion(loaded) : []),
  ]
}

function sellOps(loaded: LoadedTrade, trade: CurveTrade): readonly ScriptOp[] {
  const { user, mint } = loaded
  return [
    ...(loaded.userVolumeAccumulator === null ? [] : createUserVolume(loaded.call, user)),
    askFees(loaded, trade),
    invoke(
      transferTokensChecked({
        from: loaded.userTokens,
        mint,
        to: loaded.curveTokens,
        authority: user,
        amountRaw: trade.tokens,
        decimals: loaded.baseMint.decimals,
        tokenProgram: loaded.tokenProgram,
      }),
    ),
    ...payLamports(loaded, trade, 'curve'),
    ...writeCurve(loaded, trade),
    ...announceTrade(loaded, trade, { isBuy: false, trackVolume: false }),
  ]
}

function askFees({ marketCap, curve }: LoadedTrade, trade: CurveTrade): ScriptOp {
  return getFees({
    feeConfig: PUMP_FEE_CONFIG,
    program: PUMP_PROGRAM,
    usesTiers: true,
    marketCap,
    tradeSize: trade.quote,
    isInSol: paysInSol(curve.quoteMint),
  })
}

function writeCurve({ curve, curveBytes, bondingCurve }: LoadedTrade, trade: CurveTrade): readonly ScriptOp[] {
  const next = { ...curve, ...trade.after, complete: trade.completes }
  return [{ op: 'write', address: bondingCurve, offset: 0, bytes: encodeBondingCurve(next, curveBytes) }]
}
