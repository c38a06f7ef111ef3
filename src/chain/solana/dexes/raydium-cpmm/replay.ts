import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { startsWith } from '../../anchor-event.ts'
import { callsOfProgram } from '../program-calls.ts'
import type { SwapReplay } from '../swap-replay.ts'
import { CPMM_PROGRAM } from './addresses.ts'
import { decodeSwapEvent } from './events.ts'
import { type CpmmRates, isCreatorFeeOnInput, ratesOf, swapCpmm } from './quote.ts'
import { type CpmmPool, decodeCpmmConfig, decodeCpmmPool } from './state.ts'

/** `swap_base_input`. Swaps for an exact output are not computed again: their rounding is another. */
const SWAP_BASE_INPUT = Buffer.from('8fbe5adac41e33de', 'hex')

type State = { readonly mint0: string; readonly raw0: bigint; readonly raw1: bigint }
type Terms = { readonly rates: CpmmRates; readonly pool: Pick<CpmmPool, 'creatorFeeOn'> }

/** The event states what the swap ran against; the rates are those of the pool and its fee tier. */
export const cpmmReplay: SwapReplay<State, Terms> = {
  record(transaction, { instructionPath, pool: address }, read) {
    const account = read.get(address)
    const pool = account?.owner === CPMM_PROGRAM ? decodeCpmmPool(account.data) : null
    const config = pool === null ? null : decodeCpmmConfig(read.get(pool.ammConfig)?.data ?? new Uint8Array())
    const calls = callsOfProgram(transaction, CPMM_PROGRAM)
    const call = calls.find(({ path }) => path.join() === instructionPath.join())
    const event = call?.events.map(decodeSwapEvent).find((one) => one?.poolId === address)
    if (pool === null || config === null || call === undefined || event === undefined || event === null) return null
    const { data } = call.instruction
    const withheld = event.inputTransferFee !== 0n || event.outputTransferFee !== 0n
    if (withheld || !startsWith(data, SWAP_BASE_INPUT) || data.length < 16) return null
    const isFirstIn = event.inputMint === pool.token0Mint
    const [raw0, raw1] = isFirstIn
      ? [event.inputVaultBefore, event.outputVaultBefore]
      : [event.outputVaultBefore, event.inputVaultBefore]
    return {
      before: { mint0: pool.token0Mint, raw0, raw1 },
      terms: { rates: ratesOf(pool, config), pool },
      ask: { inputMint: event.inputMint, isExactOut: false, amountRaw: readU64(data, 8) },
    }
  },
  swap(before, { rates, pool }, { inputMint, isExactOut, amountRaw }) {
    if (isExactOut) return null
    const side = inputMint === before.mint0 ? 0 : 1
    const reserves =
      side === 0 ? { inRaw: before.raw0, outRaw: before.raw1 } : { inRaw: before.raw1, outRaw: before.raw0 }
    const swap = swapCpmm(amountRaw, reserves, rates, isCreatorFeeOnInput(pool, side))
    if (swap === null) return null
    const inAfter = reserves.inRaw + swap.netInRaw + swap.lpFee
    const outAfter = reserves.outRaw - swap.grossOutRaw
    const [raw0, raw1] = side === 0 ? [inAfter, outAfter] : [outAfter, inAfter]
    return { inRaw: amountRaw, outRaw: swap.outRaw, after: { ...before, raw0, raw1 } }
  },
}
