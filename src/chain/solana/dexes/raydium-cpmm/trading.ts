import { fail, type Outcome, ok } from '../../../../contract/outcome.ts'
import { CLOCK_SYSVAR, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../program-ids.ts'
import { isActive, readClock } from '../chain-clock.ts'
import { MAX_U64, readVault } from '../pool-vault.ts'
import { orientMints } from '../quote-mints.ts'
import { readTradableMint, type TradableMint } from '../tradable-mint.ts'
import {
  type DexTrading,
  priceImpactPpm,
  type ReadAccounts,
  type SwapFee,
  type SwapQuote,
  type TradablePool,
  type TradeClock,
} from '../trading.ts'
import { afterTransferFee } from '../transfer-fee.ts'
import { CPMM_PROGRAM } from './addresses.ts'
import { cpmmSwapAccounts, cpmmSwapData } from './instructions.ts'
import { type CpmmRates, isCreatorFeeOnInput, ratesOf, swapCpmm } from './quote.ts'
import { type CpmmPool, decodeCpmmConfig, decodeCpmmPool, isSwapOn } from './state.ts'

/** 22,500 measured with classic tokens; Token-2022 mints with fees cost more for each of the two transfers. */
const COMPUTE_UNITS = 60_000

/** Swaps in CPMM pools by `swap_base_input`. */
export const cpmmTrading: DexTrading = {
  wants(address, read) {
    const pool = poolAt(read, address)
    if (pool === null) return read.has(address) ? [] : [address]
    return [...companionsOf(pool), CLOCK_SYSVAR].filter((account) => !read.has(account))
  },
  readPool(address, read, mint) {
    const pool = poolAt(read, address)
    if (pool === null) return fail('no_route', 'not a CPMM pool')
    if (pool.token0Mint !== mint && pool.token1Mint !== mint)
      return fail('no_route', 'the pool does not trade this mint')
    if (!isSwapOn(pool)) return fail('no_route', 'swaps in the pool are switched off')
    const opening = { activation: 'time', activationPoint: pool.openTimeSec } as const
    if (!isActive(readClock(read.get(CLOCK_SYSVAR)), opening))
      return fail('no_route', `the pool opens at Unix second ${pool.openTimeSec}`)
    const config = read.get(pool.ammConfig)
    const tier = config?.owner === CPMM_PROGRAM ? decodeCpmmConfig(config.data) : null
    if (tier === null) return fail('no_route', 'the pool has no fee tier')
    return tradable(address, pool, ratesOf(pool, tier), read)
  },
}

/** One of the pool's two mints. */
type Side = TradableMint & {
  readonly vaultRaw: bigint
  /** What of the vault is traded against. */
  readonly reserveRaw: bigint
}

function poolAt(read: ReadAccounts, address: string): CpmmPool | null {
  const account = read.get(address)
  return account?.owner === CPMM_PROGRAM ? decodeCpmmPool(account.data) : null
}

/** Classic mints have nothing to say about a transfer and are not read. */
function companionsOf(pool: CpmmPool): readonly string[] {
  const mints = [
    ...(pool.token0Program === TOKEN_2022_PROGRAM ? [pool.token0Mint] : []),
    ...(pool.token1Program === TOKEN_2022_PROGRAM ? [pool.token1Mint] : []),
  ]
  return [pool.token0Vault, pool.token1Vault, pool.ammConfig, ...mints]
}

function tradable(address: string, pool: CpmmPool, rates: CpmmRates, read: ReadAccounts): Outcome<TradablePool> {
  const first = readSide(read, {
    mint: pool.token0Mint,
    tokenProgram: pool.token0Program,
    vault: pool.token0Vault,
    owedRaw: pool.protocolFees0 + pool.fundFees0 + pool.creatorFees0,
  })
  if (!first.ok) return first
  const second = readSide(read, {
    mint: pool.token1Mint,
    tokenProgram: pool.token1Program,
    vault: pool.token1Vault,
    owedRaw: pool.protocolFees1 + pool.fundFees1 + pool.creatorFees1,
  })
  if (!second.ok) return second
  const sides = [first.value, second.value] as const
  const { isFlipped } = orientMints(pool.token0Mint, pool.token1Mint)
  const [base, quote] = isFlipped ? [sides[1], sides[0]] : sides
  const sideOf = (inputMint: string): 0 | 1 => (inputMint === pool.token0Mint ? 0 : 1)
  return ok({
    dex: 'raydium_cpmm',
    programId: CPMM_PROGRAM,
    address,
    baseMint: base.mint,
    quoteMint: quote.mint,
    baseTokenProgram: base.tokenProgram,
    quoteTokenProgram: quote.tokenProgram,
    movesLamports: false,
    quoteDepthRaw: quote.reserveRaw,
    spotPrice: [quote.reserveRaw, base.reserveRaw],
    isCurve: false,
    curveProgressPct: null,
    creator: pool.poolCreator,
    watch: [address, ...companionsOf(pool)],
    computeUnits: COMPUTE_UNITS,
    quote(inputMint, amountInRaw, clock) {
      if (inputMint !== base.mint && inputMint !== quote.mint) return null
      return quoteSwap(pool, sides, rates, sideOf(inputMint), amountInRaw, clock)
    },
    accounts: (inputMint, accounts) => cpmmSwapAccounts(address, pool, sideOf(inputMint), accounts),
    data: (_inputMint, amountInRaw, minOutRaw) => cpmmSwapData(amountInRaw, minOutRaw),
  })
}

function readSide(
  read: ReadAccounts,
  at: { readonly mint: string; readonly tokenProgram: string; readonly vault: string; readonly owedRaw: bigint },
): Outcome<Side> {
  const { mint, tokenProgram } = at
  const found = tokenProgram === TOKEN_2022_PROGRAM ? readTradableMint(read, mint) : ok(classic(mint))
  if (!found.ok) return found
  if (found.value.hookProgram !== null)
    return fail('no_route', `the program does not serve the transfer hook of ${mint}`)
  const vault = readVault(read, at.vault, mint)
  if (!vault.ok) return vault
  const reserveRaw = vault.value - at.owedRaw
  if (reserveRaw <= 0n) return fail('no_route', `the pool holds no ${mint}`)
  return ok({ ...found.value, vaultRaw: vault.value, reserveRaw })
}

function classic(mint: string): TradableMint {
  return { mint, tokenProgram: TOKEN_PROGRAM, transferFee: null, hookProgram: null }
}

function quoteSwap(
  pool: CpmmPool,
  sides: readonly [Side, Side],
  rates: CpmmRates,
  inputSide: 0 | 1,
  amountInRaw: bigint,
  { unixSec, epoch }: TradeClock,
): SwapQuote | null {
  const [input, output] = inputSide === 0 ? sides : [sides[1], sides[0]]
  if (amountInRaw <= 0n || input.vaultRaw + amountInRaw > MAX_U64 || BigInt(Math.floor(unixSec)) < pool.openTimeSec)
    return null
  const arrivedRaw = afterTransferFee(input.transferFee, amountInRaw, epoch)
  const isFeeOnInput = isCreatorFeeOnInput(pool, inputSide)
  const swap = swapCpmm(arrivedRaw, { inRaw: input.reserveRaw, outRaw: output.reserveRaw }, rates, isFeeOnInput)
  if (swap === null) return null
  const amountOutRaw = afterTransferFee(output.transferFee, swap.outRaw, epoch)
  if (amountOutRaw <= 0n) return null
  const fees: SwapFee[] = [
    { kind: 'transfer', mint: input.mint, raw: amountInRaw - arrivedRaw },
    { kind: 'lp', mint: input.mint, raw: swap.lpFee },
    { kind: 'protocol', mint: input.mint, raw: swap.protocolFee },
    { kind: 'creator', mint: isFeeOnInput ? input.mint : output.mint, raw: swap.creatorFee },
    { kind: 'transfer', mint: output.mint, raw: swap.outRaw - amountOutRaw },
  ]
  return {
    amountInRaw,
    amountOutRaw,
    fees: fees.filter(({ raw }) => raw > 0n),
    priceImpactPpm: priceImpactPpm(swap.netInRaw, swap.grossOutRaw, [output.reserveRaw, input.reserveRaw]),
  }
}
