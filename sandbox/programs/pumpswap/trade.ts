import { decodeLayout, type Layout, ZERO_KEY } from '../../../src/chain/solana/borsh-layout.ts'
import { PUMP_FEES_PROGRAM } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { SWAP_BUY_ACCOUNTS, SWAP_SELL_ACCOUNTS } from '../../../src/chain/solana/dexes/pumpswap/account-lists.ts'
import {
  coinCreatorVaultPda,
  PUMPSWAP_EVENT_AUTHORITY,
  PUMPSWAP_FEE_CONFIG,
  PUMPSWAP_PROGRAM,
  PUMPSWAP_VOLUME_ACCUMULATOR,
  poolV2Pda,
  swapUserVolumePda,
} from '../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { createAssociatedTokenAccount, transferTokensChecked } from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, invoke, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { type FeeRates, paysInSol } from '../pumpfun/fee-schedule.ts'
import { getFees } from '../pumpfun/fees-emulator.ts'
import { checkListed, loadFeeConfig } from '../pumpfun/pump-accounts.ts'
import { SWAP_ERRORS } from '../pumpfun/pump-errors.ts'
import { hookProgramOf } from '../transfer-hook-programs.ts'
import { poolSeeds } from './events.ts'
import { type LoadedPool, loadPool } from './pool-accounts.ts'
import { giveBase, isGraduate, type PoolTrade, poolMarketCap, poolRates, spendQuote, takeBase } from './pool-math.ts'
import { announceBuy, announceSell, buybackFeeOf } from './trade-events.ts'

const AMOUNTS = { amount: 'u64', limit: 'u64', trackVolume: 'bool' } as const satisfies Layout
const SHORTEST_DATA_BYTES = 24

export type SwapAccounts = Readonly<Record<(typeof SWAP_SELL_ACCOUNTS)['names'][number], string>>
/** The accounts behind the fixed ones. */
type Extras = {
  readonly buyback: string
  readonly buybackTokenAccount: string
  /** Set for cashback tokens: takes the creator's part. */
  readonly cashbackTokenAccount: string | null
  /** What is left over: for the transfer hook of the base mint, if it has one. */
  readonly leftOver: EmulatorCall['accounts']
}
export type LoadedSwap = LoadedPool &
  Extras & {
    readonly call: EmulatorCall
    readonly at: SwapAccounts
    readonly rates: FeeRates
    readonly amount: bigint
    readonly limit: bigint
    readonly trackVolume: boolean
  }
export type BuyName = 'buy' | 'buy_exact_quote_in'

export function runBuy(call: EmulatorCall, name: BuyName): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, SWAP_BUY_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const fault = checkAddresses([
    ['globalVolumeAccumulator', at.globalVolumeAccumulator, PUMPSWAP_VOLUME_ACCUMULATOR],
    ['userVolumeAccumulator', at.userVolumeAccumulator, swapUserVolumePda(at.user).address],
  ])
  if (fault !== null) return fault
  const swap = loadSwap(call, at, read.remaining, 1)
  if (isRefusal(swap)) return swap
  const { amount, limit, reserves, rates } = swap
  if (name === 'buy') {
    if (amount === 0n) return refuse(SWAP_ERRORS.zeroBase)
    const trade = takeBase(reserves, rates, amount)
    if (trade === null) return refuse(SWAP_ERRORS.moreThanReserves)
    return trade.traderQuote > limit ? refuse(SWAP_ERRORS.slippage) : buyOps(swap, trade, name)
  }
  if (amount === 0n) return refuse(SWAP_ERRORS.zeroQuote)
  const trade = spendQuote(reserves, rates, amount)
  if (trade === null) return refuse(SWAP_ERRORS.feesNotCovered)
  return trade.base < limit ? refuse(SWAP_ERRORS.tooLittleBase) : buyOps(swap, trade, name)
}

export function runSell(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, SWAP_SELL_ACCOUNTS)
  if (isRefusal(read)) return read
  const swap = loadSwap(call, read.at, read.remaining, 2)
  if (isRefusal(swap)) return swap
  const { amount, limit, reserves, rates } = swap
  if (amount === 0n) return refuse(SWAP_ERRORS.zeroBase)
  const trade = giveBase(reserves, rates, amount)
  if (trade === null) return refuse(SWAP_ERRORS.realQuoteTooSmall)
  if (trade.traderQuote === 0n) return refuse(SWAP_ERRORS.zeroQuote)
  return trade.traderQuote < limit ? refuse(SWAP_ERRORS.slippage) : sellOps(swap, trade)
}

function loadSwap(
  call: EmulatorCall,
  at: SwapAccounts,
  remaining: EmulatorCall['accounts'],
  cashbackAccounts: number,
): LoadedSwap | Refusal {
  const args = call.data.length < SHORTEST_DATA_BYTES ? undefined : decodeLayout(AMOUNTS, call.data, 8)?.value
  if (args === undefined) return refuse(ANCHOR.didNotDeserialize)
  const loaded = loadPool(call, at)
  if (isRefusal(loaded)) return loaded
  const { pool, globalConfig, base, quote, reserves } = loaded
  const quoteAccountOf = (owner: string) => associatedTokenAddress(owner, at.quoteMint, quote.tokenProgram)
  const fault = checkAddresses([
    ['baseTokenProgram', at.baseTokenProgram, base.tokenProgram, ANCHOR.programId],
    ['quoteTokenProgram', at.quoteTokenProgram, quote.tokenProgram, ANCHOR.programId],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
    ['associatedTokenProgram', at.associatedTokenProgram, ASSOCIATED_TOKEN_PROGRAM, ANCHOR.programId],
    ['eventAuthority', at.eventAuthority, PUMPSWAP_EVENT_AUTHORITY],
    ['program', at.program, PUMPSWAP_PROGRAM, ANCHOR.address],
    ['feeConfig', at.feeConfig, PUMPSWAP_FEE_CONFIG],
    ['feeProgram', at.feeProgram, PUMP_FEES_PROGRAM, ANCHOR.address],
    ['coinCreatorVaultAuthority', at.coinCreatorVaultAuthority, coinCreatorVaultPda(pool.coinCreator).address],
    ['coinCreatorVaultAta', at.coinCreatorVaultAta, quoteAccountOf(at.coinCreatorVaultAuthority)],
    [
      'protocolFeeRecipientTokenAccount',
      at.protocolFeeRecipientTokenAccount,
      quoteAccountOf(at.protocolFeeRecipient),
      ANCHOR.associated,
    ],
  ])
  if (fault !== null) return fault
  const recipients = pool.isMayhemMode
    ? [globalConfig.reservedFeeRecipient, ...globalConfig.reservedFeeRecipients]
    : globalConfig.protocolFeeRecipients
  const unlisted = checkListed(at.protocolFeeRecipient, recipients, SWAP_ERRORS.wrongRecipient)
  if (unlisted !== null) return unlisted
  const extras = readExtras(at, loaded, remaining, cashbackAccounts)
  if (isRefusal(extras)) return extras
  const feeConfig = loadFeeConfig(call, at.feeConfig)
  if (isRefusal(feeConfig)) return feeConfig
  const rates = poolRates({ pool, reserves, supply: base.supplyRaw }, { globalConfig, feeConfig })
  return { ...loaded, ...extras, ...args, call, at, rates }
}

/** What follows the fixed accounts: the user's cashback accounts, the second pool account of tokens with a creator, and
 *  always a buyback recipient with its quote account. */
function readExtras(
  at: SwapAccounts,
  { pool, globalConfig, quote }: LoadedPool,
  remaining: EmulatorCall['accounts'],
  cashbackAccounts: number,
): Extras | Refusal {
  const rest = [...remaining]
  const quoteAccountOf = (owner: string) => associatedTokenAddress(owner, at.quoteMint, quote.tokenProgram)
  let cashbackTokenAccount: string | null = null
  if (pool.isCashbackCoin) {
    const accumulator = swapUserVolumePda(at.user).address
    const [tokenAccount, second] = rest.splice(0, cashbackAccounts)
    const isWhole = cashbackAccounts === 1 || second?.address === accumulator
    if (tokenAccount?.address !== quoteAccountOf(accumulator) || !isWhole)
      return refuse(SWAP_ERRORS.cashbackAccountsMissing)
    cashbackTokenAccount = tokenAccount.address
  }
  if (pool.coinCreator !== ZERO_KEY && rest.shift()?.address !== poolV2Pda(pool.baseMint).address)
    return refuse(SWAP_ERRORS.invalidPoolV2)
  const [buyback, tokenAccount, ...leftOver] = rest
  if (buyback === undefined || tokenAccount === undefined) return refuse(SWAP_ERRORS.buybackMissing)
  const unlisted = checkListed(buyback.address, globalConfig.buybackFeeRecipients, SWAP_ERRORS.buybackNotAuthorized)
  if (unlisted !== null) return unlisted
  if (tokenAccount.address !== quoteAccountOf(buyback.address)) return refuse(SWAP_ERRORS.buybackNotAuthorized)
  return { buyback: buyback.address, buybackTokenAccount: tokenAccount.address, cashbackTokenAccount, leftOver }
}

function buyOps(swap: LoadedSwap, trade: PoolTrade, name: BuyName): readonly ScriptOp[] {
  const { at, pool } = swap
  return [
    ...makeFeeAccounts(swap, trade),
    askFees(swap, trade),
    invoke(
      moveBase(swap, { from: at.poolBaseTokenAccount, to: at.userBaseTokenAccount }, trade.base, at.pool),
      poolSeeds(pool),
    ),
    ...[[at.poolQuoteTokenAccount, trade.poolQuote] as const, ...feeShares(swap, trade)].map(([to, amountRaw]) =>
      invoke(moveQuote(swap, { from: at.userQuoteTokenAccount, to }, amountRaw, at.user)),
    ),
    ...announceBuy(swap, trade, name),
  ]
}

function sellOps(swap: LoadedSwap, trade: PoolTrade): readonly ScriptOp[] {
  const { at, pool } = swap
  return [
    ...makeFeeAccounts(swap, trade),
    askFees(swap, trade),
    invoke(moveBase(swap, { from: at.userBaseTokenAccount, to: at.poolBaseTokenAccount }, trade.base, at.user)),
    ...[[at.userQuoteTokenAccount, trade.traderQuote] as const, ...feeShares(swap, trade)].map(([to, amountRaw]) =>
      invoke(moveQuote(swap, { from: at.poolQuoteTokenAccount, to }, amountRaw, at.pool), poolSeeds(pool)),
    ),
    ...announceSell(swap, trade),
  ]
}

/** Who takes which fee; the pool's own part is not among them. */
function feeShares(swap: LoadedSwap, trade: PoolTrade): readonly (readonly [to: string, amountRaw: bigint])[] {
  const { at } = swap
  const buyback = buybackFeeOf(swap, trade)
  const shares = [
    [at.protocolFeeRecipientTokenAccount, trade.protocolFee - buyback],
    [swap.buybackTokenAccount, buyback],
    [swap.cashbackTokenAccount ?? at.coinCreatorVaultAta, trade.creatorFee],
  ] as const
  return shares.filter(([, amountRaw]) => amountRaw > 0n)
}

/** Token accounts of fee takers that are not there yet are made at the trader's expense. */
function makeFeeAccounts(swap: LoadedSwap, trade: PoolTrade): readonly ScriptOp[] {
  const { call, at, quote } = swap
  const owners = new Map([
    [at.protocolFeeRecipientTokenAccount, at.protocolFeeRecipient],
    [swap.buybackTokenAccount, swap.buyback],
    [at.coinCreatorVaultAta, at.coinCreatorVaultAuthority],
    [swap.cashbackTokenAccount ?? '', swapUserVolumePda(at.user).address],
  ])
  return feeShares(swap, trade).flatMap(([account]) => {
    if (call.read(account) !== null) return []
    const made = { payer: at.user, owner: owners.get(account)!, mint: at.quoteMint, tokenProgram: quote.tokenProgram }
    return [invoke(createAssociatedTokenAccount(made))]
  })
}

function askFees({ at, pool, reserves, base }: LoadedSwap, trade: PoolTrade): ScriptOp {
  return getFees({
    feeConfig: PUMPSWAP_FEE_CONFIG,
    program: PUMPSWAP_PROGRAM,
    usesTiers: isGraduate(pool),
    marketCap: poolMarketCap(pool, reserves, base.supplyRaw),
    tradeSize: trade.quote,
    isInSol: paysInSol(at.quoteMint),
  })
}

type Route = { readonly from: string; readonly to: string }

function moveBase(swap: LoadedSwap, route: Route, amountRaw: bigint, authority: string) {
  const { at, base, call, leftOver } = swap
  const { decimals, tokenProgram } = base
  const extraAccounts = hookProgramOf(call.read(at.baseMint)) !== null ? leftOver : []
  const transfer = { ...route, mint: at.baseMint, authority, amountRaw, decimals, tokenProgram, extraAccounts }
  return transferTokensChecked(transfer)
}

function moveQuote({ at, quote }: LoadedSwap, route: Route, amountRaw: bigint, authority: string) {
  const { decimals, tokenProgram } = quote
  return transferTokensChecked({ ...route, mint: at.quoteMint, authority, amountRaw, decimals, tokenProgram })
}
