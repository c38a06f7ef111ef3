import { USDC_MINT } from '../../../../contract/mints.ts'
import { fail, ok } from '../../../../contract/outcome.ts'
import { ZERO_KEY } from '../../borsh-layout.ts'
import { associatedTokenAddress } from '../../pda.ts'
import { NATIVE_MINT, TOKEN_PROGRAM } from '../../program-ids.ts'
import { rentBytes } from '../../rent-steps.ts'
import { MAX_U64, readVault } from '../pool-vault.ts'
import { PUMP_FEES_PROGRAM } from '../pumpfun/addresses.ts'
import { type FeeRecipients, feeRecipientsOf } from '../pumpfun/fee-recipients.ts'
import type { FeeRates } from '../pumpfun/fees.ts'
import { decodeFeeConfig } from '../pumpfun/state.ts'
import {
  isThere,
  keepLists,
  leastOutput,
  type PlainMint,
  readPlainMint,
  settingsReader,
  spreadOver,
  unread,
} from '../traded-accounts.ts'
import { type DexTrading, priceImpactPpm, type ReadAccounts, type SwapQuote, type TradablePool } from '../trading.ts'
import { afterTransferFee } from '../transfer-fee.ts'
import { coinCreatorVaultPda, PUMPSWAP_FEE_CONFIG, PUMPSWAP_GLOBAL_CONFIG, PUMPSWAP_PROGRAM } from './addresses.ts'
import { buildPumpSwapExtendPool, poolTradeAccounts, poolTradeData } from './instructions.ts'
import { isFlipped, readPool } from './pools.ts'
import {
  isCanonicalPool,
  type PoolReserves,
  type PoolTrade,
  poolRates,
  quoteBuyExactQuote,
  quoteSellExactBase,
} from './quote.ts'
import { decodeGlobalConfig, type GlobalConfig, POOL_BYTES, type PumpSwapPool } from './state.ts'

/** Recorded trades took up to 99,500 units; a first trade makes up to four accounts. */
const COMPUTE_UNITS = 250_000
const USER_VOLUME_BYTES = 137
const TOKEN_ACCOUNT_BYTES = 165
/** `disable_flags` of the program's settings. */
const BUY_DISABLED = 1 << 3
const SELL_DISABLED = 1 << 4
/** Quotes whose token program is known before their mint was read. */
const CLASSIC_QUOTES: ReadonlySet<string> = new Set([NATIVE_MINT, USDC_MINT])

const globalConfigOf = settingsReader(PUMPSWAP_PROGRAM, decodeGlobalConfig)
const feeConfigOf = settingsReader(PUMP_FEES_PROGRAM, decodeFeeConfig)

/** Trades in PumpSwap pools: `buy_exact_quote_in` gives the pool's quote, `sell` its base, whichever of them is the
 *  token. */
export const swapPoolTrading: DexTrading = {
  wants(address, read) {
    const first = unread(read, [address, PUMPSWAP_GLOBAL_CONFIG, PUMPSWAP_FEE_CONFIG])
    const pool = readPool(read.get(address))
    const config = globalConfigOf(read.get(PUMPSWAP_GLOBAL_CONFIG))
    if (first.length > 0 || pool === null || config === null) return first
    const { baseMint, quoteMint, poolBaseTokenAccount, poolQuoteTokenAccount } = pool
    const mintsAndVaults = [baseMint, quoteMint, poolBaseTokenAccount, poolQuoteTokenAccount]
    const program = CLASSIC_QUOTES.has(quoteMint) ? TOKEN_PROGRAM : read.get(quoteMint)?.owner
    if (program === undefined) return unread(read, mintsAndVaults)
    const { protocol, buyback } = recipientsOf(config, pool)
    const takers = [...protocol, ...buyback, coinCreatorVaultPda(pool.coinCreator).address]
    const accounts = takers.map((owner) => associatedTokenAddress(owner, quoteMint, program))
    return unread(read, [...mintsAndVaults, ...accounts])
  },
  readPool(address, read) {
    const pool = readPool(read.get(address))
    if (pool === null) return fail('no_route', `${address} is no PumpSwap pool`)
    const config = globalConfigOf(read.get(PUMPSWAP_GLOBAL_CONFIG))
    if (config === null) return fail('no_route', 'the settings of PumpSwap could not be read')
    if ((config.disableFlags & BUY_DISABLED) !== 0 && (config.disableFlags & SELL_DISABLED) !== 0)
      return fail('no_route', 'PumpSwap has switched trading off')
    const base = readPlainMint(read, pool.baseMint)
    if (!base.ok) return base
    const quote = readPlainMint(read, pool.quoteMint)
    if (!quote.ok) return quote
    const baseRaw = readVault(read, pool.poolBaseTokenAccount, pool.baseMint)
    if (!baseRaw.ok) return baseRaw
    const quoteRaw = readVault(read, pool.poolQuoteTokenAccount, pool.quoteMint)
    if (!quoteRaw.ok) return quoteRaw
    const reserves = { base: baseRaw.value, quote: quoteRaw.value, virtualQuote: pool.virtualQuoteReserves }
    if (reserves.base === 0n || reserves.quote + reserves.virtualQuote <= 0n)
      return fail('no_route', `the PumpSwap pool ${address} is empty`)
    return ok(tradablePool({ address, pool, config, base: base.value, quote: quote.value, reserves, read }))
  },
}

type LoadedPool = {
  readonly address: string
  readonly pool: PumpSwapPool
  readonly config: GlobalConfig
  readonly base: PlainMint
  readonly quote: PlainMint
  readonly reserves: PoolReserves
  readonly read: ReadAccounts
}

function tradablePool(loaded: LoadedPool): TradablePool {
  const { address, pool, config, base, quote, reserves, read } = loaded
  const feeConfig = feeConfigOf(read.get(PUMPSWAP_FEE_CONFIG))
  const rates = poolRates({ globalConfig: config, feeConfig, pool, reserves, baseSupplyRaw: base.supplyRaw })
  const recipients = withQuoteAccounts(recipientsOf(config, pool), loaded)
  const pricedQuote = reserves.quote + reserves.virtualQuote
  const flipped = isFlipped(pool)
  const [coin, money] = flipped ? [quote, base] : [base, quote]
  const isBuy = (inputMint: string) => inputMint === quote.mint
  return {
    dex: 'pumpswap',
    programId: PUMPSWAP_PROGRAM,
    address,
    baseMint: coin.mint,
    quoteMint: money.mint,
    baseTokenProgram: coin.tokenProgram,
    quoteTokenProgram: money.tokenProgram,
    movesLamports: false,
    quoteDepthRaw: flipped ? reserves.base : pricedQuote,
    spotPrice: flipped ? [reserves.base, pricedQuote] : [pricedQuote, reserves.base],
    isCurve: false,
    curveProgressPct: null,
    creator: pool.coinCreator === ZERO_KEY ? pool.creator : pool.coinCreator,
    watch: watchOf(loaded),
    computeUnits: COMPUTE_UNITS,
    rentBytes: rentOf(loaded, recipients),
    quote(inputMint, amountInRaw, { epoch }) {
      if (amountInRaw <= 0n || amountInRaw > MAX_U64) return null
      if (inputMint === quote.mint) return quotePoolBuy(loaded, rates, amountInRaw, epoch)
      return inputMint === base.mint ? quotePoolSell(loaded, rates, amountInRaw, epoch) : null
    },
    accounts: keepLists((inputMint, { user, inputAccount, outputAccount }) => {
      const [userBaseTokenAccount, userQuoteTokenAccount] = isBuy(inputMint)
        ? [outputAccount, inputAccount]
        : [inputAccount, outputAccount]
      return poolTradeAccounts(isBuy(inputMint) ? 'buyExactQuoteIn' : 'sell', {
        address,
        pool,
        baseTokenProgram: base.tokenProgram,
        quoteTokenProgram: quote.tokenProgram,
        user,
        userBaseTokenAccount,
        userQuoteTokenAccount,
        feeRecipient: spreadOver(recipients.protocol, user),
        buybackFeeRecipient: spreadOver(recipients.buyback, user),
      })
    }),
    data(inputMint, amountInRaw, minOutRaw) {
      const [form, out] = isBuy(inputMint) ? (['buyExactQuoteIn', base] as const) : (['sell', quote] as const)
      return poolTradeData(form, { amount: amountInRaw, limit: leastOutput(out.transferFee, minOutRaw) })
    },
    // The program writes the whole of today's pool back and cannot do so into an older, shorter account.
    ...((read.get(address)?.data.length ?? 0) >= POOL_BYTES
      ? {}
      : { around: (_inputMint, { user }) => ({ before: [buildPumpSwapExtendPool({ address, user })], after: [] }) }),
  }
}

function quotePoolBuy(
  { config, base, quote, reserves }: LoadedPool,
  rates: FeeRates,
  amountInRaw: bigint,
  epoch: number,
): SwapQuote | null {
  if ((config.disableFlags & BUY_DISABLED) !== 0) return null
  const trade = quoteBuyExactQuote(reserves, rates, amountInRaw)
  if (trade === null || trade.after.quote > MAX_U64) return null
  const amountOutRaw = afterTransferFee(base.transferFee, trade.base, epoch)
  if (amountOutRaw <= 0n) return null
  const spot = [reserves.base, reserves.quote + reserves.virtualQuote] as const
  return {
    amountInRaw: trade.traderQuote,
    amountOutRaw,
    fees: feesOf(trade, quote.mint, { mint: base.mint, raw: trade.base - amountOutRaw }),
    priceImpactPpm: priceImpactPpm(trade.quote, trade.base, spot),
  }
}

function quotePoolSell(
  { config, quote, reserves }: LoadedPool,
  rates: FeeRates,
  amountInRaw: bigint,
  epoch: number,
): SwapQuote | null {
  if ((config.disableFlags & SELL_DISABLED) !== 0) return null
  const trade = quoteSellExactBase(reserves, rates, amountInRaw)
  if (trade === null || trade.after.base > MAX_U64) return null
  const amountOutRaw = afterTransferFee(quote.transferFee, trade.traderQuote, epoch)
  if (amountOutRaw <= 0n) return null
  const spot = [reserves.quote + reserves.virtualQuote, reserves.base] as const
  return {
    amountInRaw,
    amountOutRaw,
    fees: feesOf(trade, quote.mint, { mint: quote.mint, raw: trade.traderQuote - amountOutRaw }),
    priceImpactPpm: priceImpactPpm(amountInRaw, trade.quote, spot),
  }
}

function feesOf(
  { lpFee, protocolFee, creatorFee }: PoolTrade,
  mint: string,
  withheld: { readonly mint: string; readonly raw: bigint },
): SwapQuote['fees'] {
  const all = [
    { kind: 'lp', mint, raw: lpFee },
    { kind: 'protocol', mint, raw: protocolFee },
    { kind: 'creator', mint, raw: creatorFee },
    { kind: 'transfer', ...withheld },
  ] as const
  return all.filter(({ raw }) => raw > 0n)
}

/** The supply of a graduated token sets its fees, and a mint with a transfer fee may change it. */
function watchOf({ address, pool, base, quote }: LoadedPool): readonly string[] {
  const isMintRead = isCanonicalPool(pool) || base.transferFee !== null
  return [
    address,
    pool.poolBaseTokenAccount,
    pool.poolQuoteTokenAccount,
    PUMPSWAP_GLOBAL_CONFIG,
    PUMPSWAP_FEE_CONFIG,
    ...(isMintRead ? [base.mint] : []),
    ...(quote.transferFee === null ? [] : [quote.mint]),
  ]
}

function recipientsOf(config: GlobalConfig, pool: PumpSwapPool): FeeRecipients {
  const lists = {
    protocol: config.protocolFeeRecipients,
    reserved: [config.reservedFeeRecipient, ...config.reservedFeeRecipients],
    buyback: config.buybackFeeRecipients,
  }
  return feeRecipientsOf(lists, pool)
}

/** Those who have an account in the pool's quote: no one should pay for making one. */
function withQuoteAccounts(recipients: FeeRecipients, loaded: LoadedPool): FeeRecipients {
  const ready = (owners: readonly string[]) => {
    const found = owners.filter((owner) => hasQuoteAccount(loaded, owner))
    return found.length > 0 ? found : owners
  }
  return { protocol: ready(recipients.protocol), buyback: ready(recipients.buyback) }
}

function hasQuoteAccount({ quote, read }: LoadedPool, owner: string): boolean {
  return isThere(read, associatedTokenAddress(owner, quote.mint, quote.tokenProgram))
}

/** The trader's volume account and token accounts that fees go to. A cashback token's creator fee goes to an account of
 *  the trader's own. */
function rentOf(loaded: LoadedPool, recipients: FeeRecipients): number {
  const { address, pool, read } = loaded
  const creatorVault = coinCreatorVaultPda(pool.coinCreator).address
  const takers = [
    recipients.protocol[0]!,
    recipients.buyback[0]!,
    ...(pool.coinCreator === ZERO_KEY ? [] : [creatorVault]),
  ]
  const missing = takers.filter((owner) => !hasQuoteAccount(loaded, owner)).length + (pool.isCashbackCoin ? 1 : 0)
  const ofPool = Math.max(0, POOL_BYTES - (read.get(address)?.data.length ?? 0))
  return rentBytes(USER_VOLUME_BYTES) + ofPool + missing * rentBytes(TOKEN_ACCOUNT_BYTES)
}
