import { knownAddress } from '../../chain/solana/labels.ts'
import type { ObservedWallet } from '../evidence-bundle/evidence.ts'
import { isService } from './funding-wallets.ts'
import type { MapView } from './map-view.ts'
import { chanceOfKey } from './rarity.ts'
import { KEY, RARITY } from './weights.ts'

/** Transactions of an address beyond those of its `users` people of the token, where its life shows no public: null for
 *  who is named, busy, a service or was not read, and for one that deals with more others than with them. */
export function othersOfPrivate(
  view: { readonly wallets: ReadonlyMap<string, ObservedWallet> },
  address: string,
  { users, transactions }: { readonly users: number; readonly transactions: number },
): number | null {
  const wallet = view.wallets.get(address)
  if (wallet === undefined || !wallet.traced || wallet.partial || wallet.isBusy) return null
  if (knownAddress(address) !== null || isService(view, address)) return null
  const others = Math.max(0, wallet.signatureCount - transactions)
  return others > users * KEY.othersPerUser ? null : others
}

/** Whether a signer's own life shows hardly anybody but these, so that chance does not bring them together: then it is no
 *  service, however they came. Each user leaves with it the purchases and sales that it signed. */
export function isKeyOfFew(view: MapView, key: string, users: readonly string[]): boolean {
  const of = new Set(users)
  const signed = view.transactions.filter(
    ({ signers, feePayer, nonce, trades }) =>
      (feePayer === key || signers.includes(key) || nonce?.authority === key) &&
      trades.some(({ wallet }) => of.has(wallet)),
  )
  const others = othersOfPrivate(view, key, { users: of.size, transactions: signed.length })
  return others !== null && of.size >= KEY.users && chanceOfKey(of.size, view.people.length, others) <= RARITY.join
}
