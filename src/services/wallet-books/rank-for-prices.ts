import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { DOLLAR_MINTS, WSOL_MINT } from '../../contract/mints.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { Balances } from './wallet-row.ts'

/** Looks into the tape between turns of the loop. */
const RANKED_PER_TURN = 50

/** The mints of balances, SOL and dollars first, then by what they are worth at the price of their last trade that this
 *  server saw: of a wallet full of spam those that matter are priced. Those that it never saw traded come last. */
export async function rankForPrices(
  { store: { tape } }: Pick<Context, 'store'>,
  balances: Balances,
): Promise<readonly string[]> {
  const worths = new Map<string, number>()
  for (const [mint, amountRaw] of balances) {
    const [last] = tape.trades({ by: 'mint', address: mint }, { limit: 1 }).trades
    const isMoney = mint === WSOL_MINT || DOLLAR_MINTS.has(mint)
    const worth = last === undefined ? -1 : rawToNumber(amountRaw, last.decimals) * (last.priceUsd ?? 0)
    worths.set(mint, isMoney ? Infinity : worth)
    if (worths.size % RANKED_PER_TURN === 0) await nextTurn()
  }
  return [...worths]
    .sort(([a, worthA], [b, worthB]) => (worthA === worthB ? (a < b ? -1 : 1) : worthB - worthA))
    .map(([mint]) => mint)
}
