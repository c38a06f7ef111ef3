import { knownAddress } from '../../chain/solana/labels.ts'
import type { ObservedWallet } from '../evidence-bundle/evidence.ts'
import { isService } from './funding-wallets.ts'
import { KEY } from './weights.ts'

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
