import { readU64 } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import type { Position } from '../../holdings-port.ts'
import { startsWith } from '../anchor-event.ts'
import { tickArrayPda, WHIRLPOOL_PROGRAMS } from '../dexes/orca/addresses.ts'
import { decodeWhirlpool } from '../dexes/orca/state.ts'
import { arrayStartOf, TICKS_PER_ARRAY } from '../dexes/orca/tick-arrays.ts'
import { sqrtPriceOfTick } from '../dexes/orca/tick-math.ts'
import { addressBytes, findProgramAddress } from '../pda.ts'
import type { AccountView } from '../rpc.ts'
import { amountsOfLiquidity, feesOwed, growthInside, sideOf, tickRange } from './concentrated.ts'
import { readU128 } from './read-u128.ts'
import { type PositionReader, type Reading, viewOf } from './reader.ts'

const POSITION_TAG = Buffer.from('aabc8fe47a40f7d0', 'hex')
const POSITION_BYTES = 216
const BUNDLE_TAG = Buffer.from('81a9af41b95f2064', 'hex')
const BUNDLE_BITMAP_AT = 40
const BUNDLE_POSITIONS = 256
const AT = { pool: 8, mint: 40, liquidity: 72, lower: 88, upper: 92, growthA: 96, owedA: 112, growthB: 120, owedB: 136 }

const FIXED_BYTES = 9_988
const FIXED_TICKS_AT = 12
const DYNAMIC_TICKS_AT = 60
const TICK_BYTES = 113
/** After its flag, the net and the gross liquidity. */
const OUTSIDE_A_AT = 33
const OUTSIDE_B_AT = 49

/** Positions of Whirlpools, alone and in bundles. Rewards beside fees are not read. */
export const orcaPositions: PositionReader = {
  protocol: 'orca',
  programs: WHIRLPOOL_PROGRAMS,
  accountsOf: ({ mint }) =>
    WHIRLPOOL_PROGRAMS.flatMap((program) =>
      ['position', 'position_bundle'].map(
        (seed) => findProgramAddress([Buffer.from(seed), addressBytes(mint)], program).address,
      ),
    ),
  read(view) {
    if (startsWith(view.data, POSITION_TAG) && view.data.length >= POSITION_BYTES) return readPosition(view)
    return startsWith(view.data, BUNDLE_TAG) ? readBundle(view) : null
  },
}

function* readBundle({ data, owner: program }: AccountView): Reading {
  const mint = data.subarray(8, 40)
  const indexes = Array.from({ length: BUNDLE_POSITIONS }, (_, at) => at).filter(
    (at) => ((data[BUNDLE_BITMAP_AT + (at >> 3)] ?? 0) >> (at & 7)) & 1,
  )
  const addresses = indexes.map(
    (at) => findProgramAddress([Buffer.from('bundled_position'), mint, Buffer.from(String(at))], program).address,
  )
  const accounts = yield addresses
  const found: Position[] = []
  for (const address of addresses) {
    const view = viewOf(accounts, address, program)
    if (view !== null && startsWith(view.data, POSITION_TAG)) found.push(...(yield* readPosition(view)))
  }
  return found
}

function* readPosition({ address, owner: program, data: head }: AccountView): Reading {
  const bytes = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const poolAddress = encodeBase58(head.subarray(AT.pool, AT.pool + 32))
  const [lower, upper] = [bytes.getInt32(AT.lower, true), bytes.getInt32(AT.upper, true)]
  const before = viewOf(yield [poolAddress], poolAddress, program)
  const tickSpacing = before === null ? 0 : (decodeWhirlpool(before.data)?.tickSpacing ?? 0)
  if (tickSpacing === 0) return []
  const arrays = [lower, upper].map((tick) => ({
    tick,
    address: tickArrayPda(program, poolAddress, arrayStartOf(tick, tickSpacing)),
  }))
  // All of one moment: a swap between two reads would make fees out of nothing.
  const accounts = yield [address, poolAddress, ...arrays.map((one) => one.address)]
  const data = viewOf(accounts, address, program)?.data
  const poolData = viewOf(accounts, poolAddress, program)?.data
  const pool = poolData === undefined ? null : decodeWhirlpool(poolData)
  if (data === undefined || data.length < POSITION_BYTES || pool === null) return []
  const [outsideLower, outsideUpper] = arrays.map((one) =>
    readOutside(viewOf(accounts, one.address, program)?.data ?? null, one.tick, tickSpacing),
  )
  const liquidity = readU128(data, AT.liquidity)
  const current = pool.tickCurrentIndexBits | 0
  const roots = { lower: sqrtPriceOfTick(lower), upper: sqrtPriceOfTick(upper), current: pool.sqrtPriceX64 }
  const [amountA, amountB] = amountsOfLiquidity(liquidity, roots, sideOf(current, lower, upper))
  const feeOf = (side: 0 | 1): bigint => {
    const global = side === 0 ? pool.feeGrowthGlobalA : pool.feeGrowthGlobalB
    const outside = { global, lowerOutside: outsideLower![side], upperOutside: outsideUpper![side] }
    const checkpoint = readU128(data, side === 0 ? AT.growthA : AT.growthB)
    const owedRaw = readU64(data, side === 0 ? AT.owedA : AT.owedB)
    return feesOwed({ liquidity, owedRaw, checkpoint }, growthInside(outside, current, { lower, upper }))
  }
  return [
    {
      kind: 'clmm',
      protocol: 'orca',
      program,
      address,
      mint: encodeBase58(data.subarray(AT.mint, AT.mint + 32)),
      pool: poolAddress,
      sharesRaw: null,
      tokens: [
        { mint: pool.tokenMintA, amountRaw: amountA },
        { mint: pool.tokenMintB, amountRaw: amountB },
      ],
      debts: [],
      fees: [
        { mint: pool.tokenMintA, amountRaw: feeOf(0) },
        { mint: pool.tokenMintB, amountRaw: feeOf(1) },
      ],
      range: tickRange({ lower, upper, current }, roots),
      lockedBps: 0,
    },
  ]
}

/** Fee growth outside of a tick, of both tokens. Arrays have a fixed length, or hold only the ticks that are set. */
function readOutside(array: Uint8Array | null, tick: number, tickSpacing: number): readonly [bigint, bigint] {
  if (array === null) return [0n, 0n]
  const index = (tick - arrayStartOf(tick, tickSpacing)) / tickSpacing
  const at = array.length === FIXED_BYTES ? FIXED_TICKS_AT + index * TICK_BYTES : dynamicTickAt(array, index)
  if (at === null || array[at] !== 1 || at + TICK_BYTES > array.length) return [0n, 0n]
  return [readU128(array, at + OUTSIDE_A_AT), readU128(array, at + OUTSIDE_B_AT)]
}

function dynamicTickAt(array: Uint8Array, index: number): number | null {
  let at = DYNAMIC_TICKS_AT
  for (let tick = 0; tick < index && tick < TICKS_PER_ARRAY; tick++) at += array[at] === 1 ? TICK_BYTES : 1
  return at < array.length ? at : null
}
