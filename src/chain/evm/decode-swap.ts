import type { EvmLog } from './log.ts'
import { TOPICS } from './topics.ts'
import { addressOfTopic, intAt, intOf, isIntOf, isUintOf, uintAt, uintOf, wordsIn } from './words.ts'

/** How a swap is written, which is how its pool is to be verified. `v3` is also how Slipstream writes. */
export type SwapShape = 'v2' | 'v3' | 'pancakeV3' | 'v4' | 'infinity' | 'aerodrome'

export type EvmSwap = {
  readonly shape: SwapShape
  /** 20 bytes of a contract, 32 bytes of a pool of a manager. */
  readonly pool: string
  /** Who emitted it: the pool itself, or the manager of its pools. */
  readonly emitter: string
  /** Who got what was bought, as the event says; null where it does not (v4 and Infinity). */
  readonly recipient: string | null
  /** What came into the pool: negative left it. Never 0, and never of one sign. */
  readonly delta0: bigint
  readonly delta1: bigint
  /** After the trade; null where the event does not say. */
  readonly sqrtPriceX96: bigint | null
}

/** Reserves that a pool announces right before a swap. */
export type EvmReserves = { readonly pool: string; readonly reserve0: bigint; readonly reserve1: bigint }

type Reader = (log: EvmLog) => EvmSwap | null

/** The swap in a log; null for other logs, for one that does not have the form of its event, and for one that moved
 *  nothing on one side or both sides one way: there is no price in it. Nothing throws. */
export function decodeSwap(log: EvmLog): EvmSwap | null {
  return READERS.get(log.topics[0]!)?.(log) ?? null
}

/** Signs of `uint256` amounts in and out: what came in since the last sync less what was paid out. */
function readIns(shape: 'v2' | 'aerodrome'): Reader {
  return (log) => {
    const { data, topics } = log
    if (topics.length !== 3 || wordsIn(data) !== 4) return null
    const delta0 = uintAt(data, 0) - uintAt(data, 2)
    const delta1 = uintAt(data, 1) - uintAt(data, 3)
    return checked(shape, log, { pool: log.address, delta0, delta1, sqrtPriceX96: null })
  }
}

/** Signed amounts as the pool sees them. */
function readPoolView(shape: 'v3' | 'pancakeV3', words: number): Reader {
  return (log) => {
    const { data, topics } = log
    if (topics.length !== 3 || wordsIn(data) !== words) return null
    const sqrtPriceX96 = priceOf(data, 2)
    if (sqrtPriceX96 === null || !isUintOf(data, 3, 128) || !isIntOf(data, 4, 24)) return null
    for (let word = 5; word < words; word++) if (!isUintOf(data, word, 128)) return null
    return checked(shape, log, { pool: log.address, delta0: intAt(data, 0), delta1: intAt(data, 1), sqrtPriceX96 })
  }
}

/** Signed amounts as the swapper sees them, the opposite of v3. */
function readSwapperView(shape: 'v4' | 'infinity', words: number): Reader {
  return (log) => {
    const { data, topics } = log
    if (topics.length !== 3 || wordsIn(data) !== words || addressOfTopic(topics[2]!) === null) return null
    const amount0 = intOf(data, 0, 128)
    const amount1 = intOf(data, 1, 128)
    const sqrtPriceX96 = priceOf(data, 2)
    if (amount0 === null || amount1 === null || sqrtPriceX96 === null) return null
    if (!isUintOf(data, 3, 128) || !isIntOf(data, 4, 24) || !isUintOf(data, 5, 24)) return null
    if (words > 6 && !isUintOf(data, 6, 16)) return null
    return checked(shape, log, { pool: topics[1]!, delta0: -amount0, delta1: -amount1, sqrtPriceX96 })
  }
}

/** Of 160 bits, never 0. */
function priceOf(data: string, index: number): bigint | null {
  const price = uintOf(data, index, 160)
  return price === 0n ? null : price
}

function checked(
  shape: SwapShape,
  log: EvmLog,
  found: Pick<EvmSwap, 'pool' | 'delta0' | 'delta1' | 'sqrtPriceX96'>,
): EvmSwap | null {
  const { delta0, delta1 } = found
  if (delta0 === 0n || delta1 === 0n || delta0 > 0n === delta1 > 0n) return null
  if (shape === 'v4' || shape === 'infinity') return { shape, emitter: log.address, recipient: null, ...found }
  const sender = addressOfTopic(log.topics[1]!)
  const recipient = addressOfTopic(log.topics[2]!)
  if (sender === null || recipient === null) return null
  return { shape, emitter: log.address, recipient, ...found }
}

const READERS: ReadonlyMap<string, Reader> = new Map([
  [TOPICS.swapV2, readIns('v2')],
  [TOPICS.swapV3, readPoolView('v3', 5)],
  [TOPICS.swapPancakeV3, readPoolView('pancakeV3', 7)],
  [TOPICS.swapV4, readSwapperView('v4', 6)],
  [TOPICS.swapInfinity, readSwapperView('infinity', 7)],
  [TOPICS.swapAerodrome, readIns('aerodrome')],
])

/** What `Sync` says; null for other logs. Some forks of Solidly emit the swap of v2 with the `Sync` of 256 bits. */
export function decodeReserves(log: EvmLog): EvmReserves | null {
  const [topic] = log.topics
  const isV2 = topic === TOPICS.syncV2
  if (!isV2 && topic !== TOPICS.syncAerodrome) return null
  if (log.topics.length !== 1 || wordsIn(log.data) !== 2) return null
  const reserve0 = isV2 ? uintOf(log.data, 0, 112) : uintAt(log.data, 0)
  const reserve1 = isV2 ? uintOf(log.data, 1, 112) : uintAt(log.data, 1)
  return reserve0 === null || reserve1 === null ? null : { pool: log.address, reserve0, reserve1 }
}
