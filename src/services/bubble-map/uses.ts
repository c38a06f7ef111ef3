import type { LaunchFacts } from '../../chain/solana/launch-window.ts'
import type { ObservedTransaction } from '../evidence-bundle/evidence.ts'
import type { Use } from './fillings.ts'
import type { FirstBuy } from './map-view.ts'
import { CROWD } from './weights.ts'

type Input = {
  readonly firstBuys: ReadonlyMap<string, FirstBuy>
  /** Chain order. */
  readonly transactions: readonly ObservedTransaction[]
  readonly isPerson: ReadonlySet<string>
  readonly supplyRaw: bigint
  readonly launch: LaunchFacts | null
  readonly dev: string | null
}

/** What a wallet's money was for: its first purchase, for the creator the launch, and for who never bought the first
 *  bag (at least 0.1 % of the supply) that someone gave it: SOL that came before it pays the fees of selling it. */
export function usesOf({ firstBuys, transactions, isPerson, supplyRaw, launch, dev }: Input): ReadonlyMap<string, Use> {
  const uses = new Map<string, Use>()
  for (const { tokenMoves, slot, timeSec } of transactions)
    for (const { from, to, amountRaw } of tokenMoves) {
      const isStake = BigInt(amountRaw) * 1_000_000n >= supplyRaw * CROWD.stakePpm
      if (from !== to && isStake && isPerson.has(to) && !uses.has(to)) uses.set(to, { slot, timeSec })
    }
  for (const [wallet, { slot, timeSec }] of firstBuys) uses.set(wallet, { slot, timeSec })
  if (dev !== null && launch !== null && launch.launchSlot !== null)
    uses.set(dev, { slot: launch.launchSlot, timeSec: launch.createdAtSec })
  return uses
}
