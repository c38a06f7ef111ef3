import { accountUses } from '../../account-list.ts'
import { encodeLayout, type Layout, ZERO_KEY } from '../../borsh-layout.ts'
import {
  type AccountUse,
  closeTokenAccount,
  createAssociatedTokenAccount,
  type Instruction,
  readonlyAccount,
  syncNative,
  transferLamports,
  writableAccount,
} from '../../instructions.ts'
import { associatedTokenAddress } from '../../pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../program-ids.ts'
import {
  BUYBACK_FEE_RECIPIENTS,
  FEE_RECIPIENTS,
  PUMP_FEES_PROGRAM,
  RESERVED_FEE_RECIPIENTS,
} from '../pumpfun/addresses.ts'
import {
  CREATE_POOL_ACCOUNTS,
  EXTEND_ACCOUNTS,
  LIQUIDITY_ACCOUNTS,
  SWAP_BUY_ACCOUNTS,
  SWAP_SELL_ACCOUNTS,
  SWAP_TAGS,
} from './account-lists.ts'
import {
  coinCreatorVaultPda,
  lpMintPda,
  PUMPSWAP_EVENT_AUTHORITY,
  PUMPSWAP_FEE_CONFIG,
  PUMPSWAP_GLOBAL_CONFIG,
  PUMPSWAP_PROGRAM,
  PUMPSWAP_VOLUME_ACCUMULATOR,
  poolPda,
  poolV2Pda,
  swapUserVolumePda,
} from './addresses.ts'
import type { PumpSwapPool } from './state.ts'

/** What a trade must know of its pool: the account itself will do. */
export type PoolFacts = Pick<
  PumpSwapPool,
  | 'baseMint'
  | 'quoteMint'
  | 'lpMint'
  | 'poolBaseTokenAccount'
  | 'poolQuoteTokenAccount'
  | 'coinCreator'
  | 'isMayhemMode'
  | 'isCashbackCoin'
>
export type PoolRef = {
  /** Address of the pool account. */
  readonly address: string
  readonly pool: PoolFacts
  /** Owner programs of the two mints; the classic token program by default. */
  readonly baseTokenProgram?: string
  readonly quoteTokenProgram?: string
}
export type PoolTradeInput = PoolRef & {
  readonly user: string
  /** The user's associated accounts by default; both must exist. */
  readonly userBaseTokenAccount?: string
  readonly userQuoteTokenAccount?: string
  /** Any of the program's lists; the first by default. Spreading trades over them avoids write locks. */
  readonly feeRecipient?: string
  readonly buybackFeeRecipient?: string
  /** Accounts that the base mint's transfer hook needs, after all others. Whether the program on mainnet hands them on
   *  is not known: no recorded trade has a hooked mint. The sandbox's does. */
  readonly hookAccounts?: readonly AccountUse[]
}

/** The forms a trade has. */
export type PoolTradeForm = 'buy' | 'buyExactQuoteIn' | 'sell'

const AMOUNTS = { amount: 'u64', limit: 'u64' } as const satisfies Layout
const AMOUNTS_AND_FLAG = { ...AMOUNTS, trackVolume: 'bool' } as const satisfies Layout
const LIQUIDITY_ARGS = { lpTokens: 'u64', baseLimit: 'u64', quoteLimit: 'u64' } as const satisfies Layout
const CREATE_POOL_ARGS = {
  index: 'u16',
  baseAmountIn: 'u64',
  quoteAmountIn: 'u64',
  coinCreator: 'pubkey',
  isMayhemMode: 'bool',
  isCashbackCoin: 'bool',
  creatorFeeBps: 'u64',
  canEditCreatorFee: 'bool',
  isHolderReward: 'bool',
} as const satisfies Layout

/** `buy`: exactly `baseRaw` for at most `maxQuoteRaw`, fees included. */
export function buildPumpSwapBuy(
  input: PoolTradeInput & { readonly baseRaw: bigint; readonly maxQuoteRaw: bigint; readonly trackVolume?: boolean },
): Instruction {
  return trade(input, 'buy', { amount: input.baseRaw, limit: input.maxQuoteRaw })
}

/** `buy_exact_quote_in`: spends `spendableQuoteRaw`, fees included, for at least `minBaseRaw`. */
export function buildPumpSwapBuyExactQuoteIn(
  input: PoolTradeInput & {
    readonly spendableQuoteRaw: bigint
    readonly minBaseRaw: bigint
    readonly trackVolume?: boolean
  },
): Instruction {
  return trade(input, 'buyExactQuoteIn', { amount: input.spendableQuoteRaw, limit: input.minBaseRaw })
}

/** `sell`: exactly `baseRaw` for at least `minQuoteRaw` after fees. */
export function buildPumpSwapSell(
  input: PoolTradeInput & { readonly baseRaw: bigint; readonly minQuoteRaw: bigint },
): Instruction {
  return trade(input, 'sell', { amount: input.baseRaw, limit: input.minQuoteRaw })
}

/** Accounts of a trade, in the program's order. */
export function poolTradeAccounts(form: PoolTradeForm, input: PoolTradeInput): AccountUse[] {
  const accumulator = swapUserVolumePda(input.user).address
  const accumulatorQuote = writableAccount(quoteAccountOf(input, accumulator))
  if (form === 'sell')
    return accountUses(
      SWAP_SELL_ACCOUNTS,
      tradeAccounts(input),
      tradeRemaining(input, [accumulatorQuote, writableAccount(accumulator)]),
    )
  const volumes = { globalVolumeAccumulator: PUMPSWAP_VOLUME_ACCUMULATOR, userVolumeAccumulator: accumulator }
  return accountUses(
    SWAP_BUY_ACCOUNTS,
    { ...tradeAccounts(input), ...volumes },
    tradeRemaining(input, [accumulatorQuote]),
  )
}

/** Data of a trade: what is fixed, and the limit of the other side. */
export function poolTradeData(
  form: PoolTradeForm,
  { amount, limit, trackVolume = true }: { amount: bigint; limit: bigint; trackVolume?: boolean },
): Uint8Array {
  const args =
    form === 'sell'
      ? encodeLayout(AMOUNTS, { amount, limit })
      : encodeLayout(AMOUNTS_AND_FLAG, { amount, limit, trackVolume })
  return Buffer.concat([SWAP_TAGS[form], args])
}

/** `extend_account`: makes an older, shorter pool account as long as today's program wants it; the user pays the
 *  rent. */
export function buildPumpSwapExtendPool({ address, user }: { address: string; user: string }): Instruction {
  const accounts = accountUses(EXTEND_ACCOUNTS, {
    account: address,
    user,
    systemProgram: SYSTEM_PROGRAM,
    eventAuthority: PUMPSWAP_EVENT_AUTHORITY,
    program: PUMPSWAP_PROGRAM,
  })
  return swapInstruction(SWAP_TAGS.extendAccount, new Uint8Array(), accounts)
}

/** A trade of a pool quoted in wrapped SOL by a wallet that holds plain SOL: makes both token accounts, wraps
 *  `lamportsIn` (0 for a sell), trades, and unwraps what is left.
 *  @internal Tests trade with it in the emulator. */
export function withWrappedSol(
  ref: PoolRef & { readonly user: string },
  trade: Instruction,
  lamportsIn: bigint,
): Instruction[] {
  const { user, pool } = ref
  const wrapped = associatedTokenAddress(user, NATIVE_MINT)
  return [
    createAssociatedTokenAccount({ payer: user, owner: user, mint: NATIVE_MINT }),
    ...(lamportsIn > 0n
      ? [transferLamports({ from: user, to: wrapped, lamports: lamportsIn }), syncNative(wrapped)]
      : []),
    createAssociatedTokenAccount({
      payer: user,
      owner: user,
      mint: pool.baseMint,
      tokenProgram: ref.baseTokenProgram ?? TOKEN_PROGRAM,
    }),
    trade,
    closeTokenAccount({ account: wrapped, destination: user, authority: user }),
  ]
}

export type CreatePoolInput = {
  readonly index: number
  /** Signs, pays and receives the LP tokens. */
  readonly creator: string
  readonly baseMint: string
  readonly quoteMint: string
  readonly baseTokenProgram?: string
  readonly quoteTokenProgram?: string
  readonly baseRaw: bigint
  readonly quoteRaw: bigint
  /** Only pools made by graduation may name one. */
  readonly coinCreator?: string
  readonly isMayhemMode?: boolean
  readonly isCashbackCoin?: boolean
  readonly creatorFeeBps?: bigint
  readonly canEditCreatorFee?: boolean
  readonly isHolderReward?: boolean
}

/** `create_pool`: both of the creator's associated token accounts must hold the amounts. */
export function buildPumpSwapCreatePool(input: CreatePoolInput): Instruction {
  const { creator, baseMint, quoteMint } = input
  const baseTokenProgram = input.baseTokenProgram ?? TOKEN_PROGRAM
  const quoteTokenProgram = input.quoteTokenProgram ?? TOKEN_PROGRAM
  const pool = poolPda(input).address
  const lpMint = lpMintPda(pool).address
  const data = encodeLayout(CREATE_POOL_ARGS, {
    index: input.index,
    baseAmountIn: input.baseRaw,
    quoteAmountIn: input.quoteRaw,
    coinCreator: input.coinCreator ?? ZERO_KEY,
    isMayhemMode: input.isMayhemMode ?? false,
    isCashbackCoin: input.isCashbackCoin ?? false,
    creatorFeeBps: input.creatorFeeBps ?? 0n,
    canEditCreatorFee: input.canEditCreatorFee ?? false,
    isHolderReward: input.isHolderReward ?? false,
  })
  const accounts = accountUses(CREATE_POOL_ACCOUNTS, {
    pool,
    globalConfig: PUMPSWAP_GLOBAL_CONFIG,
    creator,
    baseMint,
    quoteMint,
    lpMint,
    userBaseTokenAccount: associatedTokenAddress(creator, baseMint, baseTokenProgram),
    userQuoteTokenAccount: associatedTokenAddress(creator, quoteMint, quoteTokenProgram),
    userPoolTokenAccount: associatedTokenAddress(creator, lpMint, TOKEN_2022_PROGRAM),
    poolBaseTokenAccount: associatedTokenAddress(pool, baseMint, baseTokenProgram),
    poolQuoteTokenAccount: associatedTokenAddress(pool, quoteMint, quoteTokenProgram),
    systemProgram: SYSTEM_PROGRAM,
    token2022Program: TOKEN_2022_PROGRAM,
    baseTokenProgram,
    quoteTokenProgram,
    associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM,
    eventAuthority: PUMPSWAP_EVENT_AUTHORITY,
    program: PUMPSWAP_PROGRAM,
  })
  return swapInstruction(SWAP_TAGS.createPool, data, accounts)
}

/** `deposit`: exactly `lpTokensRaw` LP tokens for at most the two amounts.
 *  @internal Tests deposit with it in the emulator. */
export function buildPumpSwapDeposit(
  input: PoolRef & {
    readonly user: string
    readonly lpTokensRaw: bigint
    readonly maxBaseRaw: bigint
    readonly maxQuoteRaw: bigint
  },
): Instruction {
  return liquidity(input, SWAP_TAGS.deposit, [input.lpTokensRaw, input.maxBaseRaw, input.maxQuoteRaw])
}

/** `withdraw`: burns `lpTokensRaw` LP tokens for at least the two amounts. */
export function buildPumpSwapWithdraw(
  input: PoolRef & {
    readonly user: string
    readonly lpTokensRaw: bigint
    readonly minBaseRaw: bigint
    readonly minQuoteRaw: bigint
  },
): Instruction {
  return liquidity(input, SWAP_TAGS.withdraw, [input.lpTokensRaw, input.minBaseRaw, input.minQuoteRaw])
}

function trade(
  input: PoolTradeInput & { readonly trackVolume?: boolean },
  form: PoolTradeForm,
  args: { readonly amount: bigint; readonly limit: bigint },
): Instruction {
  const flag = input.trackVolume === undefined ? {} : { trackVolume: input.trackVolume }
  return {
    programId: PUMPSWAP_PROGRAM,
    accounts: poolTradeAccounts(form, input),
    data: poolTradeData(form, { ...args, ...flag }),
  }
}

function tradeAccounts(input: PoolTradeInput) {
  const { pool, user, address } = input
  const protocolFeeRecipient = input.feeRecipient ?? (pool.isMayhemMode ? RESERVED_FEE_RECIPIENTS : FEE_RECIPIENTS)[0]!
  const coinCreatorVaultAuthority = coinCreatorVaultPda(pool.coinCreator).address
  const baseTokenProgram = input.baseTokenProgram ?? TOKEN_PROGRAM
  return {
    pool: address,
    user,
    globalConfig: PUMPSWAP_GLOBAL_CONFIG,
    baseMint: pool.baseMint,
    quoteMint: pool.quoteMint,
    userBaseTokenAccount: input.userBaseTokenAccount ?? associatedTokenAddress(user, pool.baseMint, baseTokenProgram),
    userQuoteTokenAccount: input.userQuoteTokenAccount ?? quoteAccountOf(input, user),
    poolBaseTokenAccount: pool.poolBaseTokenAccount,
    poolQuoteTokenAccount: pool.poolQuoteTokenAccount,
    protocolFeeRecipient,
    protocolFeeRecipientTokenAccount: quoteAccountOf(input, protocolFeeRecipient),
    baseTokenProgram,
    quoteTokenProgram: input.quoteTokenProgram ?? TOKEN_PROGRAM,
    systemProgram: SYSTEM_PROGRAM,
    associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM,
    eventAuthority: PUMPSWAP_EVENT_AUTHORITY,
    program: PUMPSWAP_PROGRAM,
    coinCreatorVaultAta: quoteAccountOf(input, coinCreatorVaultAuthority),
    coinCreatorVaultAuthority,
    feeConfig: PUMPSWAP_FEE_CONFIG,
    feeProgram: PUMP_FEES_PROGRAM,
  }
}

function tradeRemaining(input: PoolTradeInput, cashback: readonly AccountUse[]): AccountUse[] {
  const { pool } = input
  const buyback = input.buybackFeeRecipient ?? BUYBACK_FEE_RECIPIENTS[0]!
  return [
    ...(pool.isCashbackCoin ? cashback : []),
    ...(pool.coinCreator === ZERO_KEY ? [] : [readonlyAccount(poolV2Pda(pool.baseMint).address)]),
    readonlyAccount(buyback),
    writableAccount(quoteAccountOf(input, buyback)),
    ...(input.hookAccounts ?? []),
  ]
}

function liquidity(
  input: PoolRef & { readonly user: string },
  tag: Uint8Array,
  [lpTokens, baseLimit, quoteLimit]: readonly [bigint, bigint, bigint],
): Instruction {
  const { pool, user, address } = input
  const accounts = accountUses(LIQUIDITY_ACCOUNTS, {
    pool: address,
    globalConfig: PUMPSWAP_GLOBAL_CONFIG,
    user,
    baseMint: pool.baseMint,
    quoteMint: pool.quoteMint,
    lpMint: pool.lpMint,
    userBaseTokenAccount: associatedTokenAddress(user, pool.baseMint, input.baseTokenProgram ?? TOKEN_PROGRAM),
    userQuoteTokenAccount: quoteAccountOf(input, user),
    userPoolTokenAccount: associatedTokenAddress(user, pool.lpMint, TOKEN_2022_PROGRAM),
    poolBaseTokenAccount: pool.poolBaseTokenAccount,
    poolQuoteTokenAccount: pool.poolQuoteTokenAccount,
    tokenProgram: TOKEN_PROGRAM,
    token2022Program: TOKEN_2022_PROGRAM,
    eventAuthority: PUMPSWAP_EVENT_AUTHORITY,
    program: PUMPSWAP_PROGRAM,
  })
  return swapInstruction(tag, encodeLayout(LIQUIDITY_ARGS, { lpTokens, baseLimit, quoteLimit }), accounts)
}

function quoteAccountOf(ref: PoolRef, owner: string): string {
  return associatedTokenAddress(owner, ref.pool.quoteMint, ref.quoteTokenProgram ?? TOKEN_PROGRAM)
}

function swapInstruction(tag: Uint8Array, args: Uint8Array, accounts: Instruction['accounts']): Instruction {
  return { programId: PUMPSWAP_PROGRAM, accounts, data: Buffer.concat([tag, args]) }
}
