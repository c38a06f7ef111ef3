import type { EvmChain } from '../../chain/evm/contracts.ts'
import { decodeReserves, decodeSwap, type EvmReserves, type EvmSwap } from '../../chain/evm/decode-swap.ts'
import type { EvmLog } from '../../chain/evm/log.ts'
import { priceOfRatio, priceOfRoot } from '../../chain/evm/pool-price.ts'
import { isCreationTopic } from '../../chain/evm/topics.ts'
import type { BlockHead, ChainFact, DecodedBlock, LaunchFacts, TradeFacts } from '../../contract/tape-event.ts'
import { eventIdOf } from '../../store/tape/slot-digest.ts'
import type { EvmPool, EvmPools } from './evm-pools.ts'
import type { EvmPrices } from './evm-prices.ts'
import type { EvmTokenFacts, EvmTokens } from './evm-tokens.ts'

/** A block with what the tape is made of: logs with a topic of ours, ascending, and who sent their transactions. */
export type EvmBlock = BlockHead & {
  readonly blockTimeSec: number
  readonly transactionCount: number
  readonly logs: readonly EvmLog[]
  /** By the index of the transaction. */
  readonly senders: ReadonlyMap<number, string>
}

/** A swap or creation with what was known when it was met. */
type Found =
  | { readonly log: EvmLog; readonly swap: EvmSwap; readonly reserves: EvmReserves | null }
  | { readonly log: EvmLog; readonly created: EvmPool }

export type EvmFactReader = { read(block: EvmBlock): Promise<DecodedBlock> }

/** Turns blocks into facts of the tape: one trade for each swap of a pool that is known or can be verified, one launch of
 *  kind `pool` for each pool that a known factory or manager made. Transactions with a swap of a pool whose key no one
 *  has are counted as unreadable. */
export function createEvmFactReader(parts: {
  readonly chain: EvmChain
  readonly pools: EvmPools
  readonly tokens: EvmTokens
  readonly prices: EvmPrices
}): EvmFactReader {
  const { chain, pools, tokens, prices } = parts

  /** Creations first become known, then the swaps of the block are asked about at once. */
  async function find(block: EvmBlock): Promise<readonly Found[]> {
    const found: Found[] = []
    const swaps: EvmSwap[] = []
    const reserves = new Map<string, { readonly txIndex: number; readonly said: EvmReserves }>()
    for (const log of block.logs) {
      if (isCreationTopic(log.topics[0]!)) {
        const created = pools.learn(log)
        if (created !== null) found.push({ log, created })
        continue
      }
      const said = decodeReserves(log)
      if (said !== null) {
        reserves.set(said.pool, { txIndex: log.txIndex, said })
        continue
      }
      const swap = decodeSwap(log)
      if (swap === null) continue
      const own = reserves.get(swap.pool)
      found.push({ log, swap, reserves: own?.txIndex === log.txIndex ? own.said : null })
      swaps.push(swap)
    }
    await pools.prepare(swaps)
    return found
  }

  return {
    async read(block) {
      const found = await find(block)
      const named = found.flatMap((one) => {
        const pool = 'created' in one ? one.created : pools.of(one.swap)
        return pool === null ? [] : [{ ...one, pool }]
      })
      await tokens.prepare(named.flatMap(({ pool }) => [pool.token0, pool.token1]))
      const events = named.map((one): ChainFact => {
        const place = placeOf(chain, block, one.log, 'created' in one ? 'launch:pool' : 'trade')
        const maker = block.senders.get(one.log.txIndex)!
        return 'created' in one
          ? launchFact(one.pool, place, maker, { tokens, prices })
          : tradeFact(one, place, maker, { tokens, prices, timeSec: block.blockTimeSec })
      })
      const { slot, blockHash, parentSlot, parentHash, blockTimeSec } = block
      const unread = found.flatMap((one) => ('swap' in one && pools.isUnreadable(one.swap) ? [one.log.txIndex] : []))
      const unreadable = new Set(unread).size
      return {
        ...{ chain, slot, blockHash, parentSlot, parentHash, blockTimeSec, events },
        ...(unreadable === 0 ? {} : { unreadable }),
      }
    },
  }
}

type Placed = Pick<TradeFacts, 'eventId' | 'chain' | 'slot' | 'blockTimeSec' | 'txIndex' | 'path' | 'signature'>

function placeOf(chain: EvmChain, block: EvmBlock, log: EvmLog, type: string): Placed {
  const { slot, blockHash, blockTimeSec } = block
  const { txIndex, txHash: signature } = log
  const path = [log.logIndex, -1] as const
  const eventId = eventIdOf({ chain, blockHash, signature, path, type })
  return { eventId, chain, slot, blockTimeSec, txIndex, path, signature }
}

/** The better quote of the two is what the other one is paid with; token 1 where neither is one. */
function isBase0({ token0, token1 }: EvmPool, prices: EvmPrices): boolean {
  const rank0 = prices.rankOf(token0) ?? Number.POSITIVE_INFINITY
  const rank1 = prices.rankOf(token1) ?? Number.POSITIVE_INFINITY
  return rank1 <= rank0
}

function launchFact(
  pool: EvmPool,
  placed: Placed,
  maker: string,
  { tokens, prices }: { readonly tokens: EvmTokens; readonly prices: EvmPrices },
): LaunchFacts {
  const [mint, quoteMint] = isBase0(pool, prices) ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  const { name, symbol } = tokens.of(mint)
  return {
    type: 'launch',
    ...placed,
    dex: pool.venue.dex,
    pool: pool.pool,
    ...{ mint, quoteMint },
    kind: 'pool',
    creator: maker,
    ...{ name, symbol },
    uri: null,
  }
}

function tradeFact(
  { swap, reserves, pool }: { readonly swap: EvmSwap; readonly reserves: EvmReserves | null; readonly pool: EvmPool },
  placed: Placed,
  maker: string,
  known: { readonly tokens: EvmTokens; readonly prices: EvmPrices; readonly timeSec: number },
): TradeFacts {
  const { tokens, prices, timeSec } = known
  const token0 = tokens.of(pool.token0)
  const token1 = tokens.of(pool.token1)
  learnPrice(prices, { swap, reserves, pool, token0, token1, timeSec })
  const is0 = isBase0(pool, prices)
  const [base, quote] = is0 ? [token0, token1] : [token1, token0]
  const [mint, quoteMint] = is0 ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  const [baseDelta, quoteDelta] = is0 ? [swap.delta0, swap.delta1] : [swap.delta1, swap.delta0]
  const [reserveRaw, quoteReserveRaw] = is0
    ? [reserves?.reserve0 ?? null, reserves?.reserve1 ?? null]
    : [reserves?.reserve1 ?? null, reserves?.reserve0 ?? null]
  const amountRaw = absolute(baseDelta)
  const quoteAmountRaw = absolute(quoteDelta)
  const quoteUsd = prices.of(quoteMint, timeSec)
  const amountUsd = quoteUsd === null || quote.decimals === null ? null : toNumber(quoteAmountRaw, quote) * quoteUsd
  const whole = toNumber(amountRaw, base)
  return {
    type: 'trade',
    ...placed,
    dex: pool.venue.dex,
    pool: pool.pool,
    ...{ mint, quoteMint },
    side: baseDelta < 0n ? 'buy' : 'sell',
    ...{ maker, amountRaw, quoteAmountRaw },
    decimals: base.decimals ?? 0,
    quoteDecimals: quote.decimals ?? 0,
    priceUsd: amountUsd === null || base.decimals === null || whole <= 0 ? null : finite(amountUsd / whole),
    amountUsd: finite(amountUsd),
    ...{ reserveRaw, quoteReserveRaw },
  }
}

function learnPrice(
  prices: EvmPrices,
  trade: {
    readonly swap: EvmSwap
    readonly reserves: EvmReserves | null
    readonly pool: EvmPool
    readonly token0: EvmTokenFacts
    readonly token1: EvmTokenFacts
    readonly timeSec: number
  },
): void {
  const { swap, reserves, pool, token0, token1, timeSec } = trade
  if (token0.decimals === null || token1.decimals === null) return
  if (prices.rankOf(pool.token0) === null || prices.rankOf(pool.token1) === null) return
  const places = [token0.decimals, token1.decimals] as const
  const price =
    swap.sqrtPriceX96 !== null
      ? priceOfRoot(swap.sqrtPriceX96, ...places)
      : reserves !== null && !pool.isStable
        ? priceOfRatio(reserves.reserve1, reserves.reserve0, ...places)
        : priceOfRatio(absolute(swap.delta1), absolute(swap.delta0), ...places)
  if (price === null) return
  prices.learn({
    ...{ pool: pool.pool, token0: pool.token0, token1: pool.token1, price, timeSec },
    amount0: toNumber(absolute(swap.delta0), token0),
    amount1: toNumber(absolute(swap.delta1), token1),
  })
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** Nearest double but for the last digit or so: what is worth dollars needs no more, and the text of a bigint costs ten
 *  times as much. */
function toNumber(raw: bigint, { decimals }: EvmTokenFacts): number {
  return Number(raw) / 10 ** (decimals ?? 0)
}

function finite(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : value
}
