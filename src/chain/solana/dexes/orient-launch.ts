import type { ChainTransaction } from '../transaction.ts'
import type { DexLaunch, DexName } from './dex.ts'
import { orientMints } from './quote-mints.ts'

/** A pool that was made, from the token's side. Pools have no names of their own. */
export function orientLaunch(
  transaction: ChainTransaction,
  made: {
    readonly dex: DexName
    readonly pool: string
    readonly path: readonly [number, number]
    readonly firstMint: string
    readonly secondMint: string
    readonly creator: string | null
  },
): DexLaunch {
  const { baseMint, quoteMint } = orientMints(made.firstMint, made.secondMint)
  return {
    dex: made.dex,
    kind: 'pool',
    pool: made.pool,
    mint: baseMint,
    quoteMint,
    creator: made.creator,
    name: null,
    symbol: null,
    uri: null,
    signature: transaction.signature,
    instructionPath: made.path,
    slot: transaction.slot,
    blockTimeSec: transaction.blockTimeSec,
  }
}
