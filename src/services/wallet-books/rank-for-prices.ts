import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { WSOL_MINT } from '../../contract/mints.ts'

/** Looks into the tape between turns of the loop. */
const RANKED_PER_TURN = 50

/** Tokens that this server knows from trades come first: of a wallet full of spam the real ones are priced. */
export async function rankForPrices(
  { store: { tape } }: Pick<Context, 'store'>,
  mints: Iterable<string>,
): Promise<readonly string[]> {
  const [known, others] = [[] as string[], [] as string[]]
  let at = 0
  for (const mint of [...mints].sort()) {
    const isKnown = mint === WSOL_MINT || tape.trades({ by: 'mint', address: mint }, { limit: 1 }).trades.length > 0
    ;(isKnown ? known : others).push(mint)
    if (++at % RANKED_PER_TURN === 0) await nextTurn()
  }
  return [...known, ...others]
}
