import { decodeLayout, type Layout } from '../../chain/solana/borsh-layout.ts'
import {
  BUY_ACCOUNTS,
  BUY_V2_ACCOUNTS,
  SELL_ACCOUNTS,
  SELL_V2_ACCOUNTS,
} from '../../chain/solana/dexes/pumpfun/account-lists.ts'
import {
  bondingCurvePda,
  bondingCurveV2Pda,
  creatorVaultPda,
  PUMP_EVENT_AUTHORITY,
  PUMP_FEE_CONFIG,
  PUMP_FEES_PROGRAM,
  PUMP_GLOBAL,
  PUMP_PROGRAM,
  PUMP_VOLUME_ACCUMULATOR,
  SOL_LIKE_MINTS,
  sharingConfigPda,
  userVolumePda,
} from '../../chain/solana/dexes/pumpfun/addresses.ts'
import {
  type CurveRates,
  type CurveTrade,
  curveMarketCap,
  curveRates,
  quoteBuyExactQuote,
  quoteBuyExactTokens,
  quoteKindOf,
  quoteSell,
} from '../../chain/solana/dexes/pumpfun/quote.ts'
import { type BondingCurve, encodeBondingCurve, type Global } from '../../chain/solana/dexes/pumpfun/state.ts'
import { transferTokensChecked } from '../../chain/solana/instructions.ts'
import { addressBytes, associatedTokenAddress } from '../../chain/solana/pda.ts'
import { ASSOCIATED_TOKEN_PROGRAM, NATIVE_MINT, SYSTEM_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../chain/types.ts'
import { ANCHOR, checkAddresses, invoke, isRefusal, type Refusal, readAccounts, refuse } from './anchor-script.ts'
import {
  checkListed,
  type LoadedMint,
  loadBalance,
  loadCurve,
  loadFeeConfig,
  loadGlobal,
  loadMint,
} from './pump-accounts.ts'
import { PUMP_ERRORS } from './pump-errors.ts'
import { getFees } from './pump-fees-emulator.ts'
import { announceCompletion, announceTrade } from './pumpfun-events.ts'
import { createUserVolume, payLamports } from './pumpfun-payments.ts'

/** `buy` and its kin: two amounts, and one byte that may be missing. */
const AMOUNTS = { amount: 'u64', limit: 'u64', trackVolume: 'bool' } as const satisfies Layout
const SHORTEST_DATA_BYTES = 24

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
  /** Where a buy counts volume and a cashback coin's creator fee goes; null where the instruction does not name it. */
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

export function runLegacyTrade(
  call: EmulatorCall,
  name: 'buy' | 'buy_exact_sol_in' | 'sell',
): readonly ScriptOp[] | Refusal {
  const isSell = name === 'sell'
  const buy = isSell ? null : readAccounts(call, BUY_ACCOUNTS)
  const read = buy ?? readAccounts(call, SELL_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const curve = loadCurve(call, at.bondingCurve)
  if (isRefusal(curve)) return curve
  if (!SOL_LIKE_MINTS.has(curve.quoteMint)) return refuse(PUMP_ERRORS.unsupportedQuote)
  const remaining = [...read.remaining]
  const userVolume = userVolumePda(at.user).address
  let accumulator = isSell ? null : userVolume
  if (isSell && curve.isCashbackCoin) {
    const given = remaining.shift()
    if (given?.address !== userVolume || !given.isWritable) return refuse(PUMP_ERRORS.cashbackAccountsMissing)
    accumulator = userVolume
  }
  const [curveV2, buyback] = remaining
  if (curveV2 === undefined || buyback === undefined) return refuse(PUMP_ERRORS.buybackMissing)
  if (curveV2.address !== bondingCurveV2Pda(at.mint).address) return refuse(PUMP_ERRORS.invalidCurveV2)
  const fault =
    checkProgramAccounts(at) ??
    checkAddresses([['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId]]) ??
    (buy === null || isRefusal(buy)
      ? buy
      : checkAddresses([
          ['userVolumeAccumulator', buy.at.userVolumeAccumulator, userVolume],
          ['globalVolumeAccumulator', buy.at.globalVolumeAccumulator, PUMP_VOLUME_ACCUMULATOR],
        ]))
  if (fault !== null) return fault
  return trade(
    call,
    name,
    {
      mint: at.mint,
      bondingCurve: at.bondingCurve,
      curveTokens: at.associatedBondingCurve,
      userTokens: at.associatedUser,
      user: at.user,
      tokenProgram: at.tokenProgram,
      feeRecipient: at.feeRecipient,
      buybackFeeRecipient: buyback.address,
      creatorVault: at.creatorVault,
      userVolumeAccumulator: accumulator,
    },
    curve,
  )
}

export function runTradeV2(
  call: EmulatorCall,
  name: 'buy_v2' | 'buy_exact_quote_in_v2' | 'sell_v2',
): readonly ScriptOp[] | Refusal {
  const read = name === 'sell_v2' ? readAccounts(call, SELL_V2_ACCOUNTS) : readAccounts(call, BUY_V2_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const curve = loadCurve(call, at.bondingCurve)
  if (isRefusal(curve)) return curve
  // Curves of other quotes are traded in tokens, which the sandbox's world does not have.
  if (!SOL_LIKE_MINTS.has(curve.quoteMint) || at.quoteMint !== NATIVE_MINT) return refuse(PUMP_ERRORS.unsupportedQuote)
  const quoteAccountOf = (owner: string) => associatedTokenAddress(owner, at.quoteMint, at.quoteTokenProgram)
  const fault =
    checkProgramAccounts(at) ??
    checkAddresses([
      ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
      ['associatedTokenProgram', at.associatedTokenProgram, ASSOCIATED_TOKEN_PROGRAM, ANCHOR.programId],
      ['associatedQuoteFeeRecipient', at.associatedQuoteFeeRecipient, quoteAccountOf(at.feeRecipient)],
      [
        'associatedQuoteBuybackFeeRecipient',
        at.associatedQuoteBuybackFeeRecipient,
        quoteAccountOf(at.buybackFeeRecipient),
      ],
      ['associatedQuoteBondingCurve', at.associatedQuoteBondingCurve, quoteAccountOf(at.bondingCurve)],
      ['associatedQuoteUser', at.associatedQuoteUser, quoteAccountOf(at.user)],
      ['associatedCreatorVault', at.associatedCreatorVault, quoteAccountOf(at.creatorVault)],
      ['sharingConfig', at.sharingConfig, sharingConfigPda(at.baseMint).address],
      ['userVolumeAccumulator', at.userVolumeAccumulator, userVolumePda(at.user).address],
      ['associatedUserVolumeAccumulator', at.associatedUserVolumeAccumulator, quoteAccountOf(at.userVolumeAccumulator)],
    ])
  if (fault !== null) return fault
  return trade(
    call,
    name,
    {
      mint: at.baseMint,
      bondingCurve: at.bondingCurve,
      curveTokens: at.associatedBaseBondingCurve,
      userTokens: at.associatedBaseUser,
      user: at.user,
      tokenProgram: at.baseTokenProgram,
      feeRecipient: at.feeRecipient,
      buybackFeeRecipient: at.buybackFeeRecipient,
      creatorVault: at.creatorVault,
      userVolumeAccumulator: name === 'sell_v2' && !curve.isCashbackCoin ? null : at.userVolumeAccumulator,
    },
    curve,
  )
}

/** Accounts that are the same in every form. */
function checkProgramAccounts(at: {
  readonly global: string
  readonly eventAuthority: string
  readonly program: string
  readonly feeConfig: string
  readonly feeProgram: string
}): Refusal | null {
  return checkAddresses([
    ['global', at.global, PUMP_GLOBAL],
    ['eventAuthority', at.eventAuthority, PUMP_EVENT_AUTHORITY],
    ['program', at.program, PUMP_PROGRAM, ANCHOR.address],
    ['feeConfig', at.feeConfig, PUMP_FEE_CONFIG],
    ['feeProgram', at.feeProgram, PUMP_FEES_PROGRAM, ANCHOR.address],
  ])
}

function trade(
  call: EmulatorCall,
  name: TradeName,
  accounts: TradeAccounts,
  curve: BondingCurve,
): readonly ScriptOp[] | Refusal {
  const args = call.data.length < SHORTEST_DATA_BYTES ? null : decodeLayout(AMOUNTS, call.data, 8)?.value
  if (args === null || args === undefined) return refuse(ANCHOR.didNotDeserialize)
  const loaded = loadTrade(call, name, accounts, curve)
  if (isRefusal(loaded)) return loaded
  const priced = price(loaded, args.amount, args.limit)
  if (isRefusal(priced)) return priced
  return priced.isBuy ? buyOps(loaded, priced.trade, args.trackVolume) : sellOps(loaded, priced.trade)
}

function loadTrade(
  call: EmulatorCall,
  name: TradeName,
  accounts: TradeAccounts,
  curve: BondingCurve,
): LoadedTrade | Refusal {
  const { mint, bondingCurve, curveTokens, userTokens, tokenProgram, creatorVault } = accounts
  const baseMint = loadMint(call, mint, 'mint')
  if (isRefusal(baseMint)) return baseMint
  const fault = checkAddresses([
    ['bondingCurve', bondingCurve, bondingCurvePda(mint).address],
    ['tokenProgram', tokenProgram, baseMint.tokenProgram, ANCHOR.programId],
    [
      'associatedBondingCurve',
      curveTokens,
      associatedTokenAddress(bondingCurve, mint, tokenProgram),
      ANCHOR.associated,
    ],
    ['creatorVault', creatorVault, creatorVaultPda(curve.creator).address],
  ])
  if (fault !== null) return fault
  const global = loadGlobal(call, PUMP_GLOBAL)
  if (isRefusal(global)) return global
  const feeConfig = loadFeeConfig(call, PUMP_FEE_CONFIG)
  if (isRefusal(feeConfig)) return feeConfig
  const recipients = curve.isMayhemMode
    ? [global.reservedFeeRecipient, ...global.reservedFeeRecipients]
    : [global.feeRecipient, ...global.feeRecipients]
  const unlisted =
    checkListed(accounts.feeRecipient, recipients, PUMP_ERRORS.notAuthorized) ??
    checkListed(accounts.buybackFeeRecipient, global.buybackFeeRecipients, PUMP_ERRORS.buybackNotAuthorized)
  if (unlisted !== null) return unlisted
  if (curve.complete) return refuse(PUMP_ERRORS.complete)
  const held = loadBalance(call, userTokens, { name: 'associatedUser', mint })
  if (isRefusal(held)) return held
  const rates = curveRates({ global, feeConfig, curve, mintSupplyRaw: baseMint.supplyRaw })
  const marketCap = curveMarketCap(curve, baseMint.supplyRaw)
  const curveBytes = call.read(bondingCurve)!.data.length
  return { ...accounts, call, name, global, curve, curveBytes, baseMint, rates, marketCap }
}

type Priced = { readonly isBuy: boolean; readonly trade: CurveTrade }

function price({ name, curve, rates }: LoadedTrade, amount: bigint, limit: bigint): Priced | Refusal {
  if (name === 'sell' || name === 'sell_v2') {
    if (amount === 0n) return refuse(PUMP_ERRORS.sellZero)
    const trade = quoteSell(curve, rates, amount)
    if (trade === null) {
      const gross = quoteSell(curve, { protocolFeeBps: 0n, creatorFeeBps: 0n }, amount)
      return refuse(gross === null ? PUMP_ERRORS.notEnoughToSell : PUMP_ERRORS.overflow)
    }
    return trade.traderQuote < limit ? refuse(PUMP_ERRORS.tooLittleSol) : { isBuy: false, trade }
  }
  if (amount === 0n) return refuse(PUMP_ERRORS.buyZero)
  if (name === 'buy' || name === 'buy_v2') {
    const trade = quoteBuyExactTokens(curve, rates, amount)
    if (trade === null) return refuse(PUMP_ERRORS.complete)
    return trade.traderQuote > limit ? refuse(PUMP_ERRORS.tooMuchSol) : { isBuy: true, trade }
  }
  const trade = quoteBuyExactQuote(curve, rates, amount)
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
    quote: quoteKindOf(curve.quoteMint),
  })
}

function writeCurve({ curve, curveBytes, bondingCurve }: LoadedTrade, trade: CurveTrade): readonly ScriptOp[] {
  const next = { ...curve, ...trade.after, complete: trade.completes }
  return [{ op: 'write', address: bondingCurve, offset: 0, bytes: encodeBondingCurve(next, curveBytes) }]
}
