import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { startsWith } from '../../anchor-event.ts'
import type { ChainTransaction } from '../../transaction.ts'
import type { DexTrade } from '../dex.ts'
import { callsOfProgram } from '../program-calls.ts'
import type { SwapReplay } from '../swap-replay.ts'
import { DAMM_V2_PROGRAM } from './addresses.ts'
import { dammV2AfterOf, dammV2SwapOf } from './events.ts'
import { hasDynamicFee, type PoolFees, readPoolFees } from './pool-fees.ts'
import { tradeDammV2 } from './quote.ts'
import { type DammV2Pool, decodeDammV2Pool } from './state.ts'

const SWAP_TAG = Buffer.from('f8c69e91e17587c8', 'hex')
const SWAP_2_TAG = Buffer.from('414b3f4ceb5b5b88', 'hex')
/** Of `swap2`, behind two amounts. */
const MODE_AT = 24
const EXACT_IN = 0

type State = { readonly sqrtPriceQ64: bigint }
type Terms = { readonly pool: DammV2Pool; readonly fees: PoolFees; readonly point: bigint }

/** The event states the price after a swap, liquidity is the present one. Pools that compound their fees or charge for
 *  movements of the price, and swaps for an exact output, are not computed again. */
export const dammV2Replay: SwapReplay<State, Terms> = {
  record(transaction, trade, read) {
    const account = read.get(trade.pool)
    const pool = account?.owner === DAMM_V2_PROGRAM ? decodeDammV2Pool(account.data) : null
    if (pool === null || pool.isCompounding || hasDynamicFee(account!.data)) return null
    const fees = readPoolFees(account!.data)
    const call = callOf(transaction, trade)
    const event = call === undefined ? null : dammV2SwapOf(call.events)
    const after = call === undefined ? null : dammV2AfterOf(call.events)
    if (fees === null || call === undefined || event === null || after?.pool !== trade.pool) return null
    const { data } = call.instruction
    const isPlain = startsWith(data, SWAP_TAG) && data.length >= MODE_AT
    const isExactIn = startsWith(data, SWAP_2_TAG) && data.length > MODE_AT && data[MODE_AT] === EXACT_IN
    if (!isPlain && !isExactIn) return null
    return {
      before: null,
      terms: { pool, fees, point: pool.activation === 'slot' ? BigInt(transaction.slot) : after.timeSec },
      ask: { inputMint: event.isAIn ? pool.mintA : pool.mintB, isExactOut: false, amountRaw: readU64(data, 8) },
    }
  },
  after(transaction, trade) {
    const call = callOf(transaction, trade)
    const after = call === undefined ? null : dammV2AfterOf(call.events)
    return after?.pool === trade.pool ? { sqrtPriceQ64: after.sqrtPriceQ64 } : null
  },
  swap({ sqrtPriceQ64 }, { pool, fees, point }, { inputMint, isExactOut, amountRaw }) {
    if (isExactOut) return null
    const order = { inRaw: amountRaw, isAToB: inputMint === pool.mintA, point }
    const done = tradeDammV2({ ...pool, sqrtPriceQ64 }, fees, order)
    return done === null
      ? null
      : { inRaw: amountRaw, outRaw: done.outRaw, after: { sqrtPriceQ64: done.endSqrtPriceQ64 } }
  },
}

function callOf(transaction: ChainTransaction, { instructionPath }: DexTrade) {
  return callsOfProgram(transaction, DAMM_V2_PROGRAM).find(({ path }) => path.join() === instructionPath.join())
}
