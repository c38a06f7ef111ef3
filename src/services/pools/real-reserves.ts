import { DEXES } from '../../chain/solana/dexes/index.ts'
import type { TradeVenue } from '../../contract/tape-event.ts'

const REAL: ReadonlySet<string> = new Set(DEXES.flatMap(({ name, saysReserves }) => (saysReserves ? [name] : [])))

/** Whether a trade of this venue says what is really in the pool after it. */
export function saysRealReserves(dex: TradeVenue): boolean {
  return REAL.has(dex)
}
