import { accountUses } from '../../account-list.ts'
import { encodeLayout, type Layout, ZERO_KEY } from '../../borsh-layout.ts'
import { type AccountUse, type Instruction, readonlyAccount, writableAccount } from '../../instructions.ts'
import { associatedTokenAddress } from '../../pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  NATIVE_MINT,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '../../program-ids.ts'
import {
  BUY_ACCOUNTS,
  BUY_V2_ACCOUNTS,
  CREATE_ACCOUNTS,
  CREATE_V2_ACCOUNTS,
  PUMP_TAGS,
  SELL_ACCOUNTS,
  SELL_V2_ACCOUNTS,
} from './account-lists.ts'
import {
  BUYBACK_FEE_RECIPIENTS,
  bondingCurvePda,
  bondingCurveV2Pda,
  creatorVaultPda,
  FEE_RECIPIENTS,
  MAYHEM_PROGRAM,
  mayhemPda,
  mayhemStatePda,
  metadataPda,
  PUMP_EVENT_AUTHORITY,
  PUMP_FEE_CONFIG,
  PUMP_FEES_PROGRAM,
  PUMP_GLOBAL,
  PUMP_MINT_AUTHORITY,
  PUMP_PROGRAM,
  PUMP_VOLUME_ACCUMULATOR,
  RESERVED_FEE_RECIPIENTS,
  sharingConfigPda,
  userVolumePda,
} from './addresses.ts'
import type { BondingCurve } from './state.ts'

/** What a trade must know of its curve: the account itself will do. */
export type CurveFacts = Pick<BondingCurve, 'creator' | 'isMayhemMode' | 'isCashbackCoin' | 'quoteMint'>

export type CurveTradeInput = {
  readonly mint: string
  /** Owner program of the mint account. */
  readonly tokenProgram: string
  readonly curve: CurveFacts
  readonly user: string
  /** The user's associated accounts by default. */
  readonly userTokenAccount?: string
  readonly userQuoteAccount?: string
  /** Any of the program's lists; the first by default. Spreading trades over them avoids write locks. */
  readonly feeRecipient?: string
  readonly buybackFeeRecipient?: string
}
/** The forms a trade has. Those of version 2 are for curves of every quote mint, the older ones for SOL only. */
export type CurveTradeForm = 'buy' | 'buyExactSolIn' | 'sell' | 'buyV2' | 'buyExactQuoteInV2' | 'sellV2'

const AMOUNTS = { amount: 'u64', limit: 'u64' } as const satisfies Layout
const AMOUNTS_AND_FLAG = { ...AMOUNTS, trackVolume: 'bool' } as const satisfies Layout
const CREATE_ARGS = {
  name: 'string',
  symbol: 'string',
  uri: 'string',
  creator: 'pubkey',
} as const satisfies Layout
/** The options have no tag byte and may be left off at the end. */
const CREATE_V2_ARGS = {
  ...CREATE_ARGS,
  isMayhemMode: 'bool',
  isCashbackEnabled: 'bool',
  creatorFeeBps: 'u64',
  isHolderReward: 'bool',
} as const satisfies Layout

/** `buy`: exactly `tokensRaw` tokens for at most `maxQuoteRaw`, fees included. SOL curves only. The user's token
 *  account must exist. */
export function buildPumpBuy(
  input: CurveTradeInput & { readonly tokensRaw: bigint; readonly maxQuoteRaw: bigint; readonly trackVolume?: boolean },
): Instruction {
  return tradeInstruction('buy', input, input.tokensRaw, input.maxQuoteRaw)
}

/** `buy_exact_sol_in`: spends `spendableQuoteRaw`, fees included, for at least `minTokensRaw`. SOL curves only. */
export function buildPumpBuyExactSolIn(
  input: CurveTradeInput & {
    readonly spendableQuoteRaw: bigint
    readonly minTokensRaw: bigint
    readonly trackVolume?: boolean
  },
): Instruction {
  return tradeInstruction('buyExactSolIn', input, input.spendableQuoteRaw, input.minTokensRaw)
}

/** `sell`: exactly `tokensRaw` for at least `minQuoteRaw` after fees. SOL curves only. */
export function buildPumpSell(
  input: CurveTradeInput & { readonly tokensRaw: bigint; readonly minQuoteRaw: bigint },
): Instruction {
  return tradeInstruction('sell', input, input.tokensRaw, input.minQuoteRaw)
}

export type CurveTradeV2Input = CurveTradeInput & {
  /** Owner program of the quote mint; the classic token program for SOL and USDC, the default. */
  readonly quoteTokenProgram?: string
}

/** `buy_v2`: as `buildPumpBuy`, for curves of every quote mint. @internal Tests build it: the decoders and the emulator
 *  read it. */
export function buildPumpBuyV2(
  input: CurveTradeV2Input & { readonly tokensRaw: bigint; readonly maxQuoteRaw: bigint },
): Instruction {
  return tradeInstruction('buyV2', input, input.tokensRaw, input.maxQuoteRaw)
}

/** `buy_exact_quote_in_v2`: as `buildPumpBuyExactSolIn`, for curves of every quote mint. @internal Tests build it: the
 *  decoders and the emulator read it. */
export function buildPumpBuyExactQuoteInV2(
  input: CurveTradeV2Input & { readonly spendableQuoteRaw: bigint; readonly minTokensRaw: bigint },
): Instruction {
  return tradeInstruction('buyExactQuoteInV2', input, input.spendableQuoteRaw, input.minTokensRaw)
}

/** `sell_v2`: as `buildPumpSell`, for curves of every quote mint. */
export function buildPumpSellV2(
  input: CurveTradeV2Input & { readonly tokensRaw: bigint; readonly minQuoteRaw: bigint },
): Instruction {
  return tradeInstruction('sellV2', input, input.tokensRaw, input.minQuoteRaw)
}

/** Accounts of a trade, in the program's order. */
export function curveTradeAccounts(form: CurveTradeForm, input: CurveTradeV2Input): AccountUse[] {
  switch (form) {
    case 'buy':
    case 'buyExactSolIn':
      return accountUses(BUY_ACCOUNTS, legacyAccounts(input), legacyRemaining(input))
    case 'sell': {
      const cashback = input.curve.isCashbackCoin ? [writableAccount(userVolumePda(input.user).address)] : []
      return accountUses(SELL_ACCOUNTS, legacyAccounts(input), [...cashback, ...legacyRemaining(input)])
    }
    case 'buyV2':
    case 'buyExactQuoteInV2':
      return accountUses(BUY_V2_ACCOUNTS, v2Accounts(input))
    case 'sellV2':
      return accountUses(SELL_V2_ACCOUNTS, v2Accounts(input))
  }
}

/** Data of a trade: what is fixed, and the limit of the other side. */
export function curveTradeData(
  form: CurveTradeForm,
  { amount, limit, trackVolume = true }: { amount: bigint; limit: bigint; trackVolume?: boolean },
): Uint8Array {
  const hasFlag = form === 'buy' || form === 'buyExactSolIn'
  const args = hasFlag
    ? encodeLayout(AMOUNTS_AND_FLAG, { amount, limit, trackVolume })
    : encodeLayout(AMOUNTS, { amount, limit })
  return Buffer.concat([PUMP_TAGS[form], args])
}

export type LaunchInput = {
  /** A new key pair: the mint signs. */
  readonly mint: string
  readonly user: string
  readonly creator: string
  readonly name: string
  readonly symbol: string
  readonly uri: string
}

/** `create`: a classic SPL mint with Metaplex metadata. */
export function buildPumpCreate(input: LaunchInput): Instruction {
  const { mint, user, name, symbol, uri, creator } = input
  const data = encodeLayout(CREATE_ARGS, { name, symbol, uri, creator })
  const accounts = accountUses(CREATE_ACCOUNTS, {
    ...launchAccounts(mint, user, TOKEN_PROGRAM),
    metadataProgram: TOKEN_METADATA_PROGRAM,
    metadata: metadataPda(mint).address,
    rent: RENT_SYSVAR,
  })
  return pumpInstruction(PUMP_TAGS.create, data, accounts)
}

/** `create_v2`: a Token-2022 mint that carries its own metadata. Quoted in SOL. */
export function buildPumpCreateV2(
  input: LaunchInput & {
    readonly isMayhemMode?: boolean
    readonly isCashbackEnabled?: boolean
    readonly creatorFeeBps?: bigint
    readonly isHolderReward?: boolean
  },
): Instruction {
  const { mint, user, name, symbol, uri, creator } = input
  const solVault = mayhemPda('sol-vault').address
  const data = encodeLayout(CREATE_V2_ARGS, {
    name,
    symbol,
    uri,
    creator,
    isMayhemMode: input.isMayhemMode ?? false,
    isCashbackEnabled: input.isCashbackEnabled ?? false,
    creatorFeeBps: input.creatorFeeBps ?? 0n,
    isHolderReward: input.isHolderReward ?? false,
  })
  const accounts = accountUses(CREATE_V2_ACCOUNTS, {
    ...launchAccounts(mint, user, TOKEN_2022_PROGRAM),
    mayhemProgram: MAYHEM_PROGRAM,
    globalParams: mayhemPda('global-params').address,
    solVault,
    mayhemState: mayhemStatePda(mint).address,
    mayhemTokenVault: associatedTokenAddress(solVault, mint, TOKEN_2022_PROGRAM),
  })
  return pumpInstruction(PUMP_TAGS.createV2, data, accounts)
}

function tradeInstruction(
  form: CurveTradeForm,
  input: CurveTradeV2Input & { readonly trackVolume?: boolean },
  amount: bigint,
  limit: bigint,
): Instruction {
  const flag = input.trackVolume === undefined ? {} : { trackVolume: input.trackVolume }
  return {
    programId: PUMP_PROGRAM,
    accounts: curveTradeAccounts(form, input),
    data: curveTradeData(form, { amount, limit, ...flag }),
  }
}

function legacyAccounts({ mint, tokenProgram, curve, user, userTokenAccount, feeRecipient }: CurveTradeInput) {
  const bondingCurve = bondingCurvePda(mint).address
  return {
    global: PUMP_GLOBAL,
    feeRecipient: feeRecipient ?? defaultFeeRecipient(curve),
    mint,
    bondingCurve,
    associatedBondingCurve: associatedTokenAddress(bondingCurve, mint, tokenProgram),
    associatedUser: userTokenAccount ?? associatedTokenAddress(user, mint, tokenProgram),
    user,
    systemProgram: SYSTEM_PROGRAM,
    tokenProgram,
    creatorVault: creatorVaultPda(curve.creator).address,
    eventAuthority: PUMP_EVENT_AUTHORITY,
    program: PUMP_PROGRAM,
    globalVolumeAccumulator: PUMP_VOLUME_ACCUMULATOR,
    userVolumeAccumulator: userVolumePda(user).address,
    feeConfig: PUMP_FEE_CONFIG,
    feeProgram: PUMP_FEES_PROGRAM,
  }
}

function legacyRemaining({ mint, buybackFeeRecipient }: CurveTradeInput) {
  return [
    readonlyAccount(bondingCurveV2Pda(mint).address),
    writableAccount(buybackFeeRecipient ?? BUYBACK_FEE_RECIPIENTS[0]!),
  ]
}

function v2Accounts(input: CurveTradeV2Input) {
  const { mint, tokenProgram, curve, user } = input
  const quoteTokenProgram = input.quoteTokenProgram ?? TOKEN_PROGRAM
  const quoteMint = curve.quoteMint === ZERO_KEY ? NATIVE_MINT : curve.quoteMint
  const bondingCurve = bondingCurvePda(mint).address
  const feeRecipient = input.feeRecipient ?? defaultFeeRecipient(curve)
  const buybackFeeRecipient = input.buybackFeeRecipient ?? BUYBACK_FEE_RECIPIENTS[0]!
  const creatorVault = creatorVaultPda(curve.creator).address
  const userVolumeAccumulator = userVolumePda(user).address
  const quoteAccountOf = (owner: string) => associatedTokenAddress(owner, quoteMint, quoteTokenProgram)
  return {
    global: PUMP_GLOBAL,
    baseMint: mint,
    quoteMint,
    baseTokenProgram: tokenProgram,
    quoteTokenProgram,
    associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM,
    feeRecipient,
    associatedQuoteFeeRecipient: quoteAccountOf(feeRecipient),
    buybackFeeRecipient,
    associatedQuoteBuybackFeeRecipient: quoteAccountOf(buybackFeeRecipient),
    bondingCurve,
    associatedBaseBondingCurve: associatedTokenAddress(bondingCurve, mint, tokenProgram),
    associatedQuoteBondingCurve: quoteAccountOf(bondingCurve),
    user,
    associatedBaseUser: input.userTokenAccount ?? associatedTokenAddress(user, mint, tokenProgram),
    associatedQuoteUser: input.userQuoteAccount ?? quoteAccountOf(user),
    creatorVault,
    associatedCreatorVault: quoteAccountOf(creatorVault),
    sharingConfig: sharingConfigPda(mint).address,
    globalVolumeAccumulator: PUMP_VOLUME_ACCUMULATOR,
    userVolumeAccumulator,
    associatedUserVolumeAccumulator: quoteAccountOf(userVolumeAccumulator),
    feeConfig: PUMP_FEE_CONFIG,
    feeProgram: PUMP_FEES_PROGRAM,
    systemProgram: SYSTEM_PROGRAM,
    eventAuthority: PUMP_EVENT_AUTHORITY,
    program: PUMP_PROGRAM,
  }
}

function launchAccounts(mint: string, user: string, tokenProgram: string) {
  const bondingCurve = bondingCurvePda(mint).address
  return {
    mint,
    mintAuthority: PUMP_MINT_AUTHORITY,
    bondingCurve,
    associatedBondingCurve: associatedTokenAddress(bondingCurve, mint, tokenProgram),
    global: PUMP_GLOBAL,
    user,
    systemProgram: SYSTEM_PROGRAM,
    tokenProgram,
    associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM,
    eventAuthority: PUMP_EVENT_AUTHORITY,
    program: PUMP_PROGRAM,
  }
}

function defaultFeeRecipient(curve: CurveFacts): string {
  return (curve.isMayhemMode ? RESERVED_FEE_RECIPIENTS : FEE_RECIPIENTS)[0]!
}

function pumpInstruction(tag: Uint8Array, args: Uint8Array, accounts: Instruction['accounts']): Instruction {
  return { programId: PUMP_PROGRAM, accounts, data: Buffer.concat([tag, args]) }
}
