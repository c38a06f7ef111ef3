import { fail, type Outcome, ok } from '../../../../contract/outcome.ts'
import { MAX_U64 } from '../pool-vault.ts'
import { keepLists, leastOutput, type PlainMint, readPlainMint, unread } from '../traded-accounts.ts'
import { type DexTrading, priceImpactPpm, type SwapFee, type SwapQuote, type TradablePool } from '../trading.ts'
import { afterTransferFee } from '../transfer-fee.ts'
import { DBC_PROGRAM } from './addresses.ts'
import type { DbcConfig } from './config.ts'
import { dbcSwapAccounts, dbcSwapData } from './instructions.ts'
import { progressPct, readDbcConfig, readDbcPool, reservesOf } from './pools.ts'
import { type DbcTrade, isSoldOut, quoteDbcBuy, quoteDbcSell } from './quote.ts'
import type { DbcPool } from './state.ts'

/** The program took up to 131,672 with the token accounts around the swap, on a curve of sixteen stretches (measured). */
const COMPUTE_UNITS = 160_000

/** Trades on curves of every launch platform, fee and collection mode. The program does not serve what a mint withholds
 *  of transfers; tokens with a transfer hook are refused. */
export const dbcTrading: DexTrading = {
  wants(address, read) {
    if (!read.has(address)) return [address]
    const pool = readDbcPool(read.get(address))
    if (pool === null) return []
    const config = readDbcConfig(read.get(pool.config))
    return unread(read, [pool.config, pool.baseMint, ...(config === null ? [] : [config.quoteMint])])
  },
  readPool(address, read, mint) {
    const pool = readDbcPool(read.get(address))
    if (pool === null) return fail('no_route', `${address} is no curve of Meteora DBC`)
    const config = readDbcConfig(read.get(pool.config))
    if (config === null) return fail('no_route', `the terms of the curve ${address} are not known`)
    if (mint !== pool.baseMint && mint !== config.quoteMint)
      return fail('no_route', 'the curve does not trade this mint')
    if (pool.isMigrated)
      return fail('no_route', `the curve of ${pool.baseMint} has graduated: trade the pool that the token moved to`)
    if (isSoldOut({ pool, config }))
      return fail('no_route', `the curve of ${pool.baseMint} is sold out and waits to graduate`)
    if (pool.isHooked) return fail('no_route', `transfers of ${pool.baseMint} run a program of their own`)
    const base = readPlainMint(read, pool.baseMint)
    if (!base.ok) return base
    const quote = readPlainMint(read, config.quoteMint)
    return quote.ok ? tradableCurve({ address, pool, config, base: base.value, quote: quote.value }) : quote
  },
}

type LoadedCurve = {
  readonly address: string
  readonly pool: DbcPool
  readonly config: DbcConfig
  readonly base: PlainMint
  readonly quote: PlainMint
}

function tradableCurve(loaded: LoadedCurve): Outcome<TradablePool> {
  const { address, pool, config, base, quote } = loaded
  if (pool.sqrtPriceQ64 === 0n) return fail('no_route', `the curve ${address} has no price`)
  const price = [pool.sqrtPriceQ64 * pool.sqrtPriceQ64, 1n << 128n] as const
  const ref = {
    address,
    pool,
    quoteMint: quote.mint,
    baseTokenProgram: base.tokenProgram,
    quoteTokenProgram: quote.tokenProgram,
    isRateLimited: config.baseFee.mode === 'rate-limiter',
  }
  return ok({
    dex: 'meteora_dbc',
    programId: DBC_PROGRAM,
    address,
    baseMint: base.mint,
    quoteMint: quote.mint,
    baseTokenProgram: base.tokenProgram,
    quoteTokenProgram: quote.tokenProgram,
    movesLamports: false,
    quoteDepthRaw: reservesOf(pool, config).quoteRaw,
    spotPrice: price,
    isCurve: true,
    curveProgressPct: progressPct(pool, config),
    creator: pool.creator,
    watch: [address, ...[base, quote].filter(({ transferFee }) => transferFee !== null).map(({ mint }) => mint)],
    computeUnits: COMPUTE_UNITS,
    quote(inputMint, amountInRaw, { slot, unixSec, epoch }) {
      const point = BigInt(config.activation === 'slot' ? slot : Math.floor(unixSec))
      const isBuy = inputMint === quote.mint
      if (!isBuy && inputMint !== base.mint) return null
      const trade = (isBuy ? quoteDbcBuy : quoteDbcSell)({ pool, config, point }, amountInRaw)
      return trade === null ? null : quoteOf(loaded, trade, { isBuy, epoch, price })
    },
    accounts: keepLists((_inputMint, accounts) => dbcSwapAccounts(ref, accounts)),
    // The program's limit is for what it sends.
    data(inputMint, amountInRaw, minOutRaw) {
      const isBuy = inputMint === quote.mint
      const { transferFee } = isBuy ? base : quote
      const limitRaw = leastOutput(transferFee, minOutRaw)
      return dbcSwapData(isBuy, amountInRaw, limitRaw < MAX_U64 ? limitRaw : MAX_U64)
    },
  })
}

function quoteOf(
  { base, quote }: LoadedCurve,
  trade: DbcTrade,
  {
    isBuy,
    epoch,
    price,
  }: { readonly isBuy: boolean; readonly epoch: number; readonly price: readonly [bigint, bigint] },
): SwapQuote | null {
  const output = isBuy ? base : quote
  const amountOutRaw = afterTransferFee(output.transferFee, trade.outRaw, epoch)
  if (amountOutRaw <= 0n) return null
  const feeMint = trade.isFeeInBase ? base.mint : quote.mint
  const fees: readonly SwapFee[] = [
    { kind: 'protocol', mint: feeMint, raw: trade.fees.protocol },
    { kind: 'platform', mint: feeMint, raw: trade.fees.platform },
    { kind: 'creator', mint: feeMint, raw: trade.fees.creator },
    { kind: 'transfer', mint: output.mint, raw: trade.outRaw - amountOutRaw },
  ]
  const spot = isBuy ? ([price[1], price[0]] as const) : price
  return {
    amountInRaw: trade.inRaw,
    amountOutRaw,
    fees: fees.filter(({ raw }) => raw > 0n),
    priceImpactPpm: priceImpactPpm(trade.curveInRaw, trade.curveOutRaw, spot),
  }
}
