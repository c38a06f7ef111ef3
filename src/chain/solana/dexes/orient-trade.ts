import type { TradeVenue } from '../../../contract/tape-event.ts'
import type { ChainTransaction } from '../transaction.ts'
import type { DexName, DexTrade } from './dex.ts'
import { orientMints } from './quote-mints.ts'

/** A swap in the program's own terms: its two mints in its order, and what the trader gave and got. */
export type PoolSwap<Venue extends TradeVenue = DexName> = {
  readonly dex: Venue
  readonly programId: string
  readonly pool: string
  readonly path: readonly [number, number]
  /** The wallet or account that swapped; null when the log does not name it. */
  readonly user: string | null
  readonly firstMint: string
  readonly secondMint: string
  readonly isFirstIn: boolean
  readonly inRaw: bigint
  readonly outRaw: bigint
  /** What later trades run against, where the program says it. */
  readonly reservesAfter: { readonly firstRaw: bigint; readonly secondRaw: bigint } | null
}

/** A swap from the token's side. The trader is the user when that wallet signed, else the fee payer: routers trade
 *  through an account of their own. */
export function orientTrade<Venue extends TradeVenue = DexName>(
  transaction: ChainTransaction,
  swap: PoolSwap<Venue>,
): DexTrade<Venue> {
  const { baseMint, quoteMint, isFlipped } = orientMints(swap.firstMint, swap.secondMint)
  const isSell = swap.isFirstIn !== isFlipped
  const { firstRaw = null, secondRaw = null } = swap.reservesAfter ?? {}
  const isKnownUser = swap.user !== null && transaction.signers.includes(swap.user)
  return {
    dex: swap.dex,
    programId: swap.programId,
    pool: swap.pool,
    signature: transaction.signature,
    instructionPath: swap.path,
    slot: transaction.slot,
    blockTimeSec: transaction.blockTimeSec,
    indexInBlock: transaction.indexInBlock,
    side: isSell ? 'sell' : 'buy',
    trader: isKnownUser ? swap.user : transaction.feePayer,
    baseMint,
    quoteMint,
    baseAmountRaw: isSell ? swap.inRaw : swap.outRaw,
    quoteAmountRaw: isSell ? swap.outRaw : swap.inRaw,
    baseReserveRaw: isFlipped ? secondRaw : firstRaw,
    quoteReserveRaw: isFlipped ? firstRaw : secondRaw,
  }
}
