import { readU64 } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import { startsWith } from '../anchor-event.ts'
import { CLMM_PROGRAM, clmmTickArrayPda } from '../dexes/raydium-clmm/addresses.ts'
import { decodeClmmPool } from '../dexes/raydium-clmm/state.ts'
import { arrayStartOf } from '../dexes/raydium-clmm/tick-arrays.ts'
import { sqrtPriceOfTick } from '../dexes/raydium-clmm/tick-math.ts'
import { addressBytes, findProgramAddress } from '../pda.ts'
import type { AccountView } from '../rpc.ts'
import { amountsOfLiquidity, feesOwed, growthInside, sideOf, tickRange } from './concentrated.ts'
import { readU128 } from './read-u128.ts'
import { type PositionReader, type Reading, viewOf } from './reader.ts'

const POSITION_TAG = Buffer.from('466f967ee60f1975', 'hex')
const POSITION_BYTES = 145
const AT = { mint: 9, pool: 41, lower: 73, upper: 77, liquidity: 81, growth0: 97, growth1: 113, owed0: 129, owed1: 137 }
const TICKS_AT = 44
const TICK_BYTES = 168
/** Behind the tick, its net and its gross liquidity. */
const OUTSIDE_0_AT = 36
const OUTSIDE_1_AT = 52

/** Positions of Raydium CLMM. Rewards beside fees, and limit orders, are not read. */
export const clmmPositions: PositionReader = {
  protocol: 'raydium_clmm',
  programs: [CLMM_PROGRAM],
  accountsOf: ({ mint }) => [findProgramAddress([Buffer.from('position'), addressBytes(mint)], CLMM_PROGRAM).address],
  read: (view) =>
    startsWith(view.data, POSITION_TAG) && view.data.length >= POSITION_BYTES ? readPosition(view) : null,
}

function* readPosition({ address, data: head }: AccountView): Reading {
  const bytes = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const poolAddress = encodeBase58(head.subarray(AT.pool, AT.pool + 32))
  const [lower, upper] = [bytes.getInt32(AT.lower, true), bytes.getInt32(AT.upper, true)]
  const before = viewOf(yield [poolAddress], poolAddress, CLMM_PROGRAM)
  const tickSpacing = before === null ? 0 : (decodeClmmPool(before.data)?.tickSpacing ?? 0)
  if (tickSpacing === 0) return []
  const arrays = [lower, upper].map((tick) => ({
    tick,
    address: clmmTickArrayPda(poolAddress, arrayStartOf(tick, tickSpacing)),
  }))
  // All of one moment: a swap between two reads would make fees out of nothing.
  const accounts = yield [address, poolAddress, ...arrays.map((one) => one.address)]
  const data = viewOf(accounts, address, CLMM_PROGRAM)?.data
  const poolData = viewOf(accounts, poolAddress, CLMM_PROGRAM)?.data
  const pool = poolData === undefined ? null : decodeClmmPool(poolData)
  if (data === undefined || data.length < POSITION_BYTES || pool === null) return []
  const [outsideLower, outsideUpper] = arrays.map((one) =>
    readOutside(viewOf(accounts, one.address, CLMM_PROGRAM)?.data ?? null, one.tick, tickSpacing),
  )
  const liquidity = readU128(data, AT.liquidity)
  const current = pool.tickCurrentBits | 0
  const roots = { lower: sqrtPriceOfTick(lower), upper: sqrtPriceOfTick(upper), current: pool.sqrtPriceX64 }
  const [amount0, amount1] = amountsOfLiquidity(liquidity, roots, sideOf(current, lower, upper))
  const feeOf = (side: 0 | 1): bigint => {
    const global = side === 0 ? pool.feeGrowthGlobal0 : pool.feeGrowthGlobal1
    const outside = { global, lowerOutside: outsideLower![side], upperOutside: outsideUpper![side] }
    const checkpoint = readU128(data, side === 0 ? AT.growth0 : AT.growth1)
    const owedRaw = readU64(data, side === 0 ? AT.owed0 : AT.owed1)
    return feesOwed({ liquidity, owedRaw, checkpoint }, growthInside(outside, current, { lower, upper }))
  }
  return [
    {
      kind: 'clmm',
      protocol: 'raydium_clmm',
      program: CLMM_PROGRAM,
      address,
      mint: encodeBase58(data.subarray(AT.mint, AT.mint + 32)),
      pool: poolAddress,
      sharesRaw: null,
      tokens: [
        { mint: pool.token0Mint, amountRaw: amount0 },
        { mint: pool.token1Mint, amountRaw: amount1 },
      ],
      debts: [],
      fees: [
        { mint: pool.token0Mint, amountRaw: feeOf(0) },
        { mint: pool.token1Mint, amountRaw: feeOf(1) },
      ],
      range: tickRange({ lower, upper, current }, roots),
      lockedBps: 0,
    },
  ]
}

function readOutside(array: Uint8Array | null, tick: number, tickSpacing: number): readonly [bigint, bigint] {
  if (array === null) return [0n, 0n]
  const at = TICKS_AT + ((tick - arrayStartOf(tick, tickSpacing)) / tickSpacing) * TICK_BYTES
  if (at + TICK_BYTES > array.length) return [0n, 0n]
  return [readU128(array, at + OUTSIDE_0_AT), readU128(array, at + OUTSIDE_1_AT)]
}
