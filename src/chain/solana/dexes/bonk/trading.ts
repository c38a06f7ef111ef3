import { fail, ok } from '../../../../contract/outcome.ts'
import { rentBytes } from '../../rent-steps.ts'
import { MAX_U64 } from '../pool-vault.ts'
import { isThere, keepLists, type PlainMint, readPlainMint, settingsReader, unread } from '../traded-accounts.ts'
import { type DexTrading, priceImpactPpm, type ReadAccounts, type SwapQuote, type TradablePool } from '../trading.ts'
import { afterTransferFee, sentFor, transferFeeOf } from '../transfer-fee.ts'
import { LAUNCHLAB_PROGRAM, launchFeeVault } from './addresses.ts'
import { launchTradeAccounts, launchTradeData } from './instructions.ts'
import { launchPoolToPool, priceReserves, readLaunchPool } from './pools.ts'
import { type LaunchCurve, type LaunchRates, quoteLaunchBuy, quoteLaunchSell, totalRate } from './quote.ts'
import {
  type CurveType,
  decodeCurveType,
  decodePlatformRates,
  decodeTradeFeeRate,
  type LaunchPool,
  STATUS_GRADUATED,
  STATUS_TRADING,
} from './state.ts'

const COMPUTE_UNITS = 200_000
const TOKEN_ACCOUNT_BYTES = 165
const MILLION = 1_000_000n

const curveTypeOf = settingsReader(LAUNCHLAB_PROGRAM, decodeCurveType)
const tradeFeeRateOf = settingsReader(LAUNCHLAB_PROGRAM, decodeTradeFeeRate)
const platformRatesOf = settingsReader(LAUNCHLAB_PROGRAM, decodePlatformRates)

/** Trades on LaunchLab curves of every platform. */
export const launchTrading: DexTrading = {
  wants(address, read) {
    if (!read.has(address)) return [address]
    const pool = readLaunchPool(read.get(address))
    if (pool === null) return []
    const { globalConfig, platformConfig, baseMint, quoteMint } = pool
    return unread(read, [globalConfig, platformConfig, baseMint, quoteMint, ...feeVaultsOf(pool)])
  },
  readPool(address, read) {
    const pool = readLaunchPool(read.get(address))
    if (pool === null) return fail('no_route', `${address} is no LaunchLab curve`)
    if (pool.status !== STATUS_TRADING)
      return fail('no_route', `the LaunchLab curve of ${pool.baseMint} ${whyClosed(pool.status)}`)
    const curveType = curveTypeOf(read.get(pool.globalConfig))
    const protocol = tradeFeeRateOf(read.get(pool.globalConfig))
    const platformRates = platformRatesOf(read.get(pool.platformConfig))
    if (curveType === null || protocol === null)
      return fail('no_route', `the LaunchLab curve ${address} prices in a way that is not known`)
    if (platformRates === null) return fail('no_route', `the platform of the LaunchLab curve ${address} is not known`)
    const rates = { protocol, ...platformRates }
    if (totalRate(rates) >= MILLION)
      return fail('no_route', `the fees of the LaunchLab curve ${address} take everything`)
    if (!isPriced(pool, curveType)) return fail('no_route', `the LaunchLab curve ${address} has nothing to trade`)
    const base = readPlainMint(read, pool.baseMint)
    if (!base.ok) return base
    const quote = readPlainMint(read, pool.quoteMint)
    if (!quote.ok) return quote
    return ok(
      tradableCurve({
        address,
        pool,
        curve: { ...pool, curveType },
        rates,
        base: base.value,
        quote: quote.value,
        read,
      }),
    )
  },
}

type LoadedCurve = {
  readonly address: string
  readonly pool: LaunchPool
  readonly curve: LaunchCurve
  readonly rates: LaunchRates
  readonly base: PlainMint
  readonly quote: PlainMint
  readonly read: ReadAccounts
}

function tradableCurve(loaded: LoadedCurve): TradablePool {
  const { address, pool, curve, base, quote, read } = loaded
  const { curveType } = curve
  const shown = launchPoolToPool(address, pool, curveType)
  const leftRaw = pool.totalBaseSell - pool.realBase
  const { baseRaw, quoteRaw } = priceReserves(pool, curveType, leftRaw)
  const missingVaults = feeVaultsOf(pool).filter((vault) => !isThere(read, vault)).length
  return {
    dex: 'bonk',
    programId: LAUNCHLAB_PROGRAM,
    address,
    baseMint: base.mint,
    quoteMint: quote.mint,
    baseTokenProgram: base.tokenProgram,
    quoteTokenProgram: quote.tokenProgram,
    movesLamports: false,
    quoteDepthRaw: curveType === 'constantProduct' ? quoteRaw : pool.totalQuoteFundRaising,
    spotPrice: [quoteRaw, baseRaw],
    isCurve: true,
    curveProgressPct: shown.curveProgressPct,
    creator: pool.creator,
    watch: [
      address,
      pool.globalConfig,
      pool.platformConfig,
      ...[base, quote].filter(({ transferFee }) => transferFee !== null).map(({ mint }) => mint),
    ],
    computeUnits: COMPUTE_UNITS,
    rentBytes: missingVaults * rentBytes(TOKEN_ACCOUNT_BYTES),
    quote(inputMint, amountInRaw, { epoch }) {
      if (amountInRaw <= 0n || amountInRaw > MAX_U64) return null
      if (inputMint === quote.mint) return quoteBuy(loaded, [baseRaw, quoteRaw], amountInRaw, epoch)
      return inputMint === base.mint ? quoteSell(loaded, [quoteRaw, baseRaw], amountInRaw, epoch) : null
    },
    accounts: keepLists((inputMint, { user, inputAccount, outputAccount }) => {
      const [userBaseToken, userQuoteToken] =
        inputMint === quote.mint ? [outputAccount, inputAccount] : [inputAccount, outputAccount]
      const { tokenProgram: baseTokenProgram } = base
      const { tokenProgram: quoteTokenProgram } = quote
      return launchTradeAccounts({
        address,
        pool,
        baseTokenProgram,
        quoteTokenProgram,
        user,
        userBaseToken,
        userQuoteToken,
      })
    }),
    // The program's limit is for what arrives: Raydium's SDK passes that, without transfer fees.
    data: (inputMint, amountInRaw, minOutRaw) =>
      launchTradeData(
        inputMint === quote.mint ? 'buyExactIn' : 'sellExactIn',
        amountInRaw,
        minOutRaw < MAX_U64 ? minOutRaw : MAX_U64,
      ),
  }
}

function quoteBuy(
  { curve, rates, base, quote }: LoadedCurve,
  spot: readonly [bigint, bigint],
  amountInRaw: bigint,
  epoch: number,
): SwapQuote | null {
  const arrivedRaw = afterTransferFee(quote.transferFee, amountInRaw, epoch)
  const trade = quoteLaunchBuy(curve, rates, arrivedRaw)
  if (trade === null || curve.realQuote + trade.curveInRaw > MAX_U64) return null
  const takenRaw = trade.inRaw === arrivedRaw ? amountInRaw : sentFor(quote.transferFee, trade.inRaw, epoch)
  const amountOutRaw = afterTransferFee(base.transferFee, trade.outRaw, epoch)
  if (amountOutRaw <= 0n) return null
  return {
    amountInRaw: takenRaw,
    amountOutRaw,
    fees: feesOf(quote.mint, trade.fees, [
      { mint: quote.mint, raw: takenRaw - trade.inRaw },
      { mint: base.mint, raw: trade.outRaw - amountOutRaw },
    ]),
    priceImpactPpm: priceImpactPpm(trade.curveInRaw, trade.curveOutRaw, spot),
  }
}

function quoteSell(
  { curve, rates, base, quote }: LoadedCurve,
  spot: readonly [bigint, bigint],
  amountInRaw: bigint,
  epoch: number,
): SwapQuote | null {
  const withheldRaw = transferFeeOf(base.transferFee, amountInRaw, epoch)
  const trade = quoteLaunchSell(curve, rates, amountInRaw - withheldRaw)
  if (trade === null) return null
  const amountOutRaw = afterTransferFee(quote.transferFee, trade.outRaw, epoch)
  if (amountOutRaw <= 0n) return null
  return {
    amountInRaw,
    amountOutRaw,
    fees: feesOf(quote.mint, trade.fees, [
      { mint: base.mint, raw: withheldRaw },
      { mint: quote.mint, raw: trade.outRaw - amountOutRaw },
    ]),
    priceImpactPpm: priceImpactPpm(trade.curveInRaw, trade.curveOutRaw, spot),
  }
}

function feesOf(
  quoteMint: string,
  fees: { readonly protocol: bigint; readonly platform: bigint; readonly creator: bigint },
  withheld: readonly { readonly mint: string; readonly raw: bigint }[],
): SwapQuote['fees'] {
  const all = [
    { kind: 'protocol', mint: quoteMint, raw: fees.protocol },
    { kind: 'platform', mint: quoteMint, raw: fees.platform },
    { kind: 'creator', mint: quoteMint, raw: fees.creator },
    ...withheld.map((one) => ({ kind: 'transfer', ...one }) as const),
  ] as const
  return all.filter(({ raw }) => raw > 0n)
}

/** Whether there is something left to buy, at some price. That of a linear curve starts at nothing. */
function isPriced(pool: LaunchPool, curveType: CurveType): boolean {
  const leftRaw = pool.totalBaseSell - pool.realBase
  const { baseRaw, quoteRaw } = priceReserves(pool, curveType, leftRaw)
  return leftRaw > 0n && baseRaw > 0n && (quoteRaw > 0n || (curveType === 'linear' && pool.virtualBase > 0n))
}

/** Made by the first trade that pays into them. */
function feeVaultsOf({ platformConfig, creator, quoteMint }: LaunchPool): readonly string[] {
  return [launchFeeVault(platformConfig, quoteMint), launchFeeVault(creator, quoteMint)]
}

function whyClosed(status: number): string {
  return status === STATUS_GRADUATED
    ? 'has graduated: trade the pool that the token moved to'
    : 'is sold out and waits to graduate'
}
