import { knownAddress } from '../../chain/solana/labels.ts'
import type { ObservedTransaction, TokenEvidence } from '../evidence-bundle/evidence.ts'
import type { EarlyBuyer } from './early-buyers.ts'

/** Early buyers who leave one trace. */
export type Sharing = { readonly what: string; readonly users: ReadonlySet<string> }

/** A budget with fewer digits that are not trailing zeros, limit and price together, is what programs set for
 *  everyone. */
const ODD_DIGITS = 5

/** The largest group of early buyers with one fee payer, one nonce authority or one transaction. A payer or authority
 *  that serves more buyers later than it did early is a service. */
export function sharedSigning(evidence: TokenEvidence, early: readonly EarlyBuyer[]): Sharing | null {
  const together = largestGroup(early, ({ transaction }) => [`transaction ${transaction.signature}`])
  const served = groupsOf(early, (buyer) => signersOf(buyer.wallet, buyer.transaction))
  const later = usersOf(evidence, signersOf)
  return larger(together, largestBut(served, later))
}

/** The largest group of early buyers with one unrounded compute budget that not as many others set. */
export function sharedBudgets(evidence: TokenEvidence, early: readonly EarlyBuyer[]): Sharing | null {
  const groups = groupsOf(early, ({ transaction }) => budgetOf(transaction))
  return largestBut(
    groups,
    usersOf(evidence, (_, transaction) => budgetOf(transaction)),
  )
}

/** Who else has a hand on a wallet's transaction. */
function signersOf(wallet: string, { feePayer, nonce }: ObservedTransaction): readonly string[] {
  const others: string[] = []
  if (feePayer !== wallet && knownAddress(feePayer) === null) others.push(`fee payer ${feePayer}`)
  if (nonce !== null && nonce.authority !== wallet && knownAddress(nonce.authority) === null)
    others.push(`nonce authority ${nonce.authority}`)
  return others
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

/** Every wallet that bought the token with a trace, early or late. */
function usersOf(
  { transactions }: TokenEvidence,
  keysOf: (wallet: string, transaction: ObservedTransaction) => readonly string[],
): Groups {
  const users = new Map<string, Set<string>>()
  for (const transaction of transactions)
    for (const { wallet, side } of transaction.trades)
      if (side === 'buy') for (const key of keysOf(wallet, transaction)) add(users, key, wallet)
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

function largestGroup(early: readonly EarlyBuyer[], keysOf: (buyer: EarlyBuyer) => readonly string[]): Sharing | null {
  let best: Sharing | null = null
  for (const [what, users] of groupsOf(early, keysOf)) if (users.size >= 2) best = larger(best, { what, users })
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
