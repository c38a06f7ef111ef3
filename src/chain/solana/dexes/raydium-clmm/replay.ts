import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { startsWith } from '../../anchor-event.ts'
import type { ChainTransaction } from '../../transaction.ts'
import type { DexTrade } from '../dex.ts'
import { callsOfProgram } from '../program-calls.ts'
import type { SwapReplay } from '../swap-replay.ts'
import type { ReadAccounts } from '../trading.ts'
import { CLMM_PROGRAM } from './addresses.ts'
import { hasDynamicFee, staticFee } from './dynamic-fee.ts'
import { clmmAfterOf, decodeClmmSwapEvent } from './events.ts'
import { type ClmmState, swapClmm } from './quote.ts'
import type { ClmmConfig, ClmmPool } from './state.ts'
import { bitmapOf, poolAt, readConfig, routeOf, takesOfInput } from './trading.ts'

const SWAP_TAGS = [Buffer.from('f8c69e91e17587c8', 'hex'), Buffer.from('2b04ed0b1ac91e62', 'hex')]
/** After the tag: amount, threshold, price limit. */
const PRICE_LIMIT_AT = 24
const IS_INPUT_AT = 40

type State = Pick<ClmmState, 'liquidity' | 'sqrtPrice' | 'tick'>
type Terms = {
  readonly address: string
  readonly pool: ClmmPool
  readonly config: ClmmConfig
  readonly read: ReadAccounts
}

/** The event states price, liquidity and tick after a swap; ticks are the present ones. Pools whose fees move, swaps for
 *  an exact output or up to a price, and routes in one instruction are not computed again. */
export const clmmReplay: SwapReplay<State, Terms> = {
  record(transaction, trade, read) {
    const pool = poolAt(read, trade.pool)
    const config = pool === null ? null : readConfig(read.get(pool.ammConfig))
    if (pool === null || config === null || hasDynamicFee(pool)) return null
    const found = eventOf(transaction, trade)
    if (found === null) return null
    const { data, event } = found
    if (!SWAP_TAGS.some((tag) => startsWith(data, tag)) || data[IS_INPUT_AT] !== 1) return null
    if (readU64(data, PRICE_LIMIT_AT) !== 0n || readU64(data, PRICE_LIMIT_AT + 8) !== 0n) return null
    if (event.transferFee0 !== 0n || event.transferFee1 !== 0n) return null
    return {
      before: null,
      terms: { address: trade.pool, pool, config, read },
      ask: {
        inputMint: event.isZeroForOne ? pool.token0Mint : pool.token1Mint,
        isExactOut: false,
        amountRaw: readU64(data, 8),
      },
    }
  },
  after: (transaction, trade) => eventOf(transaction, trade)?.after ?? null,
  swap(state, { address, pool, config, read }, { inputMint, isExactOut, amountRaw }) {
    if (isExactOut) return null
    const isZeroForOne = inputMint === pool.token0Mint
    const then = { ...pool, tickCurrentBits: state.tick }
    const { arrays } = routeOf({ address, pool: then }, bitmapOf(address, pool, read), isZeroForOne, read)
    const { protocolFeeRate, fundFeeRate, tradeFeeRate } = config
    const order = { inRaw: amountRaw, isZeroForOne, isFeeOnInput: takesOfInput(pool, isZeroForOne) }
    const swap = swapClmm({ ...state, protocolFeeRate, fundFeeRate }, arrays, staticFee(tradeFeeRate), order)
    return swap === null ? null : { inRaw: amountRaw, outRaw: swap.outRaw, after: swap.end }
  },
}

/** The only event of a swap through the pool in the instruction of a trade. */
function eventOf(transaction: ChainTransaction, { instructionPath, pool }: DexTrade) {
  const call = callsOfProgram(transaction, CLMM_PROGRAM).find(({ path }) => path.join() === instructionPath.join())
  const found = (call?.events ?? []).flatMap((bytes) => {
    const event = decodeClmmSwapEvent(bytes)
    return event?.pool === pool ? [{ event, after: clmmAfterOf(bytes) }] : []
  })
  return call === undefined || found.length !== 1 ? null : { ...found[0]!, data: call.instruction.data }
}
