import { fail, type Outcome, ok } from '../../../../contract/outcome.ts'
import { CLOCK_SYSVAR } from '../../program-ids.ts'
import { isActive, readClock } from '../chain-clock.ts'
import { MAX_U64, readVault } from '../pool-vault.ts'
import { orientMints } from '../quote-mints.ts'
import { quoteThrough } from '../swap-quote.ts'
import { readTradableMint, type TradableMint } from '../tradable-mint.ts'
import { settingsReader, unread } from '../traded-accounts.ts'
import type { DexTrading, ReadAccounts, SwapQuote, TradablePool, TradeClock } from '../trading.ts'
import { CLMM_PROGRAM, clmmBitmapExtensionPda, clmmTickArrayPda } from './addresses.ts'
import { type ArrayBitmap, readBitmapExtension, swapArrayStarts } from './array-bitmap.ts'
import { dynamicFees, hasDynamicFee, staticFee } from './dynamic-fee.ts'
import { type ClmmRef, clmmSwapAccounts, clmmSwapData } from './instructions.ts'
import { MAX_STEPS, swapClmm } from './quote.ts'
import { type ClmmConfig, type ClmmPool, decodeClmmConfig, decodeClmmPool, isSwapOn } from './state.ts'
import { arrayStartOf, type ClmmTickArray, readClmmTickArray, TICKS_PER_ARRAY } from './tick-arrays.ts'

/** Arrays that a swap names in its direction: they hold 60 ticks each, and only those with ticks to stop at count. */
const SWAP_ARRAYS = 4
/** So near to where the swap's first array begins, the price may have left it when the swap runs. */
const EDGE_TICKS = 128
/* Measured on the real program: 50,000 to 77,000 units within a range of liquidity, the more with Token-2022 mints, and
 * some 20,000 for each further step. */
const BASE_UNITS = 70_000
const STEP_UNITS = 22_000

/** Swaps in pools of Raydium CLMM by `swap_v2`, with the tick arrays around the price. A swap that would go beyond them
 *  has no quote. */
export const clmmTrading: DexTrading = {
  wants(address, read) {
    const pool = poolAt(read, address)
    if (pool === null) return read.has(address) ? [] : [address]
    // The extension may name further arrays.
    return unread(read, [...companionsOf(address, pool), ...arraysAround(address, pool, read)])
  },
  readPool(address, read, mint) {
    const pool = poolAt(read, address)
    if (pool === null) return fail('no_route', 'not a CLMM pool')
    if (mint !== pool.token0Mint && mint !== pool.token1Mint)
      return fail('no_route', 'the pool does not trade this mint')
    if (!isSwapOn(pool)) return fail('no_route', 'swaps in the pool are switched off')
    // The program wants the clock to be past the opening.
    const opening = { activation: 'time', activationPoint: pool.openTimeSec + 1n } as const
    if (!isActive(readClock(read.get(CLOCK_SYSVAR)), opening))
      return fail('no_route', `the pool opens at Unix second ${pool.openTimeSec}`)
    const config = readConfig(read.get(pool.ammConfig))
    if (config === null) return fail('no_route', 'the pool has no fee tier')
    if (pool.liquidity === 0n || pool.sqrtPriceX64 === 0n)
      return fail('no_route', 'the pool has no liquidity at its price')
    return tradable(address, pool, config, read)
  },
}

/** The fee tier of a pool. */
export const readConfig = settingsReader(CLMM_PROGRAM, decodeClmmConfig)

/** Null for what is no pool, or was not read. */
export function poolAt(read: ReadAccounts, address: string): ClmmPool | null {
  const account = read.get(address)
  const pool = account?.owner === CLMM_PROGRAM ? decodeClmmPool(account.data) : null
  return pool === null || pool.tickSpacing === 0 ? null : pool
}

function companionsOf(address: string, pool: ClmmPool): readonly string[] {
  const { token0Vault, token1Vault, token0Mint, token1Mint, ammConfig } = pool
  const extension = clmmBitmapExtensionPda(address)
  return [token0Vault, token1Vault, token0Mint, token1Mint, ammConfig, extension, CLOCK_SYSVAR]
}

export function bitmapOf(address: string, pool: ClmmPool, read: ReadAccounts): ArrayBitmap {
  const extension = readBitmapExtension(read.get(clmmBitmapExtensionPda(address)), address)
  return { own: pool.tickArrayBitmap, extension }
}

/** Addresses of the arrays of both directions. */
function arraysAround(address: string, pool: ClmmPool, read: ReadAccounts): readonly string[] {
  const bitmap = bitmapOf(address, pool, read)
  const starts = [true, false].flatMap((isZeroForOne) => swapArrayStarts(pool, bitmap, isZeroForOne, SWAP_ARRAYS))
  return [...new Set(starts)].map((start) => clmmTickArrayPda(address, start))
}

/** One of the two mints. */
type Side = TradableMint & { readonly vaultRaw: bigint; readonly owedRaw: bigint; readonly curveRaw: bigint }
/** The arrays of one direction; `behind` is the first of the other one, where the price is near it. */
type Route = { readonly arrays: readonly ClmmTickArray[]; readonly behind: number | null }

type Market = {
  readonly ref: ClmmRef
  readonly config: ClmmConfig
  readonly down: Route
  readonly up: Route
  readonly sides: readonly [Side, Side]
  /** Units of token 1 for one of token 0. */
  readonly oneForZero: readonly [bigint, bigint]
}

function tradable(address: string, pool: ClmmPool, config: ClmmConfig, read: ReadAccounts): Outcome<TradablePool> {
  const { liquidity, sqrtPriceX64 } = pool
  const zero = readSide(read, pool.token0Mint, pool.token0Vault, {
    owedRaw: pool.protocolFees0 + pool.fundFees0,
    curveRaw: (liquidity << 64n) / sqrtPriceX64,
  })
  if (!zero.ok) return zero
  const one = readSide(read, pool.token1Mint, pool.token1Vault, {
    owedRaw: pool.protocolFees1 + pool.fundFees1,
    curveRaw: (liquidity * sqrtPriceX64) >> 64n,
  })
  if (!one.ok) return one
  const bitmap = bitmapOf(address, pool, read)
  const ref = { address, pool, bitmapExtension: bitmap.extension === null ? null : clmmBitmapExtensionPda(address) }
  const [down, up] = [routeOf(ref, bitmap, true, read), routeOf(ref, bitmap, false, read)]
  const sides = [zero.value, one.value] as const
  const { isFlipped } = orientMints(pool.token0Mint, pool.token1Mint)
  const [base, quote] = isFlipped ? [one.value, zero.value] : sides
  const oneForZero = [sqrtPriceX64 * sqrtPriceX64, 1n << 128n] as const
  const market: Market = { ref, config, down, up, sides, oneForZero }
  const isDown = (inputMint: string): boolean => inputMint === pool.token0Mint
  return ok({
    dex: 'raydium_clmm',
    programId: CLMM_PROGRAM,
    address,
    baseMint: base.mint,
    quoteMint: quote.mint,
    baseTokenProgram: base.tokenProgram,
    quoteTokenProgram: quote.tokenProgram,
    movesLamports: false,
    quoteDepthRaw: depthOf(quote),
    spotPrice: isFlipped ? [oneForZero[1], oneForZero[0]] : oneForZero,
    isCurve: false,
    curveProgressPct: null,
    creator: pool.creator,
    watch: [address, ...companionsOf(address, pool).filter(isMoving), ...arraysAround(address, pool, read)],
    computeUnits: unitsOf(market),
    quote: (inputMint, amountInRaw, clock) => quoteSwap(market, inputMint, amountInRaw, clock),
    accounts: (inputMint, accounts) =>
      clmmSwapAccounts(ref, isDown(inputMint), named(address, isDown(inputMint) ? down : up), accounts),
    data: (_inputMint, amountInRaw, minOutRaw) => clmmSwapData(amountInRaw, minOutRaw),
  })
}

/** The clock changes with each slot, and pools do not. */
function isMoving(account: string): boolean {
  return account !== CLOCK_SYSVAR
}

function readSide(
  read: ReadAccounts,
  mint: string,
  vault: string,
  amounts: Pick<Side, 'owedRaw' | 'curveRaw'>,
): Outcome<Side> {
  const found = readTradableMint(read, mint)
  if (!found.ok) return found
  if (found.value.hookProgram !== null)
    return fail('no_route', `the program does not serve the transfer hook of ${mint}`)
  const balance = readVault(read, vault, mint)
  return balance.ok ? ok({ ...found.value, ...amounts, vaultRaw: balance.value }) : balance
}

/** What trades run against at the price, but not more than is there: liquidity in a narrow range stands for much
 *  more. */
function depthOf({ vaultRaw, owedRaw, curveRaw }: Side): bigint {
  const heldRaw = vaultRaw > owedRaw ? vaultRaw - owedRaw : 0n
  return heldRaw < curveRaw ? heldRaw : curveRaw
}

/** The arrays a swap goes through; those up to one that cannot be read. */
export function routeOf(
  { address, pool }: Pick<ClmmRef, 'address' | 'pool'>,
  bitmap: ArrayBitmap,
  isZeroForOne: boolean,
  read: ReadAccounts,
): Route {
  const arrays: ClmmTickArray[] = []
  for (const start of swapArrayStarts(pool, bitmap, isZeroForOne, SWAP_ARRAYS)) {
    const account = read.get(clmmTickArrayPda(address, start))
    const array = readClmmTickArray(account, { pool: address, start, tickSpacing: pool.tickSpacing })
    // The program fails on an array in which it is to find a tick and does not.
    if (array === null || array.ticks.length === 0) break
    arrays.push(array)
  }
  return { arrays, behind: arrayBehind(pool, bitmap, isZeroForOne) }
}

/** Start of the array on the other side of the one with the price, where that is near: should the price step over
 *  before the swap runs, the program begins there, if there are ticks in it. */
function arrayBehind(pool: ClmmPool, bitmap: ArrayBitmap, isZeroForOne: boolean): number | null {
  const tick = pool.tickCurrentBits | 0
  const span = TICKS_PER_ARRAY * pool.tickSpacing
  const present = arrayStartOf(tick, pool.tickSpacing)
  const distance = isZeroForOne ? present + span - tick : tick - present
  if (distance > EDGE_TICKS) return null
  const behind = isZeroForOne ? present + span : present - span
  return swapArrayStarts(pool, bitmap, !isZeroForOne, 2).find((start) => start === behind) ?? null
}

function named(address: string, { arrays, behind }: Route): readonly string[] {
  const starts = arrays.map(({ start }) => start)
  return [...(behind === null ? [] : [behind]), ...starts].map((start) => clmmTickArrayPda(address, start))
}

/** Whether a swap pays its fee in what goes in. */
export function takesOfInput({ feeOn }: ClmmPool, isZeroForOne: boolean): boolean {
  return feeOn === 1 ? isZeroForOne : feeOn !== 2 || !isZeroForOne
}

/** Room for a swap through every tick that it can stop at, as far as quotes go. */
function unitsOf({ ref, down, up }: Market): number {
  const stopsOf = ({ arrays }: Route): number => arrays.reduce((count, { ticks }) => count + ticks.length, 0)
  // Where fees move, each group of ticks may be a stop of its own.
  const stops = hasDynamicFee(ref.pool) ? MAX_STEPS : Math.max(stopsOf(down), stopsOf(up))
  return BASE_UNITS + Math.min(stops, MAX_STEPS) * STEP_UNITS
}

function quoteSwap(market: Market, inputMint: string, amountInRaw: bigint, clock: TradeClock): SwapQuote | null {
  const { ref, config, sides } = market
  const { pool } = ref
  const isZeroForOne = inputMint === sides[0].mint
  if (!isZeroForOne && inputMint !== sides[1].mint) return null
  const [input, output] = isZeroForOne ? sides : [sides[1], sides[0]]
  if (amountInRaw <= 0n || input.vaultRaw + amountInRaw > MAX_U64) return null
  const unixSec = Math.floor(clock.unixSec)
  if (BigInt(unixSec) <= pool.openTimeSec) return null
  const { liquidity, sqrtPriceX64: sqrtPrice, tickSpacing } = pool
  const { protocolFeeRate, fundFeeRate, tradeFeeRate: feeRate } = config
  const tick = pool.tickCurrentBits | 0
  const [oneRaw, zeroRaw] = market.oneForZero
  const order = {
    amountInRaw,
    epoch: clock.epoch,
    spot: isZeroForOne ? market.oneForZero : ([zeroRaw, oneRaw] as const),
  }
  const isFeeOnInput = takesOfInput(pool, isZeroForOne)
  return quoteThrough({ input, output }, order, (inRaw) => {
    const fees = hasDynamicFee(pool)
      ? dynamicFees(pool.dynamicFee, { feeRate, tick, tickSpacing, isZeroForOne, unixSec })
      : staticFee(feeRate)
    const { arrays } = isZeroForOne ? market.down : market.up
    const state = { liquidity, sqrtPrice, tick, protocolFeeRate, fundFeeRate }
    const swap = swapClmm(state, arrays, fees, { inRaw, isZeroForOne, isFeeOnInput })
    if (swap === null || swap.outRaw > output.vaultRaw) return null
    const { netInRaw, grossOutRaw, outRaw, feeRaw, protocolFeeRaw } = swap
    return { curveInRaw: netInRaw, curveOutRaw: grossOutRaw, outRaw, feeRaw, protocolFeeRaw, isFeeOnInput }
  })
}
