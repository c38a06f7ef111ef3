import { fail, type Outcome, ok } from '../../../../contract/outcome.ts'
import { CLOCK_SYSVAR } from '../../program-ids.ts'
import { isActive, readClock } from '../chain-clock.ts'
import { orientMints } from '../quote-mints.ts'
import { quoteThrough } from '../swap-quote.ts'
import { readTradableMint } from '../tradable-mint.ts'
import type { DexTrading, ReadAccounts, TradablePool } from '../trading.ts'
import { DAMM_V2_PROGRAM } from './addresses.ts'
import { dammV2SwapAccounts, dammV2SwapData } from './instructions.ts'
import { readPoolFees } from './pool-fees.ts'
import { tradeDammV2 } from './quote.ts'
import { type DammV2Pool, decodeDammV2Pool } from './state.ts'

/** The program takes up to 45,000, with two Token-2022 mints (measured on the real program). */
const COMPUTE_UNITS = 80_000

/** DAMM v2 pools of every fee and collection mode. A pool account alone tells what a trade comes to; the mints tell
 *  what they withhold. */
export const dammV2Trading: DexTrading = {
  wants(address, read) {
    const pool = poolAt(address, read)
    if (pool === undefined) return [address]
    const needed = pool === null ? [] : [pool.mintA, pool.mintB, CLOCK_SYSVAR]
    return needed.filter((one) => !read.has(one))
  },
  readPool(address, read, mint) {
    const pool = poolAt(address, read)
    // Only what is a pool has fees at these places.
    const fees = pool === undefined || pool === null ? null : readPoolFees(read.get(address)!.data)
    if (pool === undefined || pool === null || fees === null) return fail('no_route', 'not a DAMM v2 pool')
    if (mint !== pool.mintA && mint !== pool.mintB) return fail('no_route', 'the pool does not trade this mint')
    if (!pool.isEnabled) return fail('no_route', 'the pool is disabled')
    if (!isActive(readClock(read.get(CLOCK_SYSVAR)), pool)) return fail('no_route', 'the pool is not open yet')
    return tradablePool(address, { pool, fees }, read)
  },
}

/** Undefined when it has not been read, null when there is no such pool. */
function poolAt(address: string, read: ReadAccounts): DammV2Pool | null | undefined {
  const account = read.get(address)
  if (account === undefined) return undefined
  return account?.owner === DAMM_V2_PROGRAM ? decodeDammV2Pool(account.data) : null
}

type State = { readonly pool: DammV2Pool; readonly fees: NonNullable<ReturnType<typeof readPoolFees>> }

function tradablePool(address: string, { pool, fees }: State, read: ReadAccounts): Outcome<TradablePool> {
  const a = readTradableMint(read, pool.mintA)
  if (!a.ok) return a
  const b = readTradableMint(read, pool.mintB)
  if (!b.ok) return b
  const hooked = [a.value, b.value].find(({ hookProgram }) => hookProgram !== null)
  if (hooked) return fail('no_route', `the program does not serve the transfer hook of ${hooked.mint}`)
  const priceBPerA = spotOf(pool)
  if (priceBPerA === null) return fail('no_route', 'the pool is empty')
  const { baseMint, quoteMint, isFlipped } = orientMints(pool.mintA, pool.mintB)
  const [base, quote] = isFlipped ? [b.value, a.value] : [a.value, b.value]
  const turned = [priceBPerA[1], priceBPerA[0]] as const
  const depthBRaw = depthInB(pool)
  const ref = {
    address,
    pool,
    tokenProgramA: a.value.tokenProgram,
    tokenProgramB: b.value.tokenProgram,
    isRateLimited: fees.base.mode === 'rate-limiter',
  }
  return ok({
    dex: 'meteora_damm_v2',
    programId: DAMM_V2_PROGRAM,
    address,
    baseMint,
    quoteMint,
    baseTokenProgram: base.tokenProgram,
    quoteTokenProgram: quote.tokenProgram,
    movesLamports: false,
    quoteDepthRaw: isFlipped ? (depthBRaw * priceBPerA[1]) / priceBPerA[0] : depthBRaw,
    spotPrice: isFlipped ? turned : priceBPerA,
    isCurve: false,
    curveProgressPct: null,
    creator: null,
    watch: [address],
    computeUnits: COMPUTE_UNITS,
    quote(inputMint, amountInRaw, clock) {
      const isAToB = inputMint === pool.mintA
      if (!isAToB && inputMint !== pool.mintB) return null
      const sides = isAToB ? { input: a.value, output: b.value } : { input: b.value, output: a.value }
      const order = { amountInRaw, epoch: clock.epoch, spot: isAToB ? priceBPerA : turned }
      const point = BigInt(pool.activation === 'slot' ? clock.slot : Math.floor(clock.unixSec))
      return quoteThrough(sides, order, (inRaw) => tradeDammV2(pool, fees, { inRaw, isAToB, point }))
    },
    accounts: (_inputMint, accounts) => dammV2SwapAccounts(ref, accounts),
    data: (_inputMint, amountInRaw, minOutRaw) => dammV2SwapData(amountInRaw, minOutRaw),
  })
}

/** B for one A before a trade: numerator and denominator. */
function spotOf({ isCompounding, amountA, amountB, sqrtPriceQ64 }: DammV2Pool): readonly [bigint, bigint] | null {
  const price = isCompounding ? ([amountB, amountA] as const) : ([sqrtPriceQ64 * sqrtPriceQ64, 1n << 128n] as const)
  return price[0] === 0n || price[1] === 0n ? null : price
}

/** Half of what lies within the pool's price range is worth, in B: the B of a constant product as deep as it. */
function depthInB(pool: DammV2Pool): bigint {
  const { liquidityQ64: liquidity, sqrtPriceQ64: price, sqrtMinPriceQ64: lowest, sqrtMaxPriceQ64: highest } = pool
  if (pool.isCompounding) return pool.amountB
  const belowRaw = price > lowest ? (liquidity * (price - lowest)) >> 128n : 0n
  const aboveInBRaw = highest > price ? (liquidity * price * (highest - price)) / (highest << 128n) : 0n
  return (belowRaw + aboveInBRaw) / 2n
}
