import { COHORT } from '../../config/cohort.ts'
import { DOLLAR_MINTS, WSOL_MINT } from '../../contract/mints.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'

export type CommonToken = { readonly mint: string; readonly members: number; readonly firstSlot: number }

/** Tokens that several members traded or moved, those of most members first; of equal ones the one that they met last:
 *  what old friends share may be what everyone had. Currencies are none. */
export function commonTokens({ transactions }: TokenEvidence, members: ReadonlySet<string>): readonly CommonToken[] {
  const holders = new Map<string, { readonly members: Set<string>; firstSlot: number }>()
  const note = (mint: string, wallet: string, slot: number): void => {
    if (!members.has(wallet) || mint === WSOL_MINT || DOLLAR_MINTS.has(mint)) return
    const own = holders.get(mint) ?? { members: new Set<string>(), firstSlot: slot }
    own.members.add(wallet)
    own.firstSlot = Math.min(own.firstSlot, slot)
    holders.set(mint, own)
  }
  for (const { slot, otherTrades = [], otherSales = [], otherMoves = [] } of transactions) {
    for (const { wallet, mint } of [...otherTrades, ...otherSales]) note(mint, wallet, slot)
    for (const { mint, from, to } of otherMoves) {
      note(mint, from, slot)
      note(mint, to, slot)
    }
  }
  return [...holders]
    .map(([mint, own]) => ({ mint, members: own.members.size, firstSlot: own.firstSlot }))
    .filter((one) => one.members >= COHORT.tokenMembers)
    .sort((a, b) => b.members - a.members || b.firstSlot - a.firstSlot || (a.mint < b.mint ? -1 : 1))
}
