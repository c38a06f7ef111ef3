import type { HolderEvidence } from './evidence.ts'
import { pctOf } from './holder-view.ts'

/** What wallets hold now, in base units; null where that was not read. */
export type BalanceOf = (wallet: string) => bigint | null

type Owned = readonly { readonly owner: string; readonly amountRaw: string }[]

/** `others`: balances of wallets beyond the largest holders. Built once per evidence, O(holders). */
export function balancesNow(holders: HolderEvidence | null, others: Owned): BalanceOf {
  if (holders === null) return () => null
  const held = new Map([...others, ...holders.largest].map(({ owner, amountRaw }) => [owner, BigInt(amountRaw)]))
  const isWhole = holders.exact && holders.ownerCount <= holders.largest.length
  return (wallet) => held.get(wallet) ?? (isWhole ? 0n : null)
}

/** Percent of the supply that wallets hold together now, rounded down at six decimals as intel does; null when that of
 *  one of them is unknown, and 0 for no one. */
export function heldTogetherPct(
  holders: HolderEvidence | null,
  balanceOf: BalanceOf,
  wallets: Iterable<string>,
): number | null {
  if (holders === null) return null
  let sumRaw = 0n
  for (const wallet of wallets) {
    const amountRaw = balanceOf(wallet)
    if (amountRaw === null) return null
    sumRaw += amountRaw
  }
  return pctOf(sumRaw, BigInt(holders.supplyRaw))
}
