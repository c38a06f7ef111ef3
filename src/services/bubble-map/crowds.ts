import type { ObservedTransaction } from '../evidence-bundle/evidence.ts'
import type { MapView } from './map-view.ts'
import { othersOfPrivate } from './private-keys.ts'
import { CROWD, KEY } from './weights.ts'

/** Whether the users of something look like any other buyers: many, and their first purchases are spread over minutes
 *  and over the life of the token. A team buys together; customers of a service come when they come. */
export function looksLikeCrowd(view: MapView, users: readonly string[]): boolean {
  if (users.length < CROWD.serviceUsers) return false
  const life = lifeOf(view)
  if (life === null) return false
  const slots = users.flatMap((wallet) => view.firstBuys.get(wallet)?.slot ?? []).sort((a, b) => a - b)
  if (slots.length < CROWD.serviceUsers) return false
  // The middle four fifths: one early or late user proves nothing.
  const from = slots[Math.floor((slots.length - 1) * 0.1)]!
  const to = slots[Math.ceil((slots.length - 1) * 0.9)]!
  return (to - from) * view.evidence.slotMs > CROWD.spreadMs && to - from > life * CROWD.spreadShare
}

/** Slots between the first and the last observed first purchase. */
function lifeOf(view: MapView): number | null {
  let from = Number.POSITIVE_INFINITY
  let to = 0
  for (const { slot } of view.firstBuys.values()) {
    from = Math.min(from, slot)
    to = Math.max(to, slot)
  }
  return to > from ? to - from : null
}

/** Fee takers that serve the public, as far as their own life was read: trading services. */
export function serviceFeeTakers(view: MapView): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map([...feeTakers(view)].filter(([taker, users]) => privateTaker(view, taker, users) === null))
}

/** Transactions of others with a fee taker that hardly anybody but these knows; null for one that serves the public or
 *  was not read. */
export function privateTaker(view: MapView, taker: string, users: ReadonlySet<string>): number | null {
  if (users.size < KEY.users) return null
  const paying = view.trades.filter(({ solMoves }) => solMoves.some(({ to }) => to === taker))
  return othersOfPrivate(view, taker, { users: users.size, transactions: paying.length })
}

/** Addresses that take a fee inside the trades of several wallets, with those wallets. */
export function feeTakers(view: MapView): ReadonlyMap<string, ReadonlySet<string>> {
  const payers = new Map<string, Set<string>>()
  for (const { trades, solMoves } of view.trades) {
    const traders = new Set(trades.map(({ wallet }) => wallet))
    for (const { from, to } of solMoves) {
      if (!traders.has(from) || traders.has(to)) continue
      const known = payers.get(to)
      if (known === undefined) payers.set(to, new Set([from]))
      else known.add(from)
    }
  }
  for (const [taker, wallets] of payers) if (wallets.size < 2) payers.delete(taker)
  return payers
}

/** The trading service a wallet's purchase went through: who took the fee, the same for all its users. */
export function serviceOfWallets(view: MapView): ReadonlyMap<string, string> {
  const service = new Map<string, string>()
  const takers = [...serviceFeeTakers(view)].sort((a, b) => b[1].size - a[1].size || (a[0] < b[0] ? -1 : 1))
  for (const [taker, wallets] of takers)
    for (const wallet of wallets) if (!service.has(wallet)) service.set(wallet, taker)
  return service
}

/** Someone who trades nothing in it signed the transaction: an app or a sponsor that built it, for one hand or for the
 *  public. What else it holds (budget, table, tip, amount) comes from that cause and says nothing beside it. */
export function isBuiltByAnother({ feePayer, signers, trades, nonce }: ObservedTransaction): boolean {
  const traders = new Set(trades.map(({ wallet }) => wallet))
  return [feePayer, ...signers, ...(nonce === null ? [] : [nonce.authority])].some((signer) => !traders.has(signer))
}
