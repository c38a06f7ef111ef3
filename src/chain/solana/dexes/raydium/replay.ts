import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { loggedBytesOf } from '../../anchor-event.ts'
import { instructionAt } from '../../instruction-at.ts'
import { ceilDiv } from '../constant-product.ts'
import type { SwapReplay } from '../swap-replay.ts'
import { RAYDIUM_PROGRAM } from './addresses.ts'
import { decodeSwapLog, RAY_LOG_PREFIX } from './events.ts'
import { swapAmm } from './quote.ts'
import { type AmmInfo, decodeAmmInfo } from './state.ts'

/** `swap_base_out` of both instruction sets: the output is exact, and comes second. */
const EXACT_OUT: ReadonlySet<number> = new Set([11, 17])

type State = { readonly coinMint: string; readonly coinRaw: bigint; readonly pcRaw: bigint }
type Terms = Pick<AmmInfo, 'swapFeeNumerator' | 'swapFeeDenominator'>

/** The log states what the swap ran against; the rates are the pool's. */
export const ammReplay: SwapReplay<State, Terms> = {
  record(transaction, { instructionPath, pool }, read) {
    const account = read.get(pool)
    const amm = account?.owner === RAYDIUM_PROGRAM ? decodeAmmInfo(account.data) : null
    const logged = loggedBytesOf(transaction, RAYDIUM_PROGRAM, RAY_LOG_PREFIX)
    const bytes = logged.find(({ path }) => path.join() === instructionPath.join())?.bytes
    const log = bytes === undefined ? null : decodeSwapLog(bytes)
    const data = instructionAt(transaction, instructionPath)?.data
    if (amm === null || log === null || data === undefined || data.length < 17) return null
    const isExactOut = EXACT_OUT.has(data[0]!)
    const { coinMint, pcMint } = amm
    return {
      before: { coinMint, coinRaw: log.coinBeforeRaw, pcRaw: log.pcBeforeRaw },
      terms: amm,
      ask: {
        inputMint: log.isCoinIn ? coinMint : pcMint,
        isExactOut,
        amountRaw: readU64(data, isExactOut ? 9 : 1),
      },
    }
  },
  swap(before, terms, { inputMint, isExactOut, amountRaw }) {
    const isCoinIn = inputMint === before.coinMint
    const reserves = isCoinIn
      ? { inRaw: before.coinRaw, outRaw: before.pcRaw }
      : { inRaw: before.pcRaw, outRaw: before.coinRaw }
    const swap = isExactOut ? exactOut(amountRaw, reserves, terms) : exactIn(amountRaw, reserves, terms)
    if (swap === null) return null
    const { inRaw, outRaw } = swap
    const coinRaw = before.coinRaw + (isCoinIn ? inRaw : -outRaw)
    const pcRaw = before.pcRaw + (isCoinIn ? -outRaw : inRaw)
    return { inRaw, outRaw, after: { ...before, coinRaw, pcRaw } }
  },
}

type Reserves = { readonly inRaw: bigint; readonly outRaw: bigint }

function exactIn(inRaw: bigint, reserves: Reserves, terms: Terms) {
  const swap = swapAmm(inRaw, reserves, terms)
  return swap === null ? null : { inRaw, outRaw: swap.outRaw }
}

/** Both roundings go against the trader: what meets the curve, and what the fee makes of it. */
function exactOut(outRaw: bigint, reserves: Reserves, terms: Terms) {
  const { swapFeeNumerator: fee, swapFeeDenominator: whole } = terms
  if (outRaw <= 0n || outRaw >= reserves.outRaw || fee >= whole) return null
  const netRaw = ceilDiv(reserves.inRaw * outRaw, reserves.outRaw - outRaw)
  return { inRaw: ceilDiv(netRaw * whole, whole - fee), outRaw }
}
