import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { startsWith } from '../../anchor-event.ts'
import type { ChainTransaction } from '../../transaction.ts'
import type { DexTrade } from '../dex.ts'
import { MAX_U64 } from '../pool-vault.ts'
import { callsOfProgram } from '../program-calls.ts'
import type { SwapReplay } from '../swap-replay.ts'
import { DBC_PROGRAM } from './addresses.ts'
import type { DbcConfig } from './config.ts'
import { dbcAfterOf, dbcSwapOf } from './events.ts'
import { readDbcConfig, readDbcPool } from './pools.ts'
import { quoteDbcBuy, quoteDbcSell } from './quote.ts'
import type { DbcPool } from './state.ts'

const SWAP_TAG = Buffer.from('f8c69e91e17587c8', 'hex')
const SWAP_2_TAG = Buffer.from('414b3f4ceb5b5b88', 'hex')
/** Of `swap2`, behind two amounts. */
const MODE_AT = 24
const EXACT_OUT = 2

type State = { readonly sqrtPriceQ64: bigint; readonly quoteReserveRaw: bigint }
type Terms = { readonly pool: DbcPool; readonly config: DbcConfig; readonly point: bigint }

/** The event states price and quote after a swap; terms never change. Curves that charge for movements of the price, and
 *  swaps for an exact output, are not computed again. */
export const dbcReplay: SwapReplay<State, Terms> = {
  record(transaction, trade, read) {
    const pool = readDbcPool(read.get(trade.pool))
    const config = pool === null ? null : readDbcConfig(read.get(pool.config))
    if (pool === null || config === null || config.dynamicFee.control !== 0n) return null
    const call = callOf(transaction, trade)
    const event = call === undefined ? null : dbcSwapOf(call.events)
    const after = call === undefined ? null : dbcAfterOf(call.events)
    if (call === undefined || event === null || after?.pool !== trade.pool) return null
    const { data } = call.instruction
    const isPlain = startsWith(data, SWAP_TAG) && data.length >= MODE_AT
    const isSecond = startsWith(data, SWAP_2_TAG) && data.length > MODE_AT && data[MODE_AT]! < EXACT_OUT
    if (!isPlain && !isSecond) return null
    return {
      before: null,
      terms: { pool, config, point: config.activation === 'slot' ? BigInt(transaction.slot) : after.timeSec },
      ask: {
        inputMint: event.isSell ? pool.baseMint : config.quoteMint,
        isExactOut: false,
        amountRaw: readU64(data, 8),
      },
    }
  },
  after(transaction, trade) {
    const call = callOf(transaction, trade)
    const after = call === undefined ? null : dbcAfterOf(call.events)
    if (after?.pool !== trade.pool) return null
    const { sqrtPriceQ64, quoteReserveRaw } = after
    return { sqrtPriceQ64, quoteReserveRaw }
  },
  swap({ sqrtPriceQ64, quoteReserveRaw }, { pool, config, point }, { inputMint, isExactOut, amountRaw }) {
    if (isExactOut) return null
    const isSell = inputMint === pool.baseMint
    // No record states what the curve has left to sell; without a front run it has more.
    const state = { config, point, pool: { ...pool, sqrtPriceQ64, quoteReserveRaw, baseReserveRaw: MAX_U64 } }
    const done = isSell ? quoteDbcSell(state, amountRaw) : quoteDbcBuy(state, amountRaw)
    if (done === null) return null
    const { inRaw, outRaw, curveInRaw, curveOutRaw, endSqrtPriceQ64 } = done
    const raised = isSell ? quoteReserveRaw - curveOutRaw : quoteReserveRaw + curveInRaw
    return { inRaw, outRaw, after: { sqrtPriceQ64: endSqrtPriceQ64, quoteReserveRaw: raised } }
  },
}

function callOf(transaction: ChainTransaction, { instructionPath }: DexTrade) {
  return callsOfProgram(transaction, DBC_PROGRAM).find(({ path }) => path.join() === instructionPath.join())
}
