import type { BubbleMapReport } from '../../contract/bubble-map.ts'
import type { ObservedTransaction, TokenEvidence } from '../evidence-bundle/evidence.ts'
import type { EarlyBuyer } from './early-buyers.ts'

/** Early buyers who leave one trace. */
export type Sharing = { readonly what: string; readonly users: ReadonlySet<string> }

/** A budget with fewer digits that are not trailing zeros, limit and price together, is what programs set for
 *  everyone. */
const ODD_DIGITS = 5
/** Who signs for several wallets, as links of the map: their common point is the signer. */
const SIGNED_FOR: ReadonlyMap<string, string> = new Map([
  ['shared_fee_payer', 'fee payer'],
  ['shared_nonce', 'nonce authority'],
])

type Links = BubbleMapReport['links']

/** The largest group of early buyers with one transaction, one fee payer or one nonce authority. Whose payer it is, the
 *  map has found out from the payer's own life: one that signs for strangers joins no one there and counts for nothing
 *  here, however few of its customers came late. */
export function sharedSigning(links: Links, early: readonly EarlyBuyer[]): Sharing | null {
  const together = largestGroup(groupsOf(early, ({ transaction }) => [`transaction ${transaction.signature}`]))
  const isEarly = new Set(early.map(({ wallet }) => wallet))
  const served = new Map<string, Set<string>>()
  for (const { type, weight, source, target, evidence } of links) {
    const role = SIGNED_FOR.get(type)
    if (role === undefined || weight !== 1 || evidence.via === null) continue
    // A star of links begins at any of the users, who need not be early.
    for (const end of [source, target])
      if (isEarly.has(end) && end !== evidence.via) add(served, `${role} ${evidence.via}`, end)
  }
  return larger(together, largestGroup(served))
}

/** The largest group of early buyers with one unrounded compute budget that not as many others set. Users of one
 *  trading service, between whom the map draws no such link, share its budget. */
export function sharedBudgets(evidence: TokenEvidence, links: Links, early: readonly EarlyBuyer[]): Sharing | null {
  const linked = new Set<string>()
  for (const { type, source, target } of links) if (type === 'budget_fingerprint') linked.add(source).add(target)
  const own = early.filter(({ wallet }) => linked.has(wallet))
  return largestBut(
    groupsOf(own, ({ transaction }) => budgetOf(transaction)),
    usersOf(evidence),
  )
}

function budgetOf({ computeUnitLimit, computeUnitPrice }: ObservedTransaction): readonly string[] {
  if (computeUnitLimit === null || computeUnitPrice === null) return []
  const digits = significantDigits(String(computeUnitLimit)) + significantDigits(computeUnitPrice)
  return digits < ODD_DIGITS ? [] : [`compute budget ${computeUnitLimit} at ${computeUnitPrice}`]
}

function significantDigits(text: string): number {
  return text.replace(/0+$/, '').length
}

type Groups = ReadonlyMap<string, Set<string>>

function groupsOf(early: readonly EarlyBuyer[], keysOf: (buyer: EarlyBuyer) => readonly string[]): Groups {
  const groups = new Map<string, Set<string>>()
  for (const buyer of early) for (const key of keysOf(buyer)) add(groups, key, buyer.wallet)
  return groups
}

/** Every wallet that bought the token with a budget, early or late. */
function usersOf({ transactions }: TokenEvidence): Groups {
  const users = new Map<string, Set<string>>()
  for (const transaction of transactions)
    for (const { wallet, side } of transaction.trades)
      if (side === 'buy') for (const key of budgetOf(transaction)) add(users, key, wallet)
  return users
}

/** The largest group of which not more than as many again came later. */
function largestBut(groups: Groups, all: Groups): Sharing | null {
  let best: Sharing | null = null
  for (const [what, users] of groups) {
    const others = (all.get(what)?.size ?? users.size) - users.size
    if (users.size >= 2 && others < users.size) best = larger(best, { what, users })
  }
  return best
}

function largestGroup(groups: Groups): Sharing | null {
  let best: Sharing | null = null
  for (const [what, users] of groups) if (users.size >= 2) best = larger(best, { what, users })
  return best
}

function larger(a: Sharing | null, b: Sharing | null): Sharing | null {
  if (a === null || b === null) return a ?? b
  return b.users.size > a.users.size ? b : a
}

function add(groups: Map<string, Set<string>>, key: string, wallet: string): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, new Set([wallet]))
  else group.add(wallet)
}
