import { isService } from './funding-wallets.ts'
import { groupBy } from './link-rule.ts'
import type { MapView } from './map-view.ts'
import type { MoneyMove } from './money-moves.ts'
import { COUNTERPARTY } from './weights.ts'

/** Payments by what they have in common, sorted by it. */
export function sharedOf(
  moves: readonly MoneyMove[],
  keyOf: (move: MoneyMove) => string,
): readonly (readonly [string, readonly MoneyMove[]])[] {
  return groupBy(moves, keyOf).filter(([, own]) => own.length > 1)
}

/** The first payment of each; in the order given. */
export function distinctBy<T extends MoneyMove>(moves: readonly T[], keyOf: (move: T) => string): readonly T[] {
  const seen = new Set<string>()
  return moves.filter((move) => {
    const key = keyOf(move)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Whether an address was read, serves no one, and the transactions of `moves` are a good part of all it has: at most
 *  `perMove` transactions for each of them, and a few beside. */
export function isMostOfLife(view: MapView, address: string, moves: readonly MoneyMove[], perMove: number): boolean {
  const wallet = view.wallets.get(address)
  if (wallet === undefined || !wallet.traced || wallet.partial || isService(view, address)) return false
  const transactions = new Set(moves.map(({ signature }) => signature)).size
  return wallet.signatureCount <= transactions * perMove + COUNTERPARTY.extraSignatures
}
