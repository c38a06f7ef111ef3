import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { startsWith } from '../../anchor-event.ts'
import { callsOfProgram } from '../program-calls.ts'
import type { SwapReplay } from '../swap-replay.ts'
import type { ReadAccounts } from '../trading.ts'
import { staticFees } from './adaptive-fee.ts'
import { tickArrayPda, WHIRLPOOL_PROGRAMS } from './addresses.ts'
import { decodeTradedEvent } from './events.ts'
import { swapWhirlpool } from './quote.ts'
import { decodeWhirlpool, type Whirlpool } from './state.ts'
import { readTickArray, swapArrayStarts, TICKS_PER_ARRAY, type TickArray } from './tick-arrays.ts'
import { tickOfSqrtPrice } from './tick-math.ts'

const SWAP_TAGS = [Buffer.from('f8c69e91e17587c8', 'hex'), Buffer.from('2b04ed0b1ac91e62', 'hex')]
/** After the tag: amount, threshold, price limit. */
const IS_INPUT_AT = 40
const A_TO_B_AT = 41

type State = { readonly sqrtPrice: bigint }
type Terms = {
  readonly whirlpool: Whirlpool
  /** By first tick; those that were read. */
  readonly arrays: ReadonlyMap<number, TickArray>
}

/** The event states the price before the swap; liquidity at it follows from the present one and what changes it between
 *  the two prices. Pools of adaptive fees, and swaps for an exact output, are not computed again. */
export const whirlpoolReplay: SwapReplay<State, Terms> = {
  record(transaction, { instructionPath, pool }, read) {
    const account = read.get(pool)
    const programId = WHIRLPOOL_PROGRAMS.find((program) => program === account?.owner)
    const whirlpool = programId === undefined ? null : decodeWhirlpool(account!.data)
    if (programId === undefined || whirlpool === null || whirlpool.tickSpacing === 0) return null
    if (whirlpool.feeTierIndexSeed !== whirlpool.tickSpacing) return null
    const calls = callsOfProgram(transaction, programId)
    const call = calls.find(({ path }) => path.join() === instructionPath.join())
    const event = call?.events.map(decodeTradedEvent).find((one) => one?.whirlpool === pool)
    if (call === undefined || event === undefined || event === null) return null
    const { data } = call.instruction
    if (!SWAP_TAGS.some((tag) => startsWith(data, tag)) || data.length <= A_TO_B_AT || data[IS_INPUT_AT] !== 1)
      return null
    if (event.inputTransferFee !== 0n || event.outputTransferFee !== 0n) return null
    return {
      before: { sqrtPrice: event.preSqrtPriceX64 },
      terms: { whirlpool, arrays: readArrays(pool, { programId, whirlpool }, read) },
      ask: {
        inputMint: event.aToB ? whirlpool.tokenMintA : whirlpool.tokenMintB,
        isExactOut: false,
        amountRaw: readU64(data, 8),
      },
    }
  },
  swap({ sqrtPrice }, terms, { inputMint, isExactOut, amountRaw }) {
    const { whirlpool } = terms
    const { tickSpacing, protocolFeeRate, feeRate } = whirlpool
    const isAToB = inputMint === whirlpool.tokenMintA
    const tick = tickOfSqrtPrice(sqrtPrice)
    const liquidity = liquidityAt(tick, terms)
    if (isExactOut || liquidity === null) return null
    const state = { tickSpacing, protocolFeeRate, liquidity, sqrtPrice, tick }
    const swap = swapWhirlpool(state, arraysFrom(tick, isAToB, terms), staticFees(feeRate), {
      inRaw: amountRaw,
      isAToB,
    })
    return swap === null ? null : { inRaw: amountRaw, outRaw: swap.outRaw, after: { sqrtPrice: swap.endSqrtPrice } }
  },
}

/** Those around the present price, which trading reads. */
function readArrays(
  address: string,
  { programId, whirlpool }: { readonly programId: string; readonly whirlpool: Whirlpool },
  read: ReadAccounts,
): ReadonlyMap<number, TickArray> {
  const tick = whirlpool.tickCurrentIndexBits | 0
  const starts = [true, false].flatMap((isAToB) => swapArrayStarts(tick, whirlpool.tickSpacing, isAToB))
  const arrays = new Map<number, TickArray>()
  for (const start of starts) {
    const account = read.get(tickArrayPda(programId, address, start))
    if (account === undefined) continue
    const array = readTickArray(account, { program: programId, whirlpool: address, start })
    if (array !== null) arrays.set(start, array)
  }
  return arrays
}

/** The arrays of a swap in its order, up to one that was not read. */
function arraysFrom(tick: number, isAToB: boolean, { whirlpool, arrays }: Terms): readonly TickArray[] {
  const starts = swapArrayStarts(tick, whirlpool.tickSpacing, isAToB)
  const end = starts.findIndex((start) => !arrays.has(start))
  return (end < 0 ? starts : starts.slice(0, end)).map((start) => arrays.get(start)!)
}

/** Null where the price has gone so far that not all ticks in between were read. */
function liquidityAt(tick: number, { whirlpool, arrays }: Terms): bigint | null {
  const { tickSpacing } = whirlpool
  const now = whirlpool.tickCurrentIndexBits | 0
  const [low, high] = tick < now ? [tick, now] : [now, tick]
  const span = TICKS_PER_ARRAY * tickSpacing
  let liquidity = whirlpool.liquidity
  for (let start = Math.floor((low + 1) / span) * span; start <= high; start += span) {
    const array = arrays.get(start)
    if (array === undefined) return null
    for (const [offset, net] of array.nets.entries()) {
      const at = start + offset * tickSpacing
      if (net !== null && at > low && at <= high) liquidity += tick < now ? -net : net
    }
  }
  return liquidity < 0n ? null : liquidity
}
