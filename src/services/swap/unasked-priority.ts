import { SWAP_LIMITS } from '../../config/swap-limits.ts'
import { WSOL_MINT } from '../../contract/mints.ts'

const BPS = 10_000n

type Sides = {
  readonly inputMint: string
  readonly outputMint: string
  readonly inRaw: bigint
  readonly outRaw: bigint
}

/** The most that a transaction of the aggregator's may offer for being taken sooner when no one asked for a price: a
 *  share of the SOL it trades, within bounds. `null`: it is not
 *  known what it trades. */
export function unaskedPriorityLamports(sides: Sides | null): bigint {
  const { autoPriorityBps, autoPriorityLeastLamports: least, autoPriorityLamports: most } = SWAP_LIMITS
  const share = (lamportsOf(sides) * autoPriorityBps) / BPS
  if (share < least) return least
  return share < most ? share : most
}

function lamportsOf(sides: Sides | null): bigint {
  if (sides?.inputMint === WSOL_MINT) return sides.inRaw
  return sides?.outputMint === WSOL_MINT ? sides.outRaw : 0n
}
