import { decodeLayout, type Layout } from '../../../src/chain/solana/borsh-layout.ts'
import {
  BUY_ACCOUNTS,
  BUY_V2_ACCOUNTS,
  SELL_ACCOUNTS,
  SELL_V2_ACCOUNTS,
} from '../../../src/chain/solana/dexes/pumpfun/account-lists.ts'
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
} from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import type { BondingCurve } from '../../../src/chain/solana/dexes/pumpfun/state.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { ASSOCIATED_TOKEN_PROGRAM, NATIVE_MINT, SYSTEM_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { curveMarketCap, curveRates } from './curve-math.ts'
import { checkListed, loadBalance, loadCurve, loadFeeConfig, loadGlobal, loadMint } from './pump-accounts.ts'
import { PUMP_ERRORS } from './pump-errors.ts'
import { type LoadedTrade, type TradeAccounts, type TradeName, tradeScript } from './trade-script.ts'

/** `buy` and its kin: two amounts, and one byte that may be missing. */
const AMOUNTS = { amount: 'u64', limit: 'u64', trackVolume: 'bool' } as const satisfies Layout
const SHORTEST_DATA_BYTES = 24

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
  return tradeScript(loaded, args)
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
  const rates = curveRates(curve, { global, feeConfig, supply: baseMint.supplyRaw })
  const marketCap = curveMarketCap(curve, baseMint.supplyRaw)
  const curveBytes = call.read(bondingCurve)!.data.length
  return { ...accounts, call, name, global, curve, curveBytes, baseMint, rates, marketCap }
}
