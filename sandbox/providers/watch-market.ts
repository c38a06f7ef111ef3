import type { Dex, DexLaunch, DexTrade } from '../../src/chain/solana/dexes/dex.ts'
import { rawToNumber } from '../../src/contract/units.ts'
import type { ExecutedTransaction, SandboxChain } from '../chain/types.ts'
import { chainTransactionOf } from './chain-view.ts'
import type { Market } from './market.ts'

/** Creations that a fork may still take back. */
const MAX_RECENT_POOLS = 2_000

/** A pool that a fork of its slot takes back. */
export type RecentPool = { readonly slot: number; readonly address: string }

/** Keeps the market's pools and trade books in step with the chain: every executed trade and launch of any sender, and
 *  forks as well. `recentPools` are those that it has seen begin, oldest first. Returns what stops it. */
export function watchMarket(
  chain: SandboxChain,
  market: Market,
  { dexes, recentPools }: { readonly dexes: readonly Dex[]; readonly recentPools: RecentPool[] },
): () => void {
  const programs = new Map(dexes.flatMap((dex) => dex.programIds.map((program) => [program, dex] as const)))

  const onTransaction = (executed: ExecutedTransaction): void => {
    if (executed.err !== null) return
    const involved = new Set<Dex>()
    for (const key of executed.accountKeys) if (programs.has(key)) involved.add(programs.get(key)!)
    for (const key of executed.loadedAddresses.readonly) if (programs.has(key)) involved.add(programs.get(key)!)
    if (involved.size === 0) return
    const transaction = chainTransactionOf(executed, chain.unixTimeSec())
    for (const dex of involved) {
      for (const launch of dex.decodeLaunches(transaction)) addLaunch(launch)
      for (const trade of dex.decodeTrades(transaction)) addTrade(market, trade, chain.unixTimeSec())
    }
  }
  const addLaunch = (launch: DexLaunch): void => {
    // A graduation names the pool that its own `pool` event announces as well; the market keeps the first.
    if (launch.kind === 'graduation' || market.pool(launch.pool) !== undefined) return
    market.addPool({
      address: launch.pool,
      dex: launch.dex,
      baseMint: launch.mint,
      quoteMint: launch.quoteMint,
      createdSec: chain.unixTimeSec(),
      creator: launch.creator,
      temper: null,
    })
    recentPools.push({ slot: launch.slot, address: launch.pool })
    if (recentPools.length > MAX_RECENT_POOLS) recentPools.shift()
  }

  const stops = [
    chain.on('transaction', onTransaction),
    chain.on('dropped', (blocks) => {
      const slot = Math.min(...blocks.map((block) => block.slot))
      for (const pool of market.pools()) pool.book.dropFrom(slot)
      while (recentPools.length > 0 && recentPools.at(-1)!.slot >= slot) market.removePool(recentPools.pop()!.address)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Writes a trade into the book of its pool; of a pool that the market does not know, none. */
function addTrade(market: Market, trade: DexTrade, timeSec: number): void {
  const pool = market.pool(trade.pool)
  if (pool === undefined) return
  const quoteUsd = market.priceUsd(trade.quoteMint) ?? 0
  const quote = rawToNumber(trade.quoteAmountRaw, market.decimals(trade.quoteMint))
  const priceNative = priceAfter(market, trade)
  pool.book.add({
    signature: trade.signature,
    slot: trade.slot,
    timeSec,
    side: trade.side,
    trader: trade.trader,
    volumeUsd: quote * quoteUsd,
    amountBase: rawToNumber(trade.baseAmountRaw, market.decimals(trade.baseMint)),
    priceNative,
    priceUsd: priceNative * quoteUsd,
  })
}

/** Price after a trade: from the reserves the event names, else from what was exchanged. */
function priceAfter(market: Market, trade: DexTrade): number {
  const { baseReserveRaw, quoteReserveRaw } = trade
  const [base, quote] =
    baseReserveRaw === null || quoteReserveRaw === null || baseReserveRaw === 0n
      ? [trade.baseAmountRaw, trade.quoteAmountRaw]
      : [baseReserveRaw, quoteReserveRaw]
  if (base === 0n) return 0
  return rawToNumber(quote, market.decimals(trade.quoteMint)) / rawToNumber(base, market.decimals(trade.baseMint))
}
