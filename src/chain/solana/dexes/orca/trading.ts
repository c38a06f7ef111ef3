import { fail, type Outcome, ok } from '../../../../contract/outcome.ts'
import { CLOCK_SYSVAR } from '../../program-ids.ts'
import { isActive, readClock } from '../chain-clock.ts'
import { MAX_U64, readVault } from '../pool-vault.ts'
import { orientMints } from '../quote-mints.ts'
import { quoteThrough } from '../swap-quote.ts'
import { readTradableMint, type TradableMint } from '../tradable-mint.ts'
import type { DexTrading, ReadAccounts, SwapQuote, TradablePool, TradeClock } from '../trading.ts'
import { adaptiveFees, adaptiveStops, decodeOracle, type Oracle, staticFees } from './adaptive-fee.ts'
import { oraclePda, tickArrayPda, WHIRLPOOL_PROGRAMS } from './addresses.ts'
import { type WhirlpoolRef, whirlpoolSwapAccounts, whirlpoolSwapData } from './instructions.ts'
import { MAX_STEPS, swapWhirlpool } from './quote.ts'
import { decodeWhirlpool, type Whirlpool } from './state.ts'
import { readTickArray, swapArrayStarts, type TickArray } from './tick-arrays.ts'

/* Measured on the real program: 34,000 to 62,000 units within a range of liquidity, the more with Token-2022 mints, and
 * for each further step 6,000, or 10,500 where fees are adaptive. */
const BASE_UNITS = 75_000
const STEP_UNITS = 7_000
const ADAPTIVE_STEP_UNITS = 11_500

/** Swaps in Whirlpools of both deployments by `swap_v2`, with the tick arrays around the price. A swap that would go
 *  beyond them has no quote. */
export const whirlpoolTrading: DexTrading = {
  wants(address, read) {
    const owned = ownedAt(address, read)
    if (owned === undefined) return [address]
    return owned === null ? [] : companionsOf(address, owned).filter((one) => !read.has(one))
  },
  readPool(address, read, mint) {
    const owned = ownedAt(address, read)
    if (owned === undefined || owned === null) return fail('no_route', 'not a Whirlpool')
    const { tokenMintA, tokenMintB, liquidity, sqrtPriceX64 } = owned.whirlpool
    if (mint !== tokenMintA && mint !== tokenMintB) return fail('no_route', 'the pool does not trade this mint')
    if (liquidity === 0n || sqrtPriceX64 === 0n) return fail('no_route', 'the pool has no liquidity at its price')
    const oracle = readOracle(address, owned, read)
    return oracle.ok ? tradable(address, owned, oracle.value, read) : oracle
  },
}

/** A pool account with the deployment it belongs to. */
type Owned = { readonly programId: string; readonly whirlpool: Whirlpool; readonly tick: number }
/** One of the two mints. */
type Side = TradableMint & { readonly vaultRaw: bigint; readonly owedRaw: bigint; readonly curveRaw: bigint }

/** Undefined when it has not been read, null when there is no such pool. */
function ownedAt(address: string, read: ReadAccounts): Owned | null | undefined {
  const account = read.get(address)
  if (account === undefined) return undefined
  const programId = WHIRLPOOL_PROGRAMS.find((program) => program === account?.owner)
  const whirlpool = programId === undefined ? null : decodeWhirlpool(account!.data)
  if (programId === undefined || whirlpool === null || whirlpool.tickSpacing === 0) return null
  return { programId, whirlpool, tick: whirlpool.tickCurrentIndexBits | 0 }
}

/** Only tiers with a number of their own have adaptive fees. */
function isAdaptive({ feeTierIndexSeed, tickSpacing }: Whirlpool): boolean {
  return feeTierIndexSeed !== tickSpacing
}

function watchedOf(address: string, owned: Owned): readonly string[] {
  const { programId, whirlpool, tick } = owned
  const { tickSpacing } = whirlpool
  const starts = [true, false].flatMap((isAToB) => swapArrayStarts(tick, tickSpacing, isAToB))
  return [
    whirlpool.tokenVaultA,
    whirlpool.tokenVaultB,
    whirlpool.tokenMintA,
    whirlpool.tokenMintB,
    ...[...new Set(starts)].map((start) => tickArrayPda(programId, address, start)),
    ...(isAdaptive(whirlpool) ? [oraclePda(programId, address)] : []),
  ]
}

function companionsOf(address: string, owned: Owned): readonly string[] {
  return [...watchedOf(address, owned), ...(isAdaptive(owned.whirlpool) ? [CLOCK_SYSVAR] : [])]
}

/** Null for pools of one fee. */
function readOracle(address: string, { programId, whirlpool }: Owned, read: ReadAccounts): Outcome<Oracle | null> {
  if (!isAdaptive(whirlpool)) return ok(null)
  const account = read.get(oraclePda(programId, address))
  const oracle = account?.owner === programId ? decodeOracle(account.data) : null
  if (oracle === null) return fail('no_route', 'the pool of adaptive fees has no oracle')
  const opening = { activation: 'time', activationPoint: oracle.tradeEnableSec } as const
  if (!isActive(readClock(read.get(CLOCK_SYSVAR)), opening))
    return fail('no_route', `the pool opens at Unix second ${oracle.tradeEnableSec}`)
  return ok(oracle)
}

function tradable(address: string, owned: Owned, oracle: Oracle | null, read: ReadAccounts): Outcome<TradablePool> {
  const { programId, whirlpool, tick } = owned
  const { liquidity, sqrtPriceX64 } = whirlpool
  const a = readSide(read, whirlpool.tokenMintA, whirlpool.tokenVaultA, {
    owedRaw: whirlpool.protocolFeeOwedA,
    curveRaw: (liquidity << 64n) / sqrtPriceX64,
  })
  if (!a.ok) return a
  const b = readSide(read, whirlpool.tokenMintB, whirlpool.tokenVaultB, {
    owedRaw: whirlpool.protocolFeeOwedB,
    curveRaw: (liquidity * sqrtPriceX64) >> 64n,
  })
  if (!b.ok) return b
  const walks = { down: arraysOf(address, owned, true, read), up: arraysOf(address, owned, false, read) }
  const ref = {
    programId,
    address,
    whirlpool,
    tick,
    tokenProgramA: a.value.tokenProgram,
    tokenProgramB: b.value.tokenProgram,
  }
  const { isFlipped } = orientMints(a.value.mint, b.value.mint)
  const [base, quote] = isFlipped ? [b.value, a.value] : [a.value, b.value]
  const bForA = [sqrtPriceX64 * sqrtPriceX64, 1n << 128n] as const
  const aForB = [bForA[1], bForA[0]] as const
  const market: Market = { ref, oracle, walks, a: a.value, b: b.value, aForB, bForA }
  return ok({
    dex: 'orca',
    programId,
    address,
    baseMint: base.mint,
    quoteMint: quote.mint,
    baseTokenProgram: base.tokenProgram,
    quoteTokenProgram: quote.tokenProgram,
    movesLamports: false,
    quoteDepthRaw: depthOf(quote),
    spotPrice: isFlipped ? aForB : bForA,
    isCurve: false,
    curveProgressPct: null,
    creator: null,
    watch: [address, ...watchedOf(address, owned)],
    computeUnits: unitsOf(walks, oracle),
    quote: (inputMint, amountInRaw, clock) => quoteSwap(market, inputMint, amountInRaw, clock),
    accounts: (inputMint, accounts) => whirlpoolSwapAccounts(ref, inputMint === whirlpool.tokenMintA, accounts),
    data: (inputMint, amountInRaw, minOutRaw) =>
      whirlpoolSwapData(ref, inputMint === whirlpool.tokenMintA, amountInRaw, minOutRaw),
  })
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
    return fail('no_route', `swaps with the transfer hook of ${mint} are not supported on this DEX`)
  const balance = readVault(read, vault, mint)
  return balance.ok ? ok({ ...found.value, ...amounts, vaultRaw: balance.value }) : balance
}

/** What trades run against at the price, but not more than is there: liquidity in a narrow range stands for much
 *  more. */
function depthOf({ vaultRaw, owedRaw, curveRaw }: Side): bigint {
  const heldRaw = vaultRaw > owedRaw ? vaultRaw - owedRaw : 0n
  return heldRaw < curveRaw ? heldRaw : curveRaw
}

/** The arrays a swap goes through; those up to one that is not the pool's. */
function arraysOf(address: string, owned: Owned, isAToB: boolean, read: ReadAccounts): readonly TickArray[] {
  const { programId, whirlpool, tick } = owned
  const arrays: TickArray[] = []
  for (const start of swapArrayStarts(tick, whirlpool.tickSpacing, isAToB)) {
    const account = read.get(tickArrayPda(programId, address, start))
    const array =
      account === undefined ? null : readTickArray(account, { program: programId, whirlpool: address, start })
    if (array === null) break
    arrays.push(array)
  }
  return arrays
}

/** Room for a swap through every initialised tick that is there on one side, as far as quotes go. */
function unitsOf({ down, up }: Market['walks'], oracle: Oracle | null): number {
  const ticksOf = (arrays: readonly TickArray[]): number =>
    arrays.reduce((count, { nets }) => count + nets.filter((net) => net !== null).length, 0)
  const stops = Math.max(ticksOf(down), ticksOf(up)) + (oracle === null ? 0 : adaptiveStops(oracle))
  return BASE_UNITS + Math.min(stops, MAX_STEPS) * (oracle === null ? STEP_UNITS : ADAPTIVE_STEP_UNITS)
}

type Market = {
  readonly ref: WhirlpoolRef
  readonly oracle: Oracle | null
  readonly walks: { readonly down: readonly TickArray[]; readonly up: readonly TickArray[] }
  readonly a: Side
  readonly b: Side
  readonly aForB: readonly [bigint, bigint]
  readonly bForA: readonly [bigint, bigint]
}

function quoteSwap(market: Market, inputMint: string, amountInRaw: bigint, clock: TradeClock): SwapQuote | null {
  const { ref, oracle, a, b } = market
  const { whirlpool, tick } = ref
  const isAToB = inputMint === a.mint
  if (!isAToB && inputMint !== b.mint) return null
  const [input, output] = isAToB ? [a, b] : [b, a]
  if (amountInRaw <= 0n || input.vaultRaw + amountInRaw > MAX_U64) return null
  if (oracle !== null && BigInt(Math.floor(clock.unixSec)) < oracle.tradeEnableSec) return null
  const { feeRate, protocolFeeRate, tickSpacing, liquidity } = whirlpool
  const state = { tickSpacing, protocolFeeRate, liquidity, sqrtPrice: whirlpool.sqrtPriceX64, tick }
  const order = { amountInRaw, epoch: clock.epoch, spot: isAToB ? market.bForA : market.aForB }
  return quoteThrough({ input, output }, order, (inRaw) => {
    const fees =
      oracle === null ? staticFees(feeRate) : adaptiveFees(oracle, { feeRate, tick, isAToB, unixSec: clock.unixSec })
    const arrays = isAToB ? market.walks.down : market.walks.up
    const swap = swapWhirlpool(state, arrays, fees, { inRaw, isAToB })
    if (swap === null || swap.outRaw > output.vaultRaw) return null
    const { netInRaw, outRaw, feeRaw, protocolFeeRaw } = swap
    return { curveInRaw: netInRaw, curveOutRaw: outRaw, outRaw, feeRaw, protocolFeeRaw, isFeeOnInput: true }
  })
}
