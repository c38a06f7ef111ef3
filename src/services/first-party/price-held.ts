import { EVM_CONTRACTS, NATIVE_TOKEN } from '../../chain/evm/contracts.ts'
import { FIRST_PARTY } from '../../config/first-party.ts'
import type { Context } from '../../context.ts'
import type { TapeChain, TradeEvent } from '../../contract/tape-event.ts'
import { rawToNumber } from '../../contract/units.ts'
import { isThin } from '../pricing/is-thin.ts'
import { poolPaysUsd } from '../pricing/pool-pays.ts'
import type { TapeSubject } from './check-subject.ts'
import type { TokenBook } from './token-books.ts'

export type HeldPrice = {
  /** Null where the tape knows none. */
  readonly priceUsd: number | null
  /** No pool of the newest trades could pay what is held. */
  readonly thin: boolean
}

/** The price of what a wallet holds of a token: of the newest trades, that of the last one whose pool could pay all of
 *  it; where none could, that of the last one. Anyone can trade a little at any price in a pool made for it. Bounded:
 *  looks at a few trades, and at more of them only before it finds a holding thin. */
export function priceHeld({ store }: Context, { chain }: TapeSubject, entry: TokenBook): HeldPrice {
  const read = (limit: number): readonly TradeEvent[] =>
    store.tape
      .trades({ by: 'mint', address: entry.mint, chain }, { limit })
      .trades.filter((trade) => trade.chain === chain)
  const newest = read(FIRST_PARTY.priceTrades)
  const last = newest.find(({ priceUsd }) => priceUsd !== null)
  if (last === undefined) return { priceUsd: null, thin: false }
  if (entry.book.units().closing === 0n || isMoney(chain, entry.mint)) return { priceUsd: last.priceUsd, thin: false }
  const paid = payableOf(newest, newest, entry) ?? payableOf(newest, read(FIRST_PARTY.thinTrades), entry)
  return { priceUsd: (paid ?? last).priceUsd, thin: paid === null }
}

/** The first of these trades whose pool could pay all that is held, as these and the wallet's own largest trade show. */
function payableOf(
  trades: readonly TradeEvent[],
  evidence: readonly TradeEvent[],
  { mint, decimals, book, largest }: TokenBook,
): TradeEvent | null {
  const whole = rawToNumber(book.units().closing, decimals)
  const ofPools = Map.groupBy([...evidence, largest], ({ pool }) => pool)
  // The liquidity of a pool is both of its sides.
  const liquidityOf = (pool: string): number => 2 * poolPaysUsd(ofPools.get(pool) ?? [])
  return (
    trades.find(({ pool, priceUsd }) => priceUsd !== null && !isThin(mint, whole * priceUsd, liquidityOf(pool))) ?? null
  )
}

/** What `isThin` exempts on Solana, on other chains: dollars and the chain's own coin. */
function isMoney(chain: TapeChain, mint: string): boolean {
  if (chain === 'solana') return false
  const { stables, wrappedNative } = EVM_CONTRACTS[chain]
  return [wrappedNative, NATIVE_TOKEN, ...stables.map(({ address }) => address)].includes(mint)
}
