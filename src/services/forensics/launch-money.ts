import { knownAddress } from '../../chain/solana/labels.ts'
import { LIMITS } from '../../config/limits.ts'
import type { Acts } from './transaction-acts.ts'

/** Less is a fee, a tip or rent, and funds no one's launch. */
export const LEAST_LAUNCH_LAMPORTS = 50_000_000n

/** The unnamed payers of a creator before the launch, the largest sum first: a creator's wallet may be older than the
 *  money it launches with. `launchSlot` null: everything read counts. Pure; O(transfers). */
export function launchPayersOf(dev: string, acts: readonly Acts[], launchSlot: number | null): readonly string[] {
  const paid = new Map<string, bigint>()
  for (const { transaction, transfers, trades } of acts) {
    // What a trade brings is the creator's own money.
    if (trades.length > 0 || (launchSlot !== null && transaction.slot > launchSlot)) continue
    for (const { from, to, lamports } of transfers)
      if (to === dev && from !== dev && knownAddress(from) === null) paid.set(from, (paid.get(from) ?? 0n) + lamports)
  }
  return [...paid]
    .filter(([, lamports]) => lamports >= LEAST_LAUNCH_LAMPORTS)
    .sort(([a, one], [b, other]) => (one === other ? (a < b ? -1 : 1) : one > other ? -1 : 1))
    .slice(0, LIMITS.devLaunchPayers)
    .map(([wallet]) => wallet)
}
