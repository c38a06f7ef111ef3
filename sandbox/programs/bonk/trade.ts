import { accountList } from '../../../src/chain/solana/account-list.ts'
import { LAUNCHLAB_AUTHORITY, LAUNCHLAB_PROGRAM } from '../../../src/chain/solana/dexes/bonk/addresses.ts'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import { SYSTEM_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { SLOTS_PER_EPOCH } from '../../chain/epochs.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, emitCpi, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { intBytes, putInt, readArgs, uintAt, writeChanges } from '../byte-fields.ts'
import { type LoadedMint, loadBalance, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { makeVault, moveTokens } from '../token-moves.ts'
import { asCurve, curveOf, loadConfigs } from './accounts.ts'
import {
  buyExactIn,
  buyExactOut,
  type Curve,
  type CurveTrade,
  type FeeRates,
  sellExactIn,
  sellExactOut,
} from './curve.ts'
import { LAUNCHLAB_ERRORS } from './errors.ts'
import {
  CURVE_AT,
  CURVE_STATUS,
  creatorFeeAuthority,
  curveKey,
  curveU64,
  feeVault,
  GLOBAL_AT,
  launchAuthority,
  launchEventAuthority,
  type OwnAddress,
  PLATFORM_AT,
  platformFeeAuthority,
} from './layout.ts'

const TRADE_ACCOUNTS = accountList([
  'payer:ws',
  'authority',
  'globalConfig',
  'platformConfig',
  'poolState:w',
  'userBaseToken:w',
  'userQuoteToken:w',
  'baseVault:w',
  'quoteVault:w',
  'baseTokenMint',
  'quoteTokenMint',
  'baseTokenProgram',
  'quoteTokenProgram',
  'eventAuthority',
  'program',
])
type At = Readonly<Record<(typeof TRADE_ACCOUNTS)['names'][number], string>>
type Mint = LoadedMint & { readonly address: string }
export type TradeName = 'buy_exact_in' | 'buy_exact_out' | 'sell_exact_in' | 'sell_exact_out'
/** Where fees go at once; null where the call names no vaults and the curve keeps the platform's. */
type FeeTakers = { readonly share: string | null; readonly platform: string | null; readonly creator: string | null }
type Loaded = {
  readonly call: EmulatorCall
  readonly at: At
  readonly pool: Uint8Array
  readonly curve: Curve
  readonly rates: FeeRates
  readonly base: Mint
  readonly quote: Mint
  readonly takers: FeeTakers
}

export function runTrade(call: EmulatorCall, name: TradeName): readonly ScriptOp[] | Refusal {
  const args = readArgs(call.data)
  const [amount, limit, shareRate] = [args.uint(8), args.uint(8), args.uint(8)]
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  const loaded = loadTrade(call, shareRate)
  if (isRefusal(loaded)) return loaded
  if (amount === 0n) return refuse(LAUNCHLAB_ERRORS.invalidInput)
  const trade = CURVE_TRADES[name](loaded.curve, loaded.rates, amount)
  if (trade === null) return refuse(LAUNCHLAB_ERRORS.invalidInput)
  const isExactIn = name.endsWith('_in')
  const isBeyondLimit = isExactIn ? trade.amountOut < limit : trade.amountIn > limit
  if (isBeyondLimit) return refuse(LAUNCHLAB_ERRORS.exceededSlippage)
  return tradeOps(loaded, trade, { isBuy: name.startsWith('buy'), isExactIn })
}

const CURVE_TRADES: Readonly<Record<TradeName, (curve: Curve, rates: FeeRates, amount: bigint) => CurveTrade | null>> =
  {
    buy_exact_in: buyExactIn,
    buy_exact_out: buyExactOut,
    sell_exact_in: sellExactIn,
    sell_exact_out: sellExactOut,
  }

function loadTrade(call: EmulatorCall, shareRate: bigint): Loaded | Refusal {
  const read = readAccounts(call, TRADE_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const configs = loadConfigs(call, at)
  if (isRefusal(configs)) return configs
  const pool = loadOwned(call, at.poolState, { name: 'poolState', owner: LAUNCHLAB_PROGRAM, decode: asCurve })
  if (isRefusal(pool)) return pool
  const fault = checkTradeAccounts(at, pool)
  if (fault !== null) return fault
  const base = loadMint(call, at.baseTokenMint, 'baseTokenMint')
  if (isRefusal(base)) return base
  const quote = loadMint(call, at.quoteTokenMint, 'quoteTokenMint')
  if (isRefusal(quote)) return quote
  const programs = checkAddresses([
    ['baseTokenProgram', at.baseTokenProgram, base.tokenProgram, ANCHOR.programId],
    ['quoteTokenProgram', at.quoteTokenProgram, quote.tokenProgram, ANCHOR.programId],
  ])
  if (programs !== null) return programs
  for (const [name, mint] of [
    ['userBaseToken', at.baseTokenMint],
    ['userQuoteToken', at.quoteTokenMint],
  ] as const) {
    const held = loadBalance(call, at[name], { name, mint })
    if (isRefusal(held)) return held
  }
  if (pool[CURVE_AT.status] !== CURVE_STATUS.fund) return refuse(LAUNCHLAB_ERRORS.poolMigrated)
  if (shareRate > uintAt(configs.global, GLOBAL_AT.maxShareFeeRate, 8)) return refuse(LAUNCHLAB_ERRORS.invalidInput)
  const rates = {
    protocol: uintAt(configs.global, GLOBAL_AT.tradeFeeRate, 8),
    platform: uintAt(configs.platform, PLATFORM_AT.feeRate, 8),
    creator: uintAt(configs.platform, PLATFORM_AT.creatorFeeRate, 8),
    share: shareRate,
  }
  const takers = loadTakers(call, read.remaining, { at, pool, rates })
  if (isRefusal(takers)) return takers
  const own = { base: { ...base, address: at.baseTokenMint }, quote: { ...quote, address: at.quoteTokenMint } }
  return { call, at, pool, curve: curveOf(pool), rates, ...own, takers }
}

function checkTradeAccounts(at: At, pool: Uint8Array): Refusal | null {
  return checkAddresses([
    ['authority', at.authority, LAUNCHLAB_AUTHORITY],
    ['globalConfig', at.globalConfig, curveKey(pool, 'globalConfig'), ANCHOR.address],
    ['platformConfig', at.platformConfig, curveKey(pool, 'platformConfig'), ANCHOR.address],
    ['baseVault', at.baseVault, curveKey(pool, 'baseVault'), ANCHOR.address],
    ['quoteVault', at.quoteVault, curveKey(pool, 'quoteVault'), ANCHOR.address],
    ['baseTokenMint', at.baseTokenMint, curveKey(pool, 'baseMint'), ANCHOR.address],
    ['quoteTokenMint', at.quoteTokenMint, curveKey(pool, 'quoteMint'), ANCHOR.address],
    ['eventAuthority', at.eventAuthority, launchEventAuthority().address],
    ['program', at.program, LAUNCHLAB_PROGRAM, ANCHOR.address],
  ])
}

/** Behind the fixed accounts: who is paid for sending the trade here, when someone is, then the system program and the
 *  vaults of the platform and the creator. Calls of the first version end before the latter. */
function loadTakers(
  call: EmulatorCall,
  remaining: EmulatorCall['accounts'],
  { at, pool, rates }: Pick<Loaded, 'at' | 'pool' | 'rates'>,
): FeeTakers | Refusal {
  const rest = remaining.map(({ address }) => address)
  const share = rates.share > 0n ? rest.shift() : undefined
  if (rates.share > 0n && share === undefined) return refuse(LAUNCHLAB_ERRORS.tooFewRemaining)
  if (share !== undefined) {
    const held = loadBalance(call, share, { name: 'shareFeeReceiver', mint: at.quoteTokenMint })
    if (isRefusal(held)) return held
  }
  const [system, platform, creator] = rest
  if (system === undefined || platform === undefined || creator === undefined)
    return rates.creator > 0n
      ? refuse(LAUNCHLAB_ERRORS.tooFewRemaining)
      : { share: share ?? null, platform: null, creator: null }
  const quoteMint = at.quoteTokenMint
  const fault = checkAddresses([
    ['systemProgram', system, SYSTEM_PROGRAM, ANCHOR.programId],
    ['platformFeeVault', platform, feeVault(at.platformConfig, quoteMint).address],
    ['creatorFeeVault', creator, feeVault(curveKey(pool, 'creator'), quoteMint).address],
  ])
  return fault ?? { share: share ?? null, platform, creator }
}

function tradeOps(
  loaded: Loaded,
  trade: CurveTrade,
  { isBuy, isExactIn }: { readonly isBuy: boolean; readonly isExactIn: boolean },
): readonly ScriptOp[] {
  const { at, pool, base, quote } = loaded
  const after = poolAfter(loaded, trade, isBuy)
  const event = tradeEvent(at.poolState, pool, after, trade, { isBuy, isExactIn })
  const [paid, got] = isBuy ? [quote, base] : [base, quote]
  const [from, to] = isBuy ? [at.userQuoteToken, at.quoteVault] : [at.userBaseToken, at.baseVault]
  const [source, destination] = isBuy ? [at.baseVault, at.userBaseToken] : [at.quoteVault, at.userQuoteToken]
  return [
    emitCpi(LAUNCHLAB_PROGRAM, launchEventAuthority(), event),
    { op: 'logData', bytes: event },
    moveTokens(paid, { from, to, authority: at.payer, amountRaw: trade.amountIn }),
    moveTokens(
      got,
      { from: source, to: destination, authority: LAUNCHLAB_AUTHORITY, amountRaw: trade.amountOut },
      launchAuthority().seeds,
    ),
    ...payFees(loaded, trade),
    ...writeChanges(at.poolState, pool, after),
  ]
}

function poolAfter({ call, pool, curve, takers }: Loaded, trade: CurveTrade, isBuy: boolean): Uint8Array {
  const after = pool.slice()
  const sign = isBuy ? 1n : -1n
  const realBase = curve.realBase + sign * trade.baseMoved
  const add = (field: keyof typeof CURVE_AT, amount: bigint): void =>
    putInt(after, CURVE_AT[field], 8, curveU64(after, field) + amount)
  putInt(after, CURVE_AT.epoch, 8, Math.floor(call.slot / SLOTS_PER_EPOCH))
  putInt(after, CURVE_AT.realBase, 8, realBase)
  add('realQuote', sign * trade.quoteMoved)
  add('quoteProtocolFee', trade.fees.protocol)
  if (takers.platform === null) add('platformFee', trade.fees.platform)
  if (realBase === curve.totalBaseSell) after[CURVE_AT.status] = CURVE_STATUS.migrate
  return after
}

function payFees({ call, at, pool, quote, takers }: Loaded, { fees }: CurveTrade): ScriptOp[] {
  const pay = (to: string, amountRaw: bigint): ScriptOp =>
    moveTokens(quote, { from: at.quoteVault, to, authority: LAUNCHLAB_AUTHORITY, amountRaw }, launchAuthority().seeds)
  const payVault = (account: string | null, amountRaw: bigint, taker: string, authority: OwnAddress): ScriptOp[] => {
    if (account === null || amountRaw === 0n) return []
    const isThere = (call.read(account)?.data.length ?? 0) > 0
    const vault = {
      payer: at.payer,
      account,
      mint: quote.address,
      authority: authority.address,
      tokenProgram: quote.tokenProgram,
    }
    const made = isThere ? [] : makeVault(call, vault, feeVault(taker, quote.address).seeds)
    return [...made, pay(account, amountRaw)]
  }
  return [
    ...payVault(takers.platform, fees.platform, at.platformConfig, platformFeeAuthority()),
    ...payVault(takers.creator, fees.creator, curveKey(pool, 'creator'), creatorFeeAuthority()),
    ...(takers.share === null || fees.share === 0n ? [] : [pay(takers.share, fees.share)]),
  ]
}

const TRADE_EVENT_TAG = Buffer.from('bddb7fd34ee661ee', 'hex')
const DIRECTION = { buy: 0, sell: 1 } as const

function tradeEvent(
  address: string,
  before: Uint8Array,
  after: Uint8Array,
  { amountIn, amountOut, fees }: CurveTrade,
  { isBuy, isExactIn }: { readonly isBuy: boolean; readonly isExactIn: boolean },
): Buffer {
  const words = [
    curveU64(before, 'totalBaseSell'),
    curveU64(before, 'virtualBase'),
    curveU64(before, 'virtualQuote'),
    curveU64(before, 'realBase'),
    curveU64(before, 'realQuote'),
    curveU64(after, 'realBase'),
    curveU64(after, 'realQuote'),
    amountIn,
    amountOut,
    fees.protocol,
    fees.platform,
    fees.creator,
    fees.share,
  ]
  return Buffer.concat([
    TRADE_EVENT_TAG,
    addressBytes(address),
    ...words.map((word) => intBytes(8, word)),
    Uint8Array.of(isBuy ? DIRECTION.buy : DIRECTION.sell, after[CURVE_AT.status]!),
    intBytes(1, isExactIn),
  ])
}
