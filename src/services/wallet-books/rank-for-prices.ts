import { setImmediate as nextTurn } from 'node:timers/promises'
import { REGULATED_STABLECOINS, WHITELISTED_MINTS } from '../../config/known-mints.ts'
import { WALLET_BOOKS as B } from '../../config/wallet-books.ts'
import type { Context } from '../../context.ts'
import { DOLLAR_MINTS, WSOL_MINT } from '../../contract/mints.ts'
import type { TradeEvent } from '../../contract/tape-event.ts'
import { rawToNumber } from '../../contract/units.ts'
import { poolPaysUsd } from '../pricing/pool-pays.ts'
import type { Balances } from './wallet-row.ts'

type Tape = Context['store']['tape']

/** The mints of balances, those first whose price matters most: SOL and dollars, tokens on the lists of known mints, then
 *  in turn the best of those that the wallet traded itself and the best of all, equal ones by address. Anyone can send a
 *  wallet any number of tokens at any last price: a token ranks by what its pools could pay for it at most, and however
 *  many come, every second place is for what the wallet traded. Where all of them can be priced they stay in their order.
 *  Reads the tape alone. */
export async function rankForPrices(
  { config, store: { tape } }: { readonly config: Lists; readonly store: Pick<Context['store'], 'tape'> },
  { wallet, balances }: { readonly wallet: string; readonly balances: Balances },
): Promise<readonly string[]> {
  if (balances.size <= B.pricedTokens) return [...balances.keys()]
  const looked = Math.min(B.rankingTrades, Math.max(1, Math.floor(B.rankingBlocks / balances.size)))
  const worths = new Map<string, number>()
  for (const [mint, amountRaw] of balances) {
    const scope = { by: 'mint', address: mint } as const
    worths.set(mint, payableUsd(amountRaw, tape.trades(scope, { limit: looked }).trades))
    if (worths.size % B.rankedPerTurn === 0) await nextTurn()
  }
  const ranked = [...worths]
    .sort(([a, worthA], [b, worthB]) => (worthA === worthB ? (a < b ? -1 : 1) : worthB - worthA))
    .map(([mint]) => mint)
  const traded = await tradedBy(tape, wallet)
  return [
    ...new Set([
      ...ranked.filter((mint) => mint === WSOL_MINT || DOLLAR_MINTS.has(mint)),
      ...ranked.filter((mint) => isKnown(config, mint)),
      ...inTurn(
        ranked.filter((mint) => traded.has(mint) && worths.get(mint)! > 0),
        ranked,
      ),
    ]),
  ]
}

type Lists = Pick<Context['config'], 'trustLists' | 'whitelistMints'>

function isKnown({ trustLists, whitelistMints }: Lists, mint: string): boolean {
  return (
    whitelistMints.includes(mint) || (trustLists && (WHITELISTED_MINTS.has(mint) || REGULATED_STABLECOINS.has(mint)))
  )
}

/** Dollars that a pool of a token would pay for an amount at most, as these newest trades show: what the amount is worth at
 *  the pool's last price, and no more than there is in the pool. Of several pools the best, so that a trade in a pool made
 *  for it takes nothing away. Below 0 for a token that was not seen traded. */
function payableUsd(amountRaw: bigint, trades: readonly TradeEvent[]): number {
  let best = trades.length === 0 ? -1 : 0
  for (const ofPool of Map.groupBy(trades, ({ pool }) => pool).values()) {
    const last = ofPool.find(({ priceUsd }) => priceUsd !== null)
    if (last === undefined) continue
    const worthUsd = rawToNumber(amountRaw, last.decimals) * last.priceUsd!
    best = Math.max(best, Math.min(worthUsd, poolPaysUsd(ofPool)))
  }
  return best
}

/** Mints of the wallet's newest trades, in pieces between turns of the loop. */
async function tradedBy(tape: Tape, wallet: string): Promise<ReadonlySet<string>> {
  const mints = new Set<string>()
  const piece = { limit: B.ownTradesPerTurn, blocks: B.ownTradesPerTurn }
  let beforeSeq: number | null = Number.MAX_SAFE_INTEGER
  for (let looked = 0; beforeSeq !== null && looked < B.ownTrades; looked += B.ownTradesPerTurn) {
    const page = tape.trades({ by: 'wallet', address: wallet }, { ...piece, beforeSeq })
    for (const { mint } of page.trades) mints.add(mint)
    beforeSeq = page.nextBeforeSeq
    await nextTurn()
  }
  return mints
}

/** One of each list in turn, each once. */
function inTurn(first: readonly string[], second: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  for (let at = 0; at < Math.max(first.length, second.length); at++)
    for (const list of [first, second]) if (at < list.length) taken.add(list[at]!)
  return [...taken]
}
