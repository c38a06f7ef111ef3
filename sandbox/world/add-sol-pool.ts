import type { DexName } from '../../src/chain/solana/dexes/dex.ts'
import { WSOL_MINT } from '../../src/contract/mints.ts'
import type { WorldStage } from './stage.ts'

/** A pool against SOL. The market learns of pools from their transactions; where no one reads those for it, it is told
 *  here. */
export function addSolPool(
  { chain, market }: WorldStage,
  pool: { readonly address: string; readonly dex: DexName; readonly creator: string; readonly baseMint: string },
): void {
  market.addPool({ ...pool, quoteMint: WSOL_MINT, createdSec: chain.unixTimeSec(), temper: null })
}
